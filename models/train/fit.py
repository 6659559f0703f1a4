"""Learning: listwise over each group, with the clock as schedule.

1. The score of a pair is the network's number plus ``alpha`` times the bi-encoder's cosine. The network starts at 0
   for all, so the first order is the bi-encoder's and only what it misses has to be learned; ``alpha`` and the
   starting bias are fitted to the groups before the first step.
2. Loss: cross entropy over the candidates of a group and one more outcome, "none of them", whose score is fixed at 0,
   plus half the mean binary cross entropy of the pairs. A group without an answer teaches the outcome "none".
3. Rate and length follow the minutes spent, not the steps, so a run ends on time on any machine: a short rise, a
   plateau, a fall to nothing; short windows first, whole ones for the last third.
4. Every few minutes the state goes to disk in one step; the same command goes on from there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch
from torch import Tensor
from torch.nn import functional

from models.train.groups import Group
from models.train.network import HEAD_BIAS, CrossEncoder, padded
from models.train.pairs import Pair, PairWriter

BATCH_GROUPS = 8
FORWARD_PAIRS = 10
RATE, HEAD_RATE, DECAY = 1.5e-4, 2e-3, 0.01
RISE, FALL = 0.04, 0.5
SHORT, LONG, LONG_FROM = 128, 208, 0.7
PAIR_LOSS = 0.5
SAVE_SECONDS = 180.0
STARTING_GROUPS = 300
TARGET_SMOOTH = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How long and where to learn. ``minutes`` are those of computing, over all continuations."""

    minutes: float
    seed: int
    device: str
    checkpoint: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What a run ends with: the network, the weight of the cosine it was trained beside, and the groups seen."""

    network: CrossEncoder
    alpha: float
    groups_seen: int


def fit(network: CrossEncoder, groups: Sequence[Group], writer: PairWriter, plan: Plan, *,
        clock: Callable[[], float] = time.monotonic) -> Fitted:
    """Train until the minutes are spent; goes on from the checkpoint where there is one."""
    torch.manual_seed(plan.seed)
    network.to(plan.device)
    optimiser = _optimiser(network)
    alpha, bias = starting_point(groups[::max(1, len(groups) // STARTING_GROUPS)])
    spent, seen = 0.0, 0
    if plan.checkpoint.exists():
        state = torch.load(plan.checkpoint, weights_only=True, map_location=plan.device)
        network.load_state_dict(state["network"])
        optimiser.load_state_dict(state["optimiser"])
        spent, seen = float(state["spent"]), int(state["seen"])
    else:
        with torch.no_grad():
            network.get_parameter(HEAD_BIAS.replace(".", "_")).fill_(bias)
    saved = spent
    for batch in _batches(groups, plan.seed, seen):
        if spent >= plan.minutes * 60:
            break
        started = clock()
        loss = _step(network, optimiser, batch, writer, alpha, spent / (plan.minutes * 60), plan.device)
        spent += clock() - started
        seen += len(batch)
        if spent - saved > SAVE_SECONDS:
            saved = spent
            _save(plan.checkpoint, network, optimiser, spent, seen)
        print(f"{spent / 60:.2f} min, {seen} groups, loss {loss:.4f}", file=sys.stderr, flush=True)
    _save(plan.checkpoint, network, optimiser, spent, seen)
    return Fitted(network=network, alpha=alpha, groups_seen=seen)


def group_loss(scores: Tensor, answers: Sequence[int | None], sizes: Sequence[int]) -> Tensor:
    """The mean loss of groups whose scores lie one behind the other in ``scores``."""
    losses = []
    for part, answer in zip(scores.split(list(sizes)), answers, strict=True):
        outcomes = torch.cat([part, part.new_zeros(1)]).unsqueeze(0)
        at = len(part) if answer is None else answer
        wanted = torch.zeros_like(part)
        if answer is not None:
            wanted[answer] = 1
        listwise = functional.cross_entropy(outcomes, torch.tensor([at], device=part.device),
                                            label_smoothing=TARGET_SMOOTH)
        losses.append(listwise + PAIR_LOSS * functional.binary_cross_entropy_with_logits(part, wanted))
    return torch.stack(losses).mean()


def starting_point(groups: Sequence[Group]) -> tuple[float, float]:
    """Weight of the cosine and bias that fit the groups best without any network."""
    cosines = torch.tensor([cosine for group in groups for cosine in group.cosines])
    line = torch.tensor([10.0, -5.0], requires_grad=True)
    solver = torch.optim.LBFGS([line], max_iter=20, line_search_fn="strong_wolfe")
    answers, sizes = [group.answer for group in groups], [len(group.passages) for group in groups]

    def closure() -> Tensor:
        solver.zero_grad()
        loss = group_loss(line[0] * cosines + line[1], answers, sizes)
        loss.backward()
        return loss

    solver.step(closure)
    return float(line[0].detach()), float(line[1].detach())


def rate_at(progress: float) -> float:
    """The share of the full rate after that share of the time."""
    if progress < RISE:
        return progress / RISE + 0.01
    return min(1.0, (1 - progress) / FALL)


def score_pairs(network: CrossEncoder, pairs: Sequence[Pair], device: str) -> Tensor:
    """The network's numbers in the order of ``pairs``; pairs of like length go together."""
    order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]))
    parts = [network(*padded([pairs[at] for at in order[start:start + FORWARD_PAIRS]], device))
             for start in range(0, len(order), FORWARD_PAIRS)]
    places = torch.empty(len(order), dtype=torch.long)
    places[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(parts)[places.to(device)]


def _step(network: CrossEncoder, optimiser: torch.optim.Optimizer, batch: Sequence[Group], writer: PairWriter,
          alpha: float, progress: float, device: str) -> float:
    window = SHORT if progress < LONG_FROM else LONG
    for part in optimiser.param_groups:
        part["lr"] = part["peak"] * rate_at(progress)
    pairs = [pair for group in batch for pair in writer.pairs(group.query, group.passages, window)]
    cosines = torch.tensor([cosine for group in batch for cosine in group.cosines], device=device)
    scores = score_pairs(network, pairs, device) + alpha * cosines
    loss = group_loss(scores, [group.answer for group in batch], [len(group.passages) for group in batch])
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_([p for p in network.parameters() if p.requires_grad], 1.0)
    optimiser.step()
    return float(loss.detach())


def _batches(groups: Sequence[Group], seed: int, seen: int) -> Iterator[Sequence[Group]]:
    """Batches without end, each round in an order of its own; the first ``seen`` groups are passed over."""
    whole = len(groups) // BATCH_GROUPS
    batch = seen // BATCH_GROUPS
    while True:
        order = list(range(len(groups)))
        Random(seed * 1000 + batch // whole).shuffle(order)
        for at in range(batch % whole, whole):
            yield [groups[place] for place in order[at * BATCH_GROUPS:(at + 1) * BATCH_GROUPS]]
            batch += 1


def _optimiser(network: CrossEncoder) -> torch.optim.Optimizer:
    body = [p for name, p in network.named_parameters() if p.requires_grad and not name.startswith("head_")]
    head = [p for name, p in network.named_parameters() if name.startswith("head_")]
    return torch.optim.AdamW([{"params": body, "lr": RATE, "peak": RATE},
                              {"params": head, "lr": HEAD_RATE, "peak": HEAD_RATE}], weight_decay=DECAY)


def _save(path: Path, network: CrossEncoder, optimiser: torch.optim.Optimizer, spent: float, seen: int) -> None:
    partial = path.with_name(f".{path.name}.saving")
    torch.save({"network": network.state_dict(), "optimiser": optimiser.state_dict(), "spent": spent, "seen": seen},
               partial)
    partial.replace(path)
