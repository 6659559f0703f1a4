"""From passages to a checked answer: verbatim evidence, prompt, generation, claims, citations, verdicts."""
