"""See how a document becomes chunks, and why."""
