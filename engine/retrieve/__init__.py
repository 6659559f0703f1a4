"""From a question to passages of the right version: scope, both searches, fusion, expansion, ranking."""
