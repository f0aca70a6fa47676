"""PDF: characters with their places become headings, paragraphs, lists and tables."""

from chunking.readers.pdf.reader import read

__all__ = ["read"]
