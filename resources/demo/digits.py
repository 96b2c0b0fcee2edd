# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws small grey digits: strokes of our own, bent, shaded and made noisy by a seeded generator."""
import numpy as np

SIZE = 20
CLASSES = 10


def arc(cx, cy, rx, ry, start, stop, steps=9):
    """Points of an ellipse's arc; angles in degrees, 0 to the right, growing clockwise (y points down)."""
    t = np.radians(np.linspace(start, stop, steps))
    return np.stack([cx + rx * np.cos(t), cy + ry * np.sin(t)], axis=1)


def line(*points):
    return np.array(points, dtype=np.float64)


# One list of strokes per digit, in a unit square with the origin at the top left.
STROKES = [
    [arc(.5, .5, .28, .42, 0, 360, 17)],
    [line((.35, .25), (.55, .08), (.55, .92))],
    [np.vstack([arc(.5, .32, .27, .24, 190, 380), line((.25, .92), (.78, .92))])],
    [arc(.48, .29, .26, .21, 200, 450), arc(.48, .71, .28, .21, 270, 520)],
    [line((.62, .92), (.62, .08), (.22, .66), (.82, .66))],
    [np.vstack([line((.76, .08), (.32, .08), (.28, .46)), arc(.5, .66, .27, .26, 225, 500)])],
    [np.vstack([line((.68, .08)), arc(.5, .68, .27, .25, 190, 550, 17)])],
    [line((.22, .08), (.78, .08), (.42, .92))],
    [arc(.5, .28, .23, .2, 0, 360, 13), arc(.5, .7, .27, .22, 0, 360, 13)],
    [np.vstack([arc(.5, .32, .26, .24, 10, 370, 17), line((.66, .92))])],
]


def bend(points, rng_row):
    """An affine map drawn from one row of numbers in [-1, 1]: turn, shear, stretch, shift."""
    turn, shear, wide, tall, dx, dy = rng_row
    a = np.radians(20 * turn)
    rotate = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    stretch = np.array([[.78 + .12 * wide, .3 * shear], [0, .80 + .1 * tall]])
    return (points - .5) @ (rotate @ stretch).T + .5 + .08 * np.array([dx, dy])


def distance(grid, points):
    """The distance of every grid point to a chain of segments."""
    a, b = points[:-1, None], points[1:, None]
    along = b - a
    length2 = np.maximum((along ** 2).sum(-1), 1e-9)
    t = np.clip(((grid - a) * along).sum(-1) / length2, 0, 1)
    return np.sqrt(((grid - a - t[..., None] * along) ** 2).sum(-1)).min(0)


def draw(digit, rng):
    axis = (np.arange(SIZE) + .5) / SIZE
    grid = np.stack(np.meshgrid(axis, axis), -1).reshape(1, -1, 2)
    shape = rng.uniform(-1, 1, 6)
    thickness, ink, paper = rng.uniform(.045, .085), rng.uniform(.55, 1), rng.uniform(0, .35)
    strokes = [bend(s + rng.normal(0, .022, s.shape), shape) for s in STROKES[digit]]
    away = np.min([distance(grid, s) for s in strokes], axis=0).reshape(SIZE, SIZE)
    cover = np.clip((thickness - away) * SIZE + .5, 0, 1)
    image = paper + (ink - paper) * cover + rng.normal(0, .1, (SIZE, SIZE))
    return np.rint(np.clip(image, 0, 1) * 255) / 255  # as if an 8-bit camera had seen it


def dataset(count, seed):
    """Images [count, 1, SIZE, SIZE] float32 in 0..1 and labels [count] int64, every class equally often."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(count) % CLASSES).astype(np.int64)
    images = np.stack([draw(d, rng) for d in labels])[:, None]
    return images.astype(np.float32), labels
