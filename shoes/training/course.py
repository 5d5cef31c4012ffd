"""A resumable run of training: optimiser, falling rate, checkpoints every ten minutes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

SAVE_EVERY_S = 600.0


@dataclass(frozen=True)
class Course:
    """What one run learns from; `loss_at(step)` draws its own batch from the step's number."""

    network: nn.Module
    loss_at: Callable[[int], Tensor]
    steps: int
    rate: float
    checkpoint: Path


def _save(course: Course, optimiser: torch.optim.Optimizer, step: int) -> None:
    half = course.checkpoint.with_suffix(".half")
    torch.save({"network": course.network.state_dict(), "optimiser": optimiser.state_dict(), "step": step}, half)
    half.replace(course.checkpoint)


def run(course: Course, say: Callable[[str], None] = print) -> None:
    """Train to the last step, from the checkpoint if there is one. The network is left in evaluation mode."""
    course.network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(course.network.parameters(), lr=course.rate, weight_decay=0.01)
    schedule = _rate_of(course)
    step = 0
    if course.checkpoint.exists():
        saved = torch.load(course.checkpoint, weights_only=True)
        course.network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        step = int(saved["step"])
        say(f"{course.checkpoint.name}: on from step {step}")
    course.network.train()
    saved_at, mean = time.monotonic(), 0.0
    while step < course.steps:
        for group in optimiser.param_groups:
            group["lr"] = schedule(step)
        optimiser.zero_grad(set_to_none=True)
        loss = course.loss_at(step)
        loss.backward()
        nn.utils.clip_grad_norm_(course.network.parameters(), 5.0)
        optimiser.step()
        step += 1
        mean = 0.98 * mean + 0.02 * float(loss.detach())
        if step % 200 == 0:
            say(f"{course.checkpoint.name}: step {step} of {course.steps}, loss {mean / (1 - 0.98**step):.4f}")
        if time.monotonic() - saved_at > SAVE_EVERY_S:
            _save(course, optimiser, step)
            saved_at = time.monotonic()
    _save(course, optimiser, step)
    course.network.eval()


def _rate_of(course: Course) -> Callable[[int], float]:
    """A short warm-up, then a cosine to nothing."""

    def rate(step: int) -> float:
        warm = min(1.0, (step + 1) / 200)
        fall = 0.5 * (1 + float(torch.cos(torch.tensor(torch.pi * step / course.steps))))
        return course.rate * warm * max(fall, 0.01)

    return rate
