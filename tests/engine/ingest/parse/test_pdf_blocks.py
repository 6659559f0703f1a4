"""Lists, terms, code, notes and captions of a PDF are what they are on paper, nested as they stand there."""

from __future__ import annotations

from engine.types import BlockKind
from tests.engine.ingest.parse.pdfs import PROSE, Paper, plains, read_pdf
from tests.engine.ingest.texts import shape


def test_bullets_are_items_with_all_their_lines() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, ["Before you begin:"])
    for y, lines in ((100, ["Close the valve and wait until the pressure in the chamber has gone down to",
                            "the pressure outside."]), (134, ["Unplug the relay."])):
        paper.write(70, y, "•")
        paper.lines(82, y, lines)
    parsed = read_pdf(paper)
    assert shape(parsed) == [
        ("paragraph", 0, "Before you begin:"),
        ("list_item", 0, "Close the valve and wait until the pressure in the chamber has gone down to the pressure "
                         "outside."),
        ("list_item", 0, "Unplug the relay.")]


def test_lists_nest_by_where_their_marks_stand() -> None:
    paper = Paper().turn()
    for y, x, mark, words in ((80, 60, "1.", "Open the cover."), (96, 80, "-", "Use the small key."),
                              (112, 80, "-", "Keep the screws."), (128, 60, "2.", "Press the button.")):
        paper.write(x, y, mark)
        paper.write(x + 16, y, words)
    parsed = read_pdf(paper)
    assert parsed.text == "1. Open the cover.\n   - Use the small key.\n   - Keep the screws.\n2. Press the button."
    assert [block.ordered for block in parsed.blocks] == [True, False, False, True]


def test_a_paragraph_and_code_in_line_with_an_item_belong_to_it() -> None:
    paper = Paper().turn()
    paper.write(60, 80, "1.")
    paper.write(80, 80, "Start the relay.")
    paper.write(80, 102, "It takes a minute.")
    paper.write(80, 124, "relayctl start", font="mono")
    paper.write(60, 146, "2.")
    paper.write(80, 146, "Wait.")
    paper.write(60, 180, "The relay is ready now.")
    assert shape(read_pdf(paper)) == [
        ("list_item", 0, "Start the relay."), ("paragraph", 1, "It takes a minute."), ("code", 1, "relayctl start"),
        ("list_item", 0, "Wait."), ("paragraph", 0, "The relay is ready now.")]


def test_a_number_in_the_middle_of_a_sentence_begins_no_item() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, ["The limit was raised when the second version of the protocol came out in the year before",
                         "2. No other limit was touched by that change, and nobody asked for it either, so that all",
                         "of them are as they were in version 1."])
    assert len(plains(read_pdf(paper))) == 1


def test_letters_as_marks_are_kept_because_texts_refer_to_them() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, ["a) Remove the cover.", "b) Go on with step a of the next page."])
    parsed = read_pdf(paper)
    assert [block.kind for block in parsed.blocks] == [BlockKind.LIST_ITEM] * 2
    assert plains(parsed)[1] == "b) Go on with step a of the next page."


def test_code_keeps_its_blanks_and_blank_lines() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, PROSE)
    lines = ["def probe(route):", "    if route.stale:", "        return None", "", "    return route   # alive"]
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip():
            paper.write(80 + 6 * indent, 140 + 12 * number, line.strip(), size=10, font="mono")
    parsed = read_pdf(paper)
    assert parsed.blocks[1].kind is BlockKind.CODE
    assert parsed.blocks[1].plain == "\n".join(lines)


def test_code_goes_on_over_a_page_break() -> None:
    paper = Paper().turn()
    paper.lines(60, 700, PROSE[:2])
    paper.lines(80, 760, ["first line", "second line"], font="mono")
    paper.turn().lines(80, 60, ["third line"], font="mono")
    assert plains(read_pdf(paper))[1:] == ["first line\nsecond line\nthird line"]


def test_a_command_at_the_end_of_a_full_line_stays_in_its_sentence() -> None:
    paper = Paper().turn()
    paper.write(60, 80, "When the relay does not answer at all, log in to it as the operator and then run the command")
    paper.write(60, 94, "relayctl-restart-everything-that-is-not-running-any-more --force --all", font="mono")
    paper.write(60, 108, "to start it again.")
    assert [block.kind for block in read_pdf(paper).blocks] == [BlockKind.PARAGRAPH]


def test_terms_beside_their_definitions_are_found_by_name() -> None:
    paper = Paper().turn()
    for number, (term, words) in enumerate([("--port", "the port that the relay listens on, from 1024 up to the last"),
                                            ("--host", "the name or address of the neighbour that is asked first of")]):
        y = 80 + 40 * number
        paper.write(60, y, term, font="mono")
        paper.write(160, y, words)
        paper.write(160, y + 14, "all there are.")
    parsed = read_pdf(paper)
    assert [(block.kind, block.label) for block in parsed.blocks] == [
        (BlockKind.DEFINITION, "--port"), (BlockKind.DEFINITION, "--host")]
    assert plains(parsed)[0] == "--port: the port that the relay listens on, from 1024 up to the last all there are."


def test_a_note_is_known_by_its_word() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, PROSE)
    paper.write(60, 140, "Warning:", font="bold")
    paper.write(115, 140, "the cover is hot for an hour after the relay was switched off.")
    paper.write(60, 170, "NOTE", font="bold")
    paper.write(60, 190, "Gloves are in the grey box.")
    parsed = read_pdf(paper)
    assert [(block.kind, block.label, block.plain) for block in parsed.blocks[1:]] == [
        (BlockKind.ADMONITION, "warning", "the cover is hot for an hour after the relay was switched off."),
        (BlockKind.ADMONITION, "note", "Gloves are in the grey box.")]


def test_what_follows_a_note_in_the_same_frame_belongs_to_it() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, PROSE)
    paper.page.draw_rect((55, 135, 540, 195), color=(0, 0, 0), width=1)
    paper.write(65, 155, "Caution: switch off first.")
    paper.write(65, 180, "Then wait for an hour.")
    paper.write(60, 230, "Outside the frame.")
    assert shape(read_pdf(paper))[1:] == [("admonition", 0, "switch off first."),
                                          ("paragraph", 1, "Then wait for an hour."),
                                          ("paragraph", 0, "Outside the frame.")]


def test_the_caption_of_a_figure_waits_for_the_paragraph_around_it() -> None:
    paper = Paper().turn()
    paper.lines(60, 740, PROSE[:2])
    paper.turn()
    paper.write(60, 60, "Figure 2: The relay from behind.", size=9)
    paper.lines(60, 100, [PROSE[2]])
    assert plains(read_pdf(paper)) == [" ".join(PROSE), "Figure 2: The relay from behind."]


def test_labels_of_a_drawing_stay_together() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, PROSE)
    for number in range(12):
        paper.page.draw_bezier((100 + 10 * number, 200), (110, 220), (120, 240), (200 + 10 * number, 320))
    for x, y, label in ((110, 215, "inlet"), (250, 240, "outlet"), (180, 300, "J1"), (220, 310, "12 V")):
        paper.write(x, y, label, size=8)
    paper.lines(60, 380, [PROSE[2]])
    assert plains(read_pdf(paper))[1] == "inlet · outlet · J1 · 12 V"


def test_short_lines_that_all_begin_with_a_name_are_one_entry_each() -> None:
    paper = Paper().turn()
    paper.lines(60, 60, PROSE)
    for number, (name, words) in enumerate([("conv(a, b)", "convolution of two"), ("roots(p)", "roots of a polynomial"),
                                            ("polyval(p, x)", "value at x")]):
        paper.write(60, 160 + 14 * number, name, font="mono")
        paper.write(60 + 6.6 * len(name) + 4, 160 + 14 * number, words)
    assert plains(read_pdf(paper))[1:] == ["conv(a, b) convolution of two", "roots(p) roots of a polynomial",
                                           "polyval(p, x) value at x"]


def test_steps_and_warnings_stay_apart_in_evenly_and_tightly_set_lines() -> None:
    lines = ["WARNING: Disconnect the power supply before you open the cover of the relay cabinet", "1. Open the cover",
             "2. Remove the two screws that hold the cover in its place and keep them for later on",
             "CAUTION: Hot surface", "3. Lift the cover"]
    for step in (12, 13, 14):
        paper = Paper().turn()
        paper.lines(60, 80, lines, size=10, step=step)
        parsed = read_pdf(paper)
        assert [(block.kind, block.label) for block in parsed.blocks] == [
            (BlockKind.ADMONITION, "warning"), (BlockKind.LIST_ITEM, ""), (BlockKind.LIST_ITEM, ""),
            (BlockKind.ADMONITION, "caution"), (BlockKind.LIST_ITEM, "")], step
        assert "\n3. Lift the cover" in parsed.text


def test_steps_with_letters_and_plain_dashes_stay_apart_under_full_lines() -> None:
    for marks in (("a)", "b)", "c)"), ("1)", "2)", "3)"), ("-", "-", "-"), ("*", "*", "*")):
        paper = Paper().turn()
        paper.lines(60, 80, ["Follow this procedure to replace the filter of the pump every three months or sooner",
                             f"{marks[0]} stop the pump and wait until the green lamp is out and the needle shows zero",
                             f"{marks[1]} close the inlet", f"{marks[2]} open the drain"], size=10, step=12)
        kinds = [block.kind for block in read_pdf(paper).blocks]
        assert kinds == [BlockKind.PARAGRAPH, *[BlockKind.LIST_ITEM] * 3], marks


def test_a_wrapped_sentence_that_goes_on_with_a_number_or_a_message_is_not_cut() -> None:
    for lines in (["All limits of the device are given in the appendix, and the values are repeated in table",
                   "3. The other values are not repeated anywhere, so look at the appendix if you need them."],
                  ["When the memory of the controller is nearly used up, the front panel shows the message",
                   "WARNING: low memory, and the green lamp goes out until the next start of the controller."]):
        paper = Paper().turn()
        paper.lines(60, 80, lines, size=10, step=12)
        assert len(plains(read_pdf(paper))) == 1


def test_a_chinese_warning_under_a_full_step_is_a_warning() -> None:
    paper = Paper().turn()
    lines = ("1. 关闭泵的电源并等待绿灯熄灭然后把阀门向左转动两圈", "警告：表面高温", "2. 打开盖子")
    for place, line in enumerate(lines):
        paper.page.insert_text((60, 80 + 13 * place), line, fontsize=10, fontname="china-s")
    parsed = read_pdf(paper)
    assert [(block.kind, block.plain) for block in parsed.blocks] == [
        (BlockKind.LIST_ITEM, "关闭泵的电源并等待绿灯熄灭然后把阀门向左转动两圈"), (BlockKind.ADMONITION, "表面高温"),
        (BlockKind.LIST_ITEM, "打开盖子")]


def test_an_option_that_is_broken_at_its_own_hyphen_keeps_it() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, ["The largest inter-", "val is 30 s. Use --no-", "wait to skip the heart-", "beat."])
    assert plains(read_pdf(paper)) == ["The largest interval is 30 s. Use --no-wait to skip the heartbeat."]


def test_a_warning_in_bold_of_the_texts_size_is_no_heading() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Cleaning", size=16, font="bold")
    y = paper.lines(60, 90, PROSE)
    paper.write(60, y + 20, "WARNING: Hot surface. Wear gloves.", font="bold")
    paper.lines(60, y + 60, PROSE)
    labels = [(block.kind, block.label) for block in read_pdf(paper).blocks]
    assert [kind for kind, _ in labels].count(BlockKind.HEADING) == 1
    assert (BlockKind.ADMONITION, "warning") in labels


def test_a_few_wide_set_lines_of_chinese_are_a_paragraph_and_its_steps() -> None:
    paper = Paper().turn()
    for number, line in enumerate(["滤芯应每三十天更换一次，在粉尘较多的环境中应每十",
                                   "五天更换一次。更换时必须先关闭电源。",
                                   "（1）关闭阀门；", "（2）取出旧滤芯；", "3、装入新滤芯。"]):
        paper.page.insert_text((60, 100 + 18 * number), line, fontsize=11, fontname="china-s")
    read = read_pdf(paper)
    first = "滤芯应每三十天更换一次，在粉尘较多的环境中应每十五天更换一次。更换时必须先关闭电源。"
    assert plains(read) == [first, "关闭阀门；", "取出旧滤芯；", "装入新滤芯。"]
    assert [block.kind for block in read.blocks[1:]] == [BlockKind.LIST_ITEM] * 3
