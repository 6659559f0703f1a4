"""Trains the reranker. Not part of the wheel; run ``python -m models.train --help``.

``sections`` reads the text, ``queries`` makes questions of it, ``neighbours`` finds what is like their answers,
``groups`` joins both, ``network`` and ``fit`` learn, ``measure`` and ``evaluate`` judge on projects never seen,
``export`` writes the graphs.
"""
