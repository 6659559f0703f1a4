"""What people paste is found exactly: codes, flags, keys, metrics, paths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.identifiers import fold, identifiers


@pytest.mark.parametrize(("text", "expected"), [
    ("Set `minReplicaCount` or `5` and `two words`.", ("minReplicaCount", "5")),
    ("The annotation autoscaling.keda.sh/paused pauses it.", ("autoscaling.keda.sh/paused",)),
    ("Run with --enable-cert-rotation=false or -v.", ("--enable-cert-rotation", "-v")),
    ("ORA-00942 and E1234, error 0x80070005.", ("ORA-00942", "E1234", "0x80070005")),
    ("keda_scaler_errors_total counts; KEDA_HTTP_DEFAULT_TIMEOUT is set.",
     ("keda_scaler_errors_total", "KEDA_HTTP_DEFAULT_TIMEOUT")),
    ("Edit /etc/relay/relay.conf, part PN-4410-B.", ("/etc/relay/relay.conf", "PN-4410-B")),
    ("See https://a.example/b_c/d and [here](../deploy.md).", ()),
    ("Wait 10s for 500MB at 2.15 or v1.28.3, the 3rd time, 99%.", ()),
    ("IMPORTANT: plain English words, and/or read/write, e.g. this.", ()),
    ("It _must_ be <b>bold</b></summary>.", ()),
    ("`'utf8'` and NODE\\_NO\\_WARNINGS", ("utf8", "NODE_NO_WARNINGS")),
    ("SIGTERM and KubeletTooManyPods", ("SIGTERM", "KubeletTooManyPods")),
    ("spec.nodeName, std::string and index.js", ("spec.nodeName", "std::string", "index.js")),
])
def test_identifiers_are_told_from_words(text: str, expected: tuple[str, ...]) -> None:
    assert identifiers(text) == expected


def test_the_exact_case_is_kept_and_each_is_named_once() -> None:
    assert identifiers("serverAddress ServerAddress serverAddress") == ("serverAddress", "ServerAddress")


@pytest.mark.parametrize(("written", "pasted"), [
    ("--metrics-port", "metrics-port"), ("`KEDA_X`", "keda_x"), ("$HOME", "home"), ("E1234:", "e1234"),
])
def test_variants_of_one_identifier_fold_alike(written: str, pasted: str) -> None:
    assert fold(written) == fold(pasted)


@given(st.text(max_size=300))
def test_every_identifier_stands_in_the_text(text: str) -> None:
    for name in identifiers(text):
        assert name in text.replace("\\_", "_")
        assert fold(fold(name)) == fold(name)
