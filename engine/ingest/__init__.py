"""From files to sections and chunks: scan, parse, structure, chunk, and the pipeline that runs them."""
