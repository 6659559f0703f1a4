"""Which part of a web page is its content, and what in it belongs to the site and not to the text.

1. The content is where the documentation generators put it (Sphinx, Docusaurus, MkDocs, Hugo, Antora, MediaWiki,
   VitePress and others), else ``main``, else ``article``, else the whole body.
2. Left out everywhere: navigation, search, breadcrumbs, "on this page", links to edit or to share, marks beside
   headings, cookie banners, scripts and what only scripts can use.
3. Left out of a whole body, where the site's own frame is still in it: header, footer and side columns.
"""

from __future__ import annotations

import re
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.ingest.parse.html_hidden import Attributes

_CONTAINERS = (
    "[itemprop=articleBody]", ".theme-doc-markdown", ".md-content__inner", ".td-content", "article.doc",
    "div.body[role]", "article.bd-article", "#mw-content-text", ".markdown-body", ".vp-doc", ".theme-default-content",
    ".sl-markdown-content", "article.markdown", ".page-inner .markdown-section", "div[role=main]", "main",
    "[role=main]", "article", "div.documentwrapper div.body",
)
_UNREAD = frozenset(
    "script style template noscript iframe object embed applet svg canvas audio video select textarea input datalist "
    "head nav progress meter frameset noframes noembed rp title link meta".split()
)
_ROLES = frozenset("navigation search banner contentinfo complementary dialog alertdialog menu menubar toolbar tooltip "
                   "doc-toc doc-pagelist doc-backlink".split())
_BLOCKS = frozenset("div aside ul ol dl table form header footer menu dialog fieldset center figure address".split())
"""Elements that can be furniture by their id; headings, sections and terms have ids of their own."""
_NAMES = frozenset(
    "breadcrumb breadcrumbs bread-crumbs navi navigation navbar nav-bar topnav subnav bottomnav navlist sidenav "
    "navpath nav-path "
    "navheader navfooter nav-header nav-footer nav-panel nav-links nav-buttons page-nav page-navigation "
    "toc-macro "
    "toc tocs toctitle page-toc local-toc localtoc inline-toc doc-toc mini-toc js-toc on-this-page table-of-contents "
    "toc-wrapper toc-container toc-list toc-sidebar toc-nav toc-content toc-box toc-right toc-desktop toc-mobile "
    "pagination pagination-nav pager prev-next prevnext rst-footer-buttons related related-pages related-links "
    "page-footer page-actions page-tools page-feedback page-rating was-this-helpful feedback theme-doc-footer "
    "theme-edit-this-page edit-page edit-link edit-this-page editlink md-content--button mw-editsection mw-jump-link "
    "viewcode-link viewcode-back view-source page-source nav-table titlearea method-click-advice nosearch ttc "
    "next-page previous-page prev-page nav-previous nav-next "
    "search searchbox search-box search-bar search-form search-field search-input search-container sphinxsidebar "
    "wy-nav-side wy-nav-top rst-versions version-switcher version-selector version-select version-dropdown "
    "language-switcher skip-link skip-nav skip-to-content skip-to-main skip-links sr-only screen-reader-text "
    "screenreader-only visually-hidden visuallyhidden assistive-text "
    "share share-buttons social social-links social-share newsletter subscribe advert advertisement site-header "
    "site-footer site-nav site-logo site-search copy-button copybtn btn-copy copy-btn clipboard-button "
    "linenos lineno linenumber lnt line-numbers-rows gutter toolbar-item printfooter catlinks legalcopy back-to-top "
    "backtotop".split()
)
_COOKIE_BANNER = re.compile(r"(?:cookie|gdpr|privacy|consent)\S*[-_]?(?:consent|banner|notice|notification|bar|popup"
                            r"|modal|law|overlay|message|dialog|prompt|disclaimer|box|manager)|cc-window|onetrust",
                            re.IGNORECASE)
_COOKIE_LABEL = re.compile(r"cookie|consent|gdpr|cc-window|onetrust", re.IGNORECASE)
_FRAME_NAMES = frozenset("header footer nav bar sidebar side-bar copyright menu topbar masthead left-column left-nav "
                         "left-menu right-column right-nav right-menu".split())
_LONGEST_BANNER = 1500
_SIGNS = re.compile(r"[¶#§🔗∞⚓◆◇\s\u200b]*|(?:permalink|permanent link|direct link|link to this \w+|anchor)(?: to.*)?",
                    re.IGNORECASE | re.DOTALL)
_SIGN_NAMES = frozenset("headerlink header-link header-anchor hash-link anchor anchor-link anchorlink anchorjs-link "
                        "heading-link heading-anchor permalink direct-link td-heading-self-link headline-hash "
                        "self-link".split())
_SITE_LINK = re.compile(r"\W*(?:edit (?:this|on|in)\b.*|edit page|edit source|view (?:page )?source(?: on \w+)?|edit"
                        r"|improve this (?:page|doc)|report (?:a|an) (?:bug|issue|problem)|suggest (?:edits|changes)"
                        r"|back to (?:the )?(?:top|(?:table of )?contents|(?:documentation )?index)"
                        r"|skip to (?:main )?content)\W*\Z", re.IGNORECASE)
_LONGEST_SITE_LINK = 60
_LONGEST_TURNER = 400
_LONGEST_BETWEEN = 25
_TRAIL = re.compile(r"\s[|>»›·/]\s")
_DIRECTIONS = frozenset({"next", "prev", "previous", "up", "top", "contents", "index", "home", "start"})
_TURNS = re.compile(r"\W*(?:next|prev|previous|up|top|home|back|forward|first|last|(?:table of )?contents|index)\W*",
                    re.IGNORECASE)
_NOTE_ASIDE = re.compile(r"admonition|callout|note|tip|warning|caution|alert|aside|topic|sidebar|example|info",
                         re.IGNORECASE)
_MOSTLY_LINKS = 0.6
_NOTHING_BUT_LINKS = 0.85
_MANY_LINKS = 8
_WORD = re.compile(r"\w")


class Page:
    """One page's content, and what of it is furniture of the site.

    ``roots`` hold the content, in reading order; ``is_framed`` says that the site's frame may be inside.
    """

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._title = (title.text() if (title := tree.css_first("title")) is not None else "").strip().lower()
        body = tree.body
        self.roots = _content(body) if body is not None else ()
        self.is_framed = not self.roots
        self._keeps_all = self._is_in_text = False
        if body is not None and not self.roots:
            self.roots = (body,)

    def keep_all(self, body: LexborNode) -> None:
        """Take the whole body for content, but for what is never read."""
        self.roots = (body,)
        self._keeps_all = True

    def skips(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Whether the element is no part of the text."""
        if tag in _UNREAD:
            return tag != "script" or not (attributes.get("type") or "").startswith("math/tex")
        if self._keeps_all:
            return False
        if tag in ("h1", "h2") and self.is_framed:
            if tag == "h1" and self._is_site_name(node):
                return True
            self._is_in_text = True
        if attributes:
            names = attributes.get("class") or ""
            if tag == "a" and _is_site_link(node, attributes.get("href") or "", names):
                return True
            if names and _is_furniture(node, names):
                return True
            if (tag in _BLOCKS or tag == "section") and _is_part_of_site(node, attributes):
                return True
        if tag == "p":
            return self.is_framed and _is_page_turner(node)
        return tag in _BLOCKS and self._is_frame(node, tag, attributes)

    def _is_site_name(self, heading: LexborNode) -> bool:
        """A heading that is nothing but a link to another page, and not what this page's title begins with."""
        link = heading.css_first("a[href]")
        words = heading.text().strip()
        if link is None or not words or link.text().strip() != words or self._title.startswith(words.lower()):
            return False
        return not (link.attributes.get("href") or "#").startswith("#")

    def _is_frame(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        names = attributes.get("class") or ""
        if tag == "footer":
            parent = node.parent
            return parent is None or parent.tag not in ("blockquote", "figure")
        if tag == "aside":
            return not _NOTE_ASIDE.search(names) and (self.is_framed or _link_share(node) > _MOSTLY_LINKS)
        if tag == "form":
            return not _has_title(node) and node.css_first("p, table, dl") is None
        if tag == "dialog":
            return "open" not in node.attributes
        if not self.is_framed:
            return False
        own = attributes.get("id") or ""
        is_named = tag == "header" or _is_any_of(names, _FRAME_NAMES) or (bool(own) and _is_any_of(own, _FRAME_NAMES))
        if (is_named and not _has_title(node)) or _is_page_turner(node):
            return True
        return tag == "div" and not self._is_in_text and not _has_title(node) and _is_list_of_pages(node)


def _content(body: LexborNode) -> tuple[LexborNode, ...]:
    """The elements that hold the content; none when the page has no such element with words in it."""
    for selector in _CONTAINERS:
        found = [node for node in body.css(selector) if _WORD.search(node.text())]
        if found:
            return tuple(_outermost(found))
    return ()


def _outermost(nodes: list[LexborNode]) -> list[LexborNode]:
    ids = {node.mem_id for node in nodes}
    made = []
    for node in nodes:
        above = node.parent
        while above is not None and above.mem_id not in ids:
            above = above.parent
        if above is None:
            made.append(node)
    return made


@lru_cache(maxsize=4096)
def _tokens(names: str) -> frozenset[str]:
    return frozenset(names.lower().replace("_", "-").split())


def _is_any_of(names: str, known: frozenset[str]) -> bool:
    return not known.isdisjoint(_tokens(names))


def _is_furniture(node: LexborNode, names: str) -> bool:
    """Whether a class or an id says furniture. What holds the page's title is none, nor is a long text on cookies."""
    if _is_any_of(names, _NAMES):
        return node.css_first("h1, main, article") is None
    if _COOKIE_LABEL.search(names) and (node.tag in _BLOCKS or node.tag == "section"):
        is_banner = _COOKIE_BANNER.search(names) is not None or node.css_first("button") is not None
        return is_banner and len(node.text()) < _LONGEST_BANNER
    return "contents" in names and {"topic", "local"} & _tokens(names) != set() and "contents" in _tokens(names)


def _is_part_of_site(node: LexborNode, attributes: Attributes) -> bool:
    """Whether a block is furniture by its role, its id or its label."""
    role = attributes.get("role")
    if role and role in _ROLES:
        return node.css_first("h1") is None
    own = attributes.get("id")
    is_section = node.tag == "section" or "sect" in (attributes.get("class") or "")
    if own and not is_section and _is_furniture(node, own):
        return True
    label = attributes.get("aria-label")
    return bool(label) and _COOKIE_LABEL.search(label or "") is not None and len(node.text()) < _LONGEST_BANNER


def _is_site_link(node: LexborNode, target: str, names: str) -> bool:
    """A sign beside a heading that links to it, or a paragraph of its own that leads to an editor."""
    words = node.text()
    if len(words) > _LONGEST_SITE_LINK * 4:
        return False
    if (target.startswith("#") or _is_any_of(names, _SIGN_NAMES)) and target and _SIGNS.fullmatch(words):
        return node.css_first("img[alt]") is None
    if len(words) < _LONGEST_SITE_LINK and _SITE_LINK.match(words):
        parent = node.parent
        return parent is not None and len(parent.text().strip()) == len(words.strip())
    return False


def _is_page_turner(node: LexborNode) -> bool:
    """Whether a block is little more than links: to the next page, the way to this one, its languages."""
    words = node.text()
    if len(words) > _LONGEST_TURNER:
        return False
    links = node.css("a[href]")
    if len(links) < 2 or node.css_first("pre, h1, h2, h3, h4") is not None:
        return False
    turning = sum(1 for link in links if _TURNS.fullmatch(link.text()) or "accesskey" in link.attributes
                  or link.attributes.get("rel") in _DIRECTIONS)
    if turning > 1 and turning * 2 >= len(links):
        return True
    between = words
    for link in links:
        between = between.replace(link.text(), " ", 1)
    return len(links) > 2 and _TRAIL.search(between) is not None and len(_WORD.findall(between)) < _LONGEST_BETWEEN


def _is_list_of_pages(node: LexborNode) -> bool:
    """Whether a column beside the text lists the site's pages: many links and hardly a word besides."""
    return len(node.css("a[href]")) >= _MANY_LINKS and _link_share(node) > _NOTHING_BUT_LINKS


def _has_title(node: LexborNode) -> bool:
    return node.css_first("h1, h2, .title") is not None


def _link_share(node: LexborNode) -> float:
    total = len(node.text().strip())
    return sum(len(link.text().strip()) for link in node.css("a")) / total if total else 1.0
