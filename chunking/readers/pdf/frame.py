"""Turns boxes between the file's user space, the page as text runs on it, and the page as shown."""

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, right, bottom with the origin at the top left; in user space left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A page's rectangle in user space, seen after clockwise quarter turns."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height as seen."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def turned(self, turns: int) -> "Frame":
        """Return the same page seen after so many quarter turns."""
        return Frame(self.left, self.bottom, self.right, self.top, turns % 4)

    def box(self, user: Box) -> Box:
        """Return a box of user space as seen."""
        left, bottom, right, top = user
        upright = (left - self.left, self.top - top, right - self.left, self.top - bottom)
        return turn(upright, self.right - self.left, self.top - self.bottom, self.turns)

    def seen_from(self, box: Box, other: "Frame") -> Box:
        """Return a box of the `other` frame of the same page as seen in this one."""
        width, height = other.size
        return turn(box, width, height, (self.turns - other.turns) % 4)


def turn(box: Box, width: float, height: float, turns: int) -> Box:
    """Turn a page of that size clockwise by quarters and return where the box comes to lie."""
    for _ in range(turns):
        left, top, right, bottom = box
        box = (height - bottom, left, height - top, right)
        width, height = height, width
    return box
