"""Sums of privacy losses: lattices, atoms and grids.

A loss ℓ with mass w under one neighbour has mass w·e^(−ℓ) under the other. What ``composition``
asks of a sum L is its *excess* E[(1 − e^(ε − L))⁺], the part of δ(ε) that comes from finite
losses, or the ε at which the excess falls to a given room. Nothing here knows of mechanisms.

Sums of equal losses lie on the lattice j·ε. Unequal ones are added exactly while their atoms
are few, and on a grid otherwise: an atom between two grid points is shared out to both so that
its mass under either neighbour is kept. Merging the two again would be post-processing, so
that the sum on the grid is an upper bound of the excess at every ε [D].

Source: [D] V. Doroshenko et al., "Connect the dots: tighter discrete approximations of privacy
loss distributions", PETS 2022.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Atoms", "Lattice", "bracketed_epsilon", "excess", "halves", "lattice_epsilon", "power"]

Array = npt.NDArray[np.float64]

# The most atoms that one half of the groups is kept in; beyond, a grid of so many points.
_POINTS = 1 << 15
# The width of a sum without its tails, in standard deviations.
_DEVIATIONS = 20.0
# How close ε of several groups is bracketed, absolutely and relatively.
_WIDTH, _RELATIVE_WIDTH = 1e-8, 1e-12


class Lattice(NamedTuple):
    """Masses of the losses low·step, (low + 1)·step, …"""

    step: float
    low: int
    masses: Array


class Atoms(NamedTuple):
    """Losses in any order, and their masses."""

    losses: Array
    masses: Array


def power(one: Lattice, n: int, cut: float) -> Lattice:
    """The sum of n ≥ 1 independent losses of one distribution.

    By repeated squaring; all terms are positive, so that no digits are lost in the tails.
    Upper tails of at most ``cut`` in all are dropped, since what is cut from an m-fold sum
    enters the n-fold one at most n/m times. Lower tails move up, which only raises the excess.
    """
    base, result = one, Lattice(one.step, 0, np.ones(1))
    tail = cut / (4.0 * n)
    left = n
    while True:
        if left & 1:
            result = _trim(_convolved(result, base), tail)
        left >>= 1
        if not left:
            return result
        base = _trim(_convolved(base, base), tail)


def _convolved(left: Lattice, right: Lattice) -> Lattice:
    masses: Array = np.convolve(left.masses, right.masses).astype(np.float64, copy=False)
    return Lattice(left.step, left.low + right.low, masses)


def _trim(lattice: Lattice, tail: float) -> Lattice:
    masses = lattice.masses
    above = np.cumsum(masses[::-1])
    stop = max(1, masses.size - int(np.searchsorted(above, tail, side="right")))
    below = np.cumsum(masses[:stop])
    start = min(int(np.searchsorted(below, tail, side="right")), stop - 1)
    if start == 0:
        return lattice._replace(masses=masses[:stop])
    kept = masses[start:stop].copy()
    kept[0] += below[start - 1]
    return Lattice(lattice.step, lattice.low + start, kept)


def lattice_epsilon(lattice: Lattice, room: float) -> float:
    """The least ε ≥ 0 whose excess Σ_(j·step > ε) w_j·(1 − e^(ε − j·step)) is at most room.

    The excess at lattice points tells between which two ε lies; there it is
    ε = ln((Σ w_j − room)/Σ w_j·e^(−j·step)), the sums over all j above.
    """
    step, low, masses = lattice
    # Only losses above ε ≥ 0 count.
    first = max(low, 1)
    weights = masses[first - low :]
    if float(weights.sum()) <= room:
        return 0.0
    gain = -np.expm1(-step * np.arange(1, weights.size + 1))

    def excess_at(place: int) -> float:
        """At the loss below that of ``weights[place]``."""
        return float(weights[place:] @ gain[: weights.size - place])

    over, under = 0, weights.size
    while under - over > 1:
        middle = (over + under) // 2
        over, under = (middle, under) if excess_at(middle) > room else (over, middle)
    above = weights[over:]
    top = (first + over) * step
    spare = float(above.sum()) - room
    # Relative to e^(−top), which may be too small for a number.
    shrunk = float(above @ np.exp(-step * np.arange(above.size)))
    if spare <= 0.0 or shrunk <= 0.0:
        return top
    return max(0.0, top + min(0.0, math.log(spare) - math.log(shrunk)))


def halves(lattices: list[Lattice], cut: float) -> tuple[Atoms, Atoms]:
    """All losses in two sums of about equally many atoms; the excess needs no product of them.

    At most ``cut`` of mass is dropped, as in ``power``.
    """
    sides: tuple[list[Atoms], list[Atoms]] = ([], [])
    sizes = [0.0, 0.0]
    for lattice in sorted(lattices, key=lambda lattice: lattice.masses.size, reverse=True):
        side = int(sizes[1] < sizes[0])
        sides[side].append(_atoms(lattice))
        sizes[side] += math.log(lattice.masses.size)
    return _sum(sides[0], cut / 2.0), _sum(sides[1], cut / 2.0)


def _atoms(lattice: Lattice) -> Atoms:
    step, low, masses = lattice
    return Atoms(np.float64(step) * np.arange(low, low + masses.size, dtype=np.float64), masses)


def _sum(parts: list[Atoms], cut: float) -> Atoms:
    """The sum of independent losses, exact up to ``_POINTS`` atoms."""
    total = Atoms(np.zeros(1), np.ones(1))
    step = _grid_step(parts)
    for part in reversed(parts):
        if total.losses.size * part.losses.size <= _POINTS:
            losses = np.add.outer(total.losses, part.losses).ravel()
            total = Atoms(losses, np.multiply.outer(total.masses, part.masses).ravel())
        else:
            total = _atoms(_trim(_grid_sum(total, part, step), cut / len(parts)))
    return total


def _grid_step(parts: list[Atoms]) -> float:
    """So fine that what tails leave of the sum takes about ``_POINTS`` points."""
    widest = math.fsum(float(np.ptp(part.losses)) for part in parts)
    variance = math.fsum(_variance(part) for part in parts)
    return min(widest, _DEVIATIONS * math.sqrt(variance)) / _POINTS


def _variance(part: Atoms) -> float:
    mass = float(part.masses.sum())
    mean = float(part.masses @ part.losses) / mass
    return float(part.masses @ (part.losses - mean) ** 2) / mass


def _on_grid(atoms: Atoms, step: float) -> Lattice:
    """The atoms on multiples of the step.

    An atom at r above a grid point leaves the share expm1(−r)/expm1(−step) to the next one,
    which keeps its mass under both neighbours [D].
    """
    cells = np.floor(atoms.losses / step)
    share = np.expm1(cells * step - atoms.losses) / math.expm1(-step)
    upper = atoms.masses * np.clip(share, 0.0, 1.0)
    low = int(cells.min())
    index = (cells - low).astype(np.int64)
    masses = np.zeros(int(index.max()) + 2)
    masses[:-1] += np.bincount(index, atoms.masses - upper)
    masses[1:] += np.bincount(index, upper)
    return Lattice(step, low, masses)


def _grid_sum(left: Atoms, right: Atoms, step: float) -> Lattice:
    base, other = _on_grid(left, step), _on_grid(right, step)
    masses = np.zeros(base.masses.size + other.masses.size - 1)
    # Few points of the other one have mass: slices are faster than a full convolution.
    for at in np.flatnonzero(other.masses):
        masses[at : at + base.masses.size] += other.masses[at] * base.masses
    return Lattice(step, base.low + other.low, masses)


class _Above(NamedTuple):
    """Sorted losses; for each place the mass from there on, and ln of that under the other."""

    losses: Array
    masses: Array
    log_shrunk: Array


def _above(atoms: Atoms) -> _Above:
    order = np.argsort(atoms.losses)
    losses, masses = atoms.losses[order], atoms.masses[order]
    with np.errstate(divide="ignore"):
        log_shrunk = np.logaddexp.accumulate((np.log(masses) - losses)[::-1])[::-1]
    return _Above(
        losses,
        np.append(np.cumsum(masses[::-1])[::-1], 0.0),
        np.append(log_shrunk, -np.inf),
    )


def _excess(left: Atoms, right: _Above, epsilon: float) -> float:
    needed = epsilon - left.losses
    at = np.searchsorted(right.losses, needed, side="right")
    gain = right.masses[at] - np.exp(needed + right.log_shrunk[at])
    return float(left.masses @ np.maximum(gain, 0.0))


def excess(left: Atoms, right: Atoms, epsilon: float) -> float:
    """E[(1 − e^(ε − L))⁺] for the sum L of two independent losses."""
    return _excess(left, _above(right), epsilon)


def bracketed_epsilon(left: Atoms, right: Atoms, room: float, most: float) -> float:
    """The least ε in [0, most] whose excess is at most room, from above, by bisection."""
    above = _above(right)
    if _excess(left, above, 0.0) <= room:
        return 0.0
    low, high = 0.0, min(most, float(left.losses.max() + right.losses.max()))
    while high - low > max(_WIDTH, high * _RELATIVE_WIDTH):
        middle = (low + high) / 2.0
        if _excess(left, above, middle) <= room:
            high = middle
        else:
            low = middle
    return high
