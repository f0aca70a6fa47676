"""Document -> Profile -> Route: what a document is, how it is cut, and why."""
