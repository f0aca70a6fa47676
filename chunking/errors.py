"""The errors a person may meet: what is wrong, the limit it broke, and the way out."""


class ChunkingError(Exception):
    """Base of every refusal; `code` is stable and documented, the message is a sentence."""

    code = "error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class ReadError(ChunkingError):
    """The file cannot be turned into a document."""

    code = "unreadable"


class UnsupportedFormatError(ReadError):
    """No reader knows this kind of file."""

    code = "unsupported-format"


class EmptyDocumentError(ReadError):
    """The file holds no text at all."""

    code = "empty"


class PasswordError(ReadError):
    """The file is locked, and no password or a wrong one was given."""

    code = "password"


class ScannedError(ReadError):
    """The file is made of images without a text layer."""

    code = "scanned"


class LimitError(ReadError):
    """Reading would take more time, memory or size than is allowed."""

    code = "limit"


class SettingsError(ChunkingError):
    """A setting is unknown, out of range, or contradicts another."""

    code = "settings"


class ModelError(ChunkingError):
    """An embedding model or a vocabulary cannot be loaded."""

    code = "model"


class CoverageError(ChunkingError):
    """A law of the chunk set does not hold; this is a fault of the program, not of the document."""

    code = "coverage"
