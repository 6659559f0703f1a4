"""A Markdown page becomes blocks in reading order: nothing lost, nothing twice, nothing that readers do not see."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.types import BlockKind, IngestState, ProblemCode
from tests.engine.ingest.texts import cut, read_markdown, shape

WORDS = re.compile(r"w\d+w")


def test_headings_have_levels_lines_and_anchors_of_their_own() -> None:
    page = read_markdown("# API\n\n## Setup\n\n## Usage {#use}\n\n### Setup\n\nSetup 1\n-------\n\n"
                         "## `code` & *more* ##\n")
    assert [(b.level, b.plain, b.anchor, b.line) for b in page.blocks] == [
        (1, "API", "api", 1), (2, "Setup", "setup", 3), (2, "Usage", "use", 5), (3, "Setup", "setup-1", 7),
        (2, "Setup 1", "setup-1-1", 9), (2, "code & more", "code--more", 12),
    ]


def test_hashes_in_code_in_html_and_in_quotations_are_no_headings() -> None:
    page = read_markdown("```sh\n# code\n```\n\n    # indented\n\n<div>\n# html\n</div>\n\n> # quoted\n\n"
                         "- # in a list\n\n#tag\n")
    assert all(block.kind is not BlockKind.HEADING for block in page.blocks)
    assert "quoted" in [block.plain for block in page.blocks]


def test_list_items_know_their_depth_and_what_follows_belongs_to_them() -> None:
    page = read_markdown("- `key` - text\n\n  more\n\n  ```sh\n  run\n  ```\n  1. step\n- other\n\nafter\n")
    assert shape(page) == [
        ("list_item", 0, "key - text"), ("paragraph", 1, "more"), ("code", 1, "run"), ("list_item", 1, "step"),
        ("list_item", 0, "other"), ("paragraph", 0, "after"),
    ]
    assert [block.label for block in page.blocks] == ["key", "", "", "", "", ""]
    assert [block.ordered for block in page.blocks] == [False, False, False, True, False, False]


@pytest.mark.parametrize(("item", "key"), [
    ("`a.b-c`: text", "a.b-c"), ("`--flag <x>` text", ""), ("`--flag VALUE` - text", "--flag VALUE"),
    ("`a`, `b` - text", "a, b"), ("**Name** - text", "Name"), ("**Name:** text", "Name"), ("**`opt`** (int): x", "opt"),
    ("[`opt`](#opt) – text", "opt"), ("max_size: text", "max_size"), ("--verbose  text", "--verbose"),
    ("Example: text", ""), ("`host` or `hosts` must be set", "host, hosts"), ("plain text", ""),
    ("`kubectl get x` shows", ""),
])
def test_an_option_is_known_by_its_key(item: str, key: str) -> None:
    assert read_markdown(f"- {item}\n").blocks[0].label == key


@pytest.mark.parametrize(("source", "label"), [
    ("> [!NOTE]\n> Mind it.", "note"), ("> **Warning:** Mind it.", "warning"), ("> ⚠️ Mind it.", "warning"),
    ("> 💡 **NOTE:** Mind it.", "note"), ("> Note: Mind it.", "note"), ("**Important:** Mind it.", "important"),
    (":::caution\nMind it.\n:::", "caution"), ("::: tip Look\nMind it.\n:::", "tip"),
    ("!!! danger \"Stop\"\n    Mind it.", "danger"), ("??? note\n    Mind it.", "note"),
    ("{{< note >}}\nMind it.\n{{< /note >}}", "note"), ("{{% alert title=\"X\" %}}\nMind it.\n{{% /alert %}}", "note"),
    ("```{warning}\nMind it.\n```", "warning"), ("> 注意：小心。 Mind it.", "note"),
    ("> :warning: Mind it.", "warning"),
])
def test_a_note_is_known_in_every_way_that_sites_write_it(source: str, label: str) -> None:
    page = read_markdown(f"# T\n\n{source}\n\nAfter it.\n")
    note = page.blocks[1]
    assert (note.kind, note.label) == (BlockKind.ADMONITION, label)
    assert any("Mind it." in block.plain for block in page.blocks)
    assert page.blocks[-1].plain == "After it."
    assert (page.blocks[-1].kind, page.blocks[-1].level) == (BlockKind.PARAGRAPH, 0)
    assert "[!NOTE]" not in note.plain


@pytest.mark.parametrize("source", [
    "> just a quotation", "Note that it works.", "**Notebooks** are fine.", "Noted: it.",
])
def test_other_paragraphs_are_no_notes(source: str) -> None:
    assert read_markdown(source).blocks[0].kind is BlockKind.PARAGRAPH


@pytest.mark.parametrize(("source", "label", "words"), [
    ("{{< notice warning >}}\nHot.\n{{< /notice >}}", "warning", ["Hot."]),
    ('{{% alert title="Careful" color="danger" %}}\nHot.\n{{% /alert %}}', "danger", ["Careful", "Hot."]),
    ('{% hint style="warning" %}\nHot.\n{% endhint %}', "warning", ["Hot."]),
    ('{% include note.html content="Hot." %}', "note", ["Hot."]),
    ('{% include callout.html type="danger" content="Hot." %}', "danger", ["Hot."]),
    ("{{< note >}}Hot `x`.{{< /note >}}", "note", ["Hot x."]),
    ('<Admonition type="tip" title="Spare">\n\nHot.\n\n</Admonition>', "tip", ["Spare", "Hot."]),
    ("<Warning>\nHot **x**.\n</Warning>", "warning", ["Hot x."]),
    ('<Callout type="error">\n  Hot.\n</Callout>', "danger", ["Hot."]),
    ('<div class="alert alert-warning">\nHot.\n</div>', "warning", ["Hot."]),
    ('<div class="admonition danger">\n\nHot.\n\n</div>', "danger", ["Hot."]),
])
def test_shortcodes_and_components_are_notes_of_the_type_they_say(source: str, label: str, words: list[str]) -> None:
    page = read_markdown(f"# P\n\n{source}\n\nAfter.\n")
    note, *rest = page.blocks[1:]
    assert (note.kind, note.label) == (BlockKind.ADMONITION, label)
    assert [line for block in page.blocks[1:-1] for line in block.plain.split("\n")] == words
    assert (page.blocks[-1].kind, page.blocks[-1].level) == (BlockKind.PARAGRAPH, 0)
    assert rest


def test_tags_of_other_components_say_nothing_and_their_labels_stay() -> None:
    page = read_markdown('<Tabs>\n<TabItem label="Linux">\n\nRun it.\n\n</TabItem>\n</Tabs>\n\n'
                         "<Steps>\n\nGo.\n\n</Steps>\n")
    assert [line for block in page.blocks for line in block.plain.split("\n")] == ["Linux", "Run it.", "Go."]


def test_all_of_a_note_belongs_to_it() -> None:
    page = read_markdown("> **Note:**\n> - one\n> - two\n>\n> ```\n> code\n> ```\n\nafter\n")
    assert shape(page) == [("admonition", 0, "Note:"), ("list_item", 1, "one"), ("list_item", 1, "two"),
                           ("code", 1, "code"), ("paragraph", 0, "after")]


def test_a_table_has_rows_with_their_places_and_sentences() -> None:
    page = read_markdown("| Policy | Return window | TLS |\n|---|---|---|\n"
                         "| `Returns` | 30 days | yes |\n| Other | | no |\n")
    table = page.blocks[0].table
    assert table is not None
    assert table.header == ("Policy", "Return window", "TLS")
    assert [row.cells for row in table.rows] == [("Returns", "30 days", "yes"), ("Other", "", "no")]
    assert [page.text[row.span.start:row.span.end] for row in table.rows] == [
        "| `Returns` | 30 days | yes |", "| Other | | no |"]
    assert [row.sentence for row in table.rows] == ["Returns: return window 30 days, TLS yes", "Other: TLS no"]


def test_a_row_is_named_by_two_columns_where_the_first_repeats() -> None:
    page = read_markdown("| Kind | Region | Days |\n|--|--|--|\n| Returns | EU | 14 |\n| Returns | US | 30 |\n")
    assert page.blocks[0].table is not None
    assert [row.sentence for row in page.blocks[0].table.rows] == [
        "Returns, region EU: days 14", "Returns, region US: days 30"]


def test_a_table_in_html_is_a_table_with_its_merged_cells_filled() -> None:
    page = read_markdown(
        "# T\n\n<table>\n  <caption>Limits</caption>\n  <tr><th rowspan=2>Kind</th><th colspan=\"2\">Days</th></tr>\n"
        "  <tr><th>EU</th><th>US</th></tr>\n\n  <tr>\n    <td><code>Returns</code></td>\n\n    <td>14</td><td>30</td>\n"
        "  </tr>\n  <tr><td>Other<td colspan=2>7</table>\n\nAfter.\n\n## H\n")
    assert [block.plain for block in page.blocks][2:] == ["After.", "H"]
    table = page.blocks[1].table
    assert table is not None
    assert (table.caption, table.header) == ("Limits", ("Kind", "Days / EU", "Days / US"))
    assert [row.cells for row in table.rows] == [("Returns", "14", "30"), ("Other", "7", "7")]
    assert [page.text[row.span.start:][:4] for row in table.rows] == ["<tr>", "<tr>"]
    assert page.blocks[1].plain.split("\n")[:2] == ["Limits", "Kind, Days / EU, Days / US"]


@pytest.mark.parametrize("source", ["<table><tr><td>w", "<table>\n\nwords\n\n# H\n\nx", "<p>before <table></table>"])
def test_a_broken_table_in_html_loses_nothing(source: str) -> None:
    page = read_markdown(source)
    shown = " ".join(block.plain for block in page.blocks)
    assert all(word in shown for word in re.findall(r"\b(?:words|before|H|w|x)\b", source.replace("<", " <")))


def test_terms_hold_their_definitions() -> None:
    page = read_markdown("`max_size`\n: The largest size.\n: Second line.\n\nOther\n: Text.\n")
    assert shape(page) == [("definition", 0, "max_size"), ("paragraph", 1, "The largest size."),
                           ("paragraph", 1, "Second line."), ("definition", 0, "Other"), ("paragraph", 1, "Text.")]
    assert page.blocks[0].label == "max_size"


def test_footnotes_stay_where_they_are_written() -> None:
    page = read_markdown("Text[^1] here.\n\n[^1]: The small print.\n\nEnd.\n")
    assert [block.plain for block in page.blocks] == ["Text here.", "The small print.", "End."]


def test_tabs_and_shortcodes_stay_readable_and_their_code_stays_code() -> None:
    page = read_markdown("=== \"Linux\"\n\n    Run it:\n\n    ```sh\n    # go\n    ```\n\n"
                         "{{< collapsible \"Golang\" >}}\n"
                         "Text.\n{{< /collapsible >}}\n\n{% highlight go %}\n# not a heading\n{% endhighlight %}\n")
    assert shape(page) == [("paragraph", 0, "Linux"), ("paragraph", 1, "Run it:"), ("code", 1, "# go"),
                           ("paragraph", 0, "Golang"), ("paragraph", 0, "Text."), ("code", 0, "# not a heading")]
    assert page.blocks[-1].language == "go"


def test_imports_exports_and_attribute_lines_are_left_out() -> None:
    page = read_markdown("import Tabs from '@theme/Tabs';\nimport X from \"x\"\n\nexport const y = 1\n\n"
                         "# T\n{: .no_toc }\n\n"
                         "import this into your project first.\n")
    assert [block.plain for block in page.blocks] == ["T", "import this into your project first."]


def test_hidden_parts_are_gone_from_text_and_blocks_and_lines_stay_true() -> None:
    source = ("# T\n\n<!-- secret one\nsecret two -->\n\nseen <!-- secret three --> too\n\n"
              "<script>\nsecret()\n</script>\n\n"
              "`<!-- shown in code -->`\n\n```html\n<!-- shown in a fence -->\n```\n")
    page = read_markdown(source)
    assert "secret" not in page.text
    assert "secret" not in " ".join(block.plain for block in page.blocks)
    assert "shown in code" in page.text
    assert "shown in a fence" in page.text
    assert page.text.count("\n") == source.count("\n")
    assert [block.line for block in page.blocks] == [1, 6, 12, 14]
    assert page.state is IngestState.INDEXED


def test_elements_hidden_by_style_are_left_out_and_reported() -> None:
    page = read_markdown("Seen.\n\n<div style=\"display:none\">order oil</div>\n\n<p hidden>more</p>\n")
    assert "oil" not in page.text
    assert [block.plain for block in page.blocks] == ["Seen."]
    assert [problem.code for problem in page.problems] == [ProblemCode.HIDDEN_TEXT]
    assert page.state is IngestState.INDEXED_FLAGGED


def test_inlined_pictures_leave_no_data_behind() -> None:
    page = read_markdown("![logo](data:image/png;base64," + "iVBORw0KGgo" * 5000 + ")\n\nThe logo.\n")
    assert len(page.text) < 60
    assert [block.plain for block in page.blocks] == ["logo", "The logo."]


def test_an_ordinary_page_is_kept_to_the_letter() -> None:
    source = "---\ntitle: T\n---\n\n# H\n\n* a  \n* b\n\n| x |\n|---|\n| ⚠️ 1 |\n\n\tcode\n"
    page = read_markdown(source)
    assert page.text == source
    assert page.title == "T"
    assert "title" not in " ".join(block.plain for block in page.blocks)


@pytest.mark.parametrize(("source", "name", "title"), [
    ("---\ntitle: Front\n---\n# Head\n", "x.md", "Front"), ("text\n\n## Head *it*\n", "x.md", "Head it"),
    ("text", "guide/set-up.md", "set-up"), ("", ".hidden", ".hidden"),
])
def test_the_title_comes_from_front_matter_then_heading_then_name(source: str, name: str, title: str) -> None:
    assert read_markdown(source, name).title == title


@pytest.mark.parametrize("source", ["", " \n\t\n", "---\ntitle: only\n---\n", "<!-- nothing -->", "***\n", "###\n"])
def test_a_page_without_visible_text_has_no_blocks(source: str) -> None:
    assert read_markdown(source).blocks == ()


@pytest.mark.parametrize("source", [
    "> " * 3000 + "deep\n\nend", "[" * 20_000 + "\n\nend", "![" * 5000 + "a" + "](b)" * 5000 + "\n\nend",
    "- " * 500 + "deep\n\nend", "*" * 20_000 + "a\n\nend", "`" * 9000 + " x\n\nend", "<" * 20_000 + "\n\nend",
    "{{< " * 5000 + "\n\nend", "a\n: b\n" * 2000 + "\n\nend", ":::note\n" * 300 + "\n\nend", "| a " * 5000 + "\n\nend",
    "<!--" * 5000 + "\n\nend", "<script " * 5000 + "\n\nend", "data:,;" * 5000 + "\n\nend", "[^a]: " * 2000 + "\n\nend",
    "{%" * 5000 + "\n\nend", "![a](" * 5000 + "\n\nend", "**a" * 5000 + "\n\nend", "<a href=" * 5000 + "\n\nend",
], ids=lambda source: source[:8].strip())
def test_hostile_pages_are_read_in_reasonable_time(source: str) -> None:
    page = read_markdown(source)
    if "<!--" not in source:
        assert "end" in " ".join(block.plain for block in page.blocks)


SNIPPETS = st.sampled_from([
    "# {}\n", "{}\n===\n", "{}\n", "{} {}\n{}\n", "- {}\n- {}\n", "1. {}\n\n   {}\n2. {}\n",
    "> {}\n> {}\n", "> [!NOTE]\n> {}\n",
    "```\n{}\n\n{}\n```\n", "    {}\n", "| {} | {} |\n|---|---|\n| {} | {} |\n", "<div>\n{}\n</div>\n", "{}\n: {}\n",
    ":::note {}\n{}\n:::\n", "!!! tip \"{}\"\n    {}\n", "{{{{< box \"{}\" >}}}}\n{}\n{{{{< /box >}}}}\n", "[^n]: {}\n",
    "***\n", "<!-- x -->\n", "- a\n  - {}\n    - {}\n\n      {}\n", "~~~sh\n{}\n", "<p>{}</p>\n", "{}  \n{}\n",
    "* * {}\n",
    "**{}**\n", "`{}` [{}](x) ![{}](y)\n", "    - {}\n\t{}\n", ">>> {}\n", "{{% note %}}{}\n", "=== \"{}\"\n    {}\n",
])


def _filled(snippets: list[str], gaps: list[str]) -> tuple[str, list[str]]:
    words: list[str] = []
    parts = []
    for snippet, gap in zip(snippets, gaps, strict=False):
        count = snippet.replace("{{", "").replace("}}", "").count("{}") if "{{{{" in snippet else snippet.count("{}")
        own = [f"w{len(words) + at}w" for at in range(count)]
        words += own
        filled = snippet
        for word in own:
            filled = filled.replace("{}", word, 1)
        parts.append(filled.replace("{{{{", "{{").replace("}}}}", "}}") + gap)
    return "".join(parts), words


@settings(max_examples=300, deadline=None)
@given(st.lists(SNIPPETS, min_size=1, max_size=12),
       st.lists(st.sampled_from(["", "\n", "\n\n"]), min_size=12, max_size=12))
@example(["> {}\n> {}\n", "{}\n", "| {} | {} |\n|---|---|\n| {} | {} |\n"], [""] * 12)
def test_every_word_is_in_exactly_one_block_and_blocks_never_overlap(snippets: list[str], gaps: list[str]) -> None:
    source, words = _filled(snippets, gaps)
    page = read_markdown(source)
    if "<!--" not in source:
        assert page.text == source
    end = 0
    seen: list[str] = []
    for block in page.blocks:
        assert end <= block.span.start < block.span.end
        end = block.span.end
        inside = WORDS.findall(cut(page, block))
        assert WORDS.findall(block.plain if block.table is None else " ".join(
            [*block.table.header, *(cell for row in block.table.rows for cell in row.cells)])) == inside
        assert page.text.count("\n", 0, block.span.start) + 1 == block.line
        seen += inside
    assert seen == words


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="#-*_`~>[]()!|:{}%<=+ \n\tab1.\\&\"'/@^", max_size=300))
def test_any_text_is_read_and_its_spans_lie_in_it(source: str) -> None:
    page = read_markdown(source)
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end <= len(page.text)
        assert block.plain.strip()
        end = block.span.end


@pytest.mark.parametrize("source", [
    '<a id="ports"></a>\n## Open ports\n', '<a name="ports"></a>\n\n## Open ports\n',
    '## <a id="ports"></a>Open ports\n',
    "<a id='ports'>\n\n## Open ports\n",
])
def test_an_anchor_right_before_a_heading_is_the_headings(source: str) -> None:
    parsed = read_markdown(f"# T\n\nx\n\n{source}\ny\n\n## Others\n\nz\n")
    assert [block.anchor for block in parsed.blocks if block.kind is BlockKind.HEADING] == ["t", "ports", "others"]


def test_an_anchor_with_text_after_it_is_no_headings() -> None:
    parsed = read_markdown('<a id="x"></a>Words.\n\n<a id="y"></a>\n\nMore.\n\n## Ports\n')
    assert parsed.blocks[-1].anchor == "ports"


def test_a_bar_in_code_is_part_of_its_cell_and_no_cell_is_lost() -> None:
    parsed = read_markdown("| Op | Meaning | Note |\n|---|---|---|\n| `a|b` | either | x |\n| `c\\|d` | both | y |\n")
    table = parsed.blocks[0].table
    assert table is not None
    assert [row.cells for row in table.rows] == [("a|b", "either", "x"), ("c|d", "both", "y")]
    assert parsed.text.count("`a|b`") == 1


def test_a_bar_in_code_parts_cells_where_the_row_has_just_as_many() -> None:
    table = read_markdown("| Op | Meaning |\n|---|---|\n| a `x | y` |\n").blocks[0].table
    assert table is not None
    assert table.rows[0].cells == ("a `x", "y`")


@pytest.mark.parametrize(("source", "shown"), [
    ("Run {% ifversion ghes %}the server{% else %}the cloud{% endif %}now.", "Run the server the cloud now."),
    ("Run{% if x %} it{% endif %} now.", "Run it now."),
    ("{% ifversion a or b %}\n\nText.\n\n{% endif %}", "Text."),
    ("Use {% data variables.product.name %}.", "Use variables.product.name."),
])
def test_tags_that_only_steer_show_nothing_and_glue_no_words(source: str, shown: str) -> None:
    assert " ".join(block.plain for block in read_markdown(source).blocks) == shown


def test_comments_of_mdx_are_not_read_and_the_name_of_a_tab_is_a_word_of_its_own() -> None:
    read = read_markdown('{/* internal */}\n\nIt is {/* really */}5, see `{/* code */}`.\n\n'
                         '<TabItem label="Windows">Run it.</TabItem>\n', "page.mdx")
    assert " ".join(block.plain for block in read.blocks).split() == (
        "It is 5, see {/* code */}. Windows Run it.".split())


def test_a_list_in_a_cell_keeps_its_words_apart() -> None:
    table = read_markdown("| A | B |\n|---|---|\n| x | <ul><li>one</li><li>two</li></ul> |\n").blocks[0].table
    assert table is not None
    assert table.rows[0].cells == ("x", "one two")


def test_a_shortcode_that_names_a_state_and_its_version_says_both() -> None:
    read = read_markdown('{{< feature-state for_k8s_version="v1.28" state="beta" >}}\n')
    assert [block.plain for block in read.blocks] == ["feature state v1.28 beta"]
