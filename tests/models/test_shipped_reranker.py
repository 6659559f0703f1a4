"""The reranker that is shipped: the right bytes, the right order for plain cases, the same score in every company."""

from __future__ import annotations

import numpy as np
import pytest

from models.embedder import OnnxEmbedder
from models.files import SHIPPED, ModelFiles, sha256_of
from models.manifest import Fetch, Model, Role, Use
from models.reranker import OnnxReranker

LARGEST = 25_000_000
PAIRS = [
    ("how do I change how long it waits before scaling down?",
     "Cooldown\nSet cooldownPeriod to the number of seconds between the last event and scaling to zero. Default: 300.",
     "Replicas\nSet maxReplicaCount to the largest number of pods that may run at the same time. Default: 100."),
    ("restore a single file from a backup",
     "Extracting\nThe extract command writes files of an archive to the current folder. Name paths behind the archive "
     "to get only those back.",
     "Creating archives\nThe create command makes a new archive of the folders that are named, each file once."),
    ("why is my password rejected after an upgrade",
     "Known problems\nSince 4.0 hashes of the old form are no longer accepted at login. Users set new passwords.",
     "Upgrade\nStop the service, install the new package and start the service again."),
    ("default port of the metrics endpoint",
     "Monitoring\nFigures are served below /metrics on port 9187 unless --web.listen-address names another one.",
     "Monitoring\nGraphs can be drawn with any program that reads the exposition format."),
    ("can two schedulers run at once?",
     "High availability\nOnly one scheduler is active at a time: the others wait until its lease runs out.",
     "Scheduling\nThe scheduler looks every minute for jobs that are due and hands them to the workers."),
    ("connection refused when pushing to the registry",
     "Troubleshooting\nWhen a push ends with 'connection refused', the registry does not listen on the address in the "
     "image's name. Compare it with the option addr.",
     "Pushing\nTag the image with the name of the registry and run push."),
    ("delete old log files automatically",
     "Rotation\nLogs older than keep_days are removed every night; the file that is written to is never touched.",
     "Log level\nlevel may be debug, info, warning or error; debug writes a line for each request."),
    ("what does --dry-run do",
     "Options\n--dry-run prints what would be changed and changes nothing.",
     "Options\n--verbose prints each step while it is done."),
    ("which databases are supported?",
     "Requirements\nPostgreSQL 13 or newer and MariaDB 10.6 or newer can be used; SQLite serves for trials only.",
     "Requirements\nTwo cores and 4 GB of memory are enough for a hundred users."),
    ("max_connections limit",
     "Pool settings\nmax_connections bounds how many clients may be connected; further ones wait.",
     "Pool settings\nidle_timeout is the time after which an unused connection is closed."),
    ("how are secrets encrypted at rest?",
     "Storage of secrets\nBefore it is written to disk, a secret is encrypted with AES-256 and its project's key.",
     "Secrets\nA secret is created with the command secret create and named in the job that needs it."),
    ("roll back to the previous release",
     "Undoing a deployment\nThe command rollback brings back the revision before; --to names an older one.",
     "Deployments\nEach deployment gets a revision number, and the last ten are kept."),
]


@pytest.fixture(scope="module")
def files(model_files: ModelFiles) -> ModelFiles:
    return ModelFiles(model_files.manifest, (*model_files.folders, SHIPPED))


@pytest.fixture(scope="module")
def model(files: ModelFiles) -> Model:
    known = files.manifest.of_role(Role.RERANKER)
    if not known:
        pytest.skip("the manifest names no reranker")
    return known[0]


@pytest.fixture(scope="module")
def reranker(files: ModelFiles, model: Model) -> OnnxReranker:
    return OnnxReranker(files, model)


def test_the_shipped_graph_is_the_one_the_manifest_names_and_small(model: Model) -> None:
    graph = model.file(Use.GRAPH)
    assert model.fetch is Fetch.SHIPPED
    assert sha256_of(SHIPPED / graph.name) == graph.sha256
    assert (SHIPPED / graph.name).stat().st_size == graph.bytes <= LARGEST


def test_licence_training_text_and_figures_stand_beside_the_weights(model: Model) -> None:
    card = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert model.file(Use.GRAPH).sha256 in card
    assert model.licence in card
    for word in ("## Training text", "## Figures", "CC-BY-4.0", "all-MiniLM-L6-v2"):
        assert word in card


@pytest.mark.model
@pytest.mark.parametrize(("query", "answer", "other"), PAIRS, ids=[query for query, _, _ in PAIRS])
def test_the_passage_that_answers_scores_higher(
    reranker: OnnxReranker, real_embedder: OnnxEmbedder, query: str, answer: str, other: str
) -> None:
    vectors = real_embedder.embed([query, answer, other])
    high, low = reranker.score(query, [answer, other], [float(vectors[0] @ vector) for vector in vectors[1:]])
    assert 0 <= low < high <= 1


@pytest.mark.model
def test_a_pair_scores_the_same_alone_and_in_any_company(reranker: OnnxReranker) -> None:
    passages = [passage for _, *both in PAIRS for passage in both]
    cosines = np.linspace(-0.2, 0.9, len(passages)).tolist()
    query = PAIRS[0][0]
    together = reranker.score(query, passages, cosines)
    backwards = reranker.score(query, passages[::-1], cosines[::-1])[::-1]
    alone = [reranker.score(query, [passage], [cosine])[0]
             for passage, cosine in zip(passages, cosines, strict=True)]
    assert together == backwards == alone
