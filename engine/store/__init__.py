"""The one SQLite file: documents, sections, chunks, keywords and vectors, written by one writer, read by snapshots."""
