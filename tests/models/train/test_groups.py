"""Candidates of a query: what is near, and what is not taken for a wrong answer."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from models.train.cases import DEPTH, prepare_cases
from models.train.groups import NEGATIVES, Project, make_group
from models.train.neighbours import Bm25, fused, ranks
from models.train.prepare import load_project
from models.train.queries import Kind, Query
from models.train.sections import Section
from tests.fakes import FakeEmbedder
from tests.models.train.pages import manual, section


def project(sections: list[Section]) -> Project:
    return load_project(sections, FakeEmbedder())


def vector(text: str) -> NDArray[np.float32]:
    return np.asarray(FakeEmbedder().embed([text])[0], np.float32)


def test_bm25_puts_the_text_with_the_rare_words_first() -> None:
    index = Bm25(["the queue is the place", "the depth of the queue", "the end"])
    scores = index.scores("queue depth")
    assert list(ranks(scores)) == [2, 1, 3]
    assert index.coverage("queue depth", 1) == 1
    assert 0 < index.coverage("queue depth", 0) < 0.5
    assert scores[1] > 0 == scores[2]


def test_rank_fusion_prefers_what_both_lists_found() -> None:
    both = fused(np.array([3.0, 2.0, 0.0, 0.0]), np.array([0.1, 0.8, 0.9, 0.2]))
    assert int(np.argmax(both)) == 1


def test_groups_hold_the_answer_or_say_that_nothing_answers() -> None:
    sections = manual()
    of = project(sections)
    rng = Random(4)
    seen = set()
    for at in range(0, len(sections), 3):
        query = Query(kind=Kind.NATURAL, text=sections[at].heading, answer=at)
        for _ in range(8):
            group = make_group(of, query, vector(query.text), rng)
            assert group is not None
            assert len(set(group.passages)) == len(group.passages) == NEGATIVES + 1 == len(group.cosines)
            own = sections[at].passage(with_heading=False)
            assert (own in group.passages) == (group.answer is not None)
            if group.answer is not None:
                assert group.passages[group.answer] == own
            seen.add(group.answer is None)
    assert seen == {True, False}


def test_a_copy_of_the_answer_and_a_passage_with_all_words_of_a_keyword_query_are_no_wrong_answers() -> None:
    sections = manual()
    copy = section("Elsewhere", sections[1].body, page="copy.md", names=("Copy",))
    mention = section("See also", "backup_interval is explained in the chapter about the interval of the backup, "
                      "together with all other settings.", page="index.md")
    of = project([*sections, copy, mention])
    query = Query(kind=Kind.KEYWORD, text="backup_interval", answer=1)
    rng = Random(2)
    for _ in range(20):
        group = make_group(of, query, vector(query.text), rng)
        assert group is not None
        assert copy.passage(with_heading=True) not in group.passages
        assert mention.passage(with_heading=True) not in group.passages


def test_the_cosine_is_that_of_the_passage_as_it_is_read_so_that_no_hidden_heading_gives_the_answer_away() -> None:
    sections = manual()
    of, rng = project(sections), Random(6)
    for kind in Kind:
        query = Query(kind=kind, text=sections[0].heading, answer=0)
        group = make_group(of, query, vector(query.text), rng)
        assert group is not None
        assert group.cosines == pytest.approx(FakeEmbedder().embed(group.passages) @ vector(query.text), abs=1e-5)


def test_searches_to_judge_on_hold_what_was_found_and_where_the_answer_is() -> None:
    sections = manual()
    cases = prepare_cases(sections, FakeEmbedder(), seed=1, natural=6, made=6)
    assert {case.kind for case in cases} == set(Kind)
    for case in cases:
        assert len(case.passages) == min(DEPTH, len(sections))
        assert all(len(values) == len(case.passages) for values in (case.cosines, case.lexical, case.coverage))
        assert case.cosines == pytest.approx(FakeEmbedder().embed(case.passages) @ vector(case.query), abs=1e-5)
        if case.kind is not Kind.KEYWORD and case.answer is not None:
            assert case.query.rstrip("?") not in case.passages[case.answer]
