"""Names of what is found about the two readings of a PDF, and the source that they name."""

SOURCE = "pdf"
DOUBTFUL = "doubtful pages"
REFINED = "refined pages"
NOT_REFINED = "pages not refined"
