#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the images and what Python's OpenCV and numpy make of them; tst_preprocessing compares bit for bit.

Debian 12's python3-opencv and python3-numpy. Every case is written out in plain calls, not through a helper that might
share a mistake with the program."""
import pathlib

import cv2
import numpy as np

HERE = pathlib.Path(__file__).parent
f32 = np.float32


def save(name, array):
    np.save(HERE / f"{name}.npy", np.ascontiguousarray(array))


def main():
    rng = np.random.default_rng(7)
    y, x = np.mgrid[0:23, 0:37]
    wave = 127 + 90 * np.sin(x / 3.0)[..., None] * np.cos(y / np.array([2.0, 3.0, 5.0])[:, None, None]).transpose(1, 2, 0)
    image = np.clip(wave + rng.normal(0, 20, (23, 37, 3)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(HERE / "wide.png"), image)
    cv2.imwrite(str(HERE / "tall.jpg"), cv2.resize(image.transpose(1, 0, 2), (30, 41), interpolation=cv2.INTER_CUBIC))

    wide = cv2.imread(str(HERE / "wide.png"))
    tall = cv2.imread(str(HERE / "tall.jpg"))

    rgb = cv2.cvtColor(wide, cv2.COLOR_BGR2RGB)
    mean = np.array([0.485, 0.456, 0.406], f32)
    std = np.array([0.229, 0.224, 0.225], f32)
    stretched = cv2.resize(rgb, (16, 12), interpolation=cv2.INTER_LINEAR)
    save("stretch", ((stretched.astype(f32) / f32(255) - mean) / std).transpose(2, 0, 1)[None])

    save("bgr_nhwc", cv2.resize(wide, (9, 20), interpolation=cv2.INTER_AREA)[None])

    gray = cv2.resize(cv2.cvtColor(wide, cv2.COLOR_BGR2GRAY), (13, 11), interpolation=cv2.INTER_CUBIC)
    save("gray", (gray.astype(f32) / f32(255))[None, None])

    rgb = cv2.cvtColor(tall, cv2.COLOR_BGR2RGB)
    height, width = rgb.shape[:2]
    resized = cv2.resize(rgb, (20, 20 * height // width), interpolation=cv2.INTER_LINEAR)
    top, left = (resized.shape[0] - 16) // 2, (resized.shape[1] - 18) // 2
    cut = resized[top:top + 16, left:left + 18]
    save("short_side", ((cut.astype(f32) - f32(127)) * f32(0.0078125)).transpose(2, 0, 1)[None])

    rgb = cv2.cvtColor(wide, cv2.COLOR_BGR2RGB)
    ratio = min(24 / 37, 24 / 23)
    new_w, new_h = round(37 * ratio), round(23 * ratio)
    small = cv2.resize(rgb, (new_w, new_h), interpolation=cv2.INTER_NEAREST)
    pad_x, pad_y = 24 - new_w, 24 - new_h
    boxed = cv2.copyMakeBorder(small, pad_y // 2, pad_y - pad_y // 2, pad_x // 2, pad_x - pad_x // 2, cv2.BORDER_CONSTANT,
                               value=(114, 115, 116))
    save("letterbox", (boxed.astype(f32) / f32(255)).transpose(2, 0, 1)[None])

    cropped = cv2.cvtColor(wide[4:4 + 15, 3:3 + 20], cv2.COLOR_BGR2RGB)
    save("crop", cropped.astype(f32).transpose(2, 0, 1)[None])


main()
