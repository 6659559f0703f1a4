"""Walking a tree without recursion: every node is entered and left in the order in which a page is read."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

Leave = Callable[[], None] | None
"""What to do when an element ends; None for nothing."""


def skip() -> None:
    """Given instead of what to do at the end: the element is not entered."""


def steps(root: LexborNode, *, text: Callable[[str], None], enter: Callable[[LexborNode, str], Leave]) -> None:
    """Hand the text below ``root`` to ``text`` and every element to ``enter``, which says what to do on leaving it."""
    leaves: list[Leave] = []
    node = root.first_child
    while node is not None:
        tag = node.tag or "-"
        leave: Leave = skip
        if tag == "-text":
            text(node.text_content or "")
        elif tag[0] != "-":
            leave = enter(node, tag)
        if leave is not skip:
            child = node.first_child
            if child is not None:
                leaves.append(leave)
                node = child
                continue
            if leave is not None:
                leave()
        following = node.next
        while following is None:
            if not leaves:
                return
            above = node.parent
            assert above is not None
            node, leave = above, leaves.pop()
            if leave is not None:
                leave()
            following = node.next
        node = following
