/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loggers of your own for Quantloupe, in a shared library: `quantloupe-cli compare … --op-library FILE.so`. A tap is
 * shown the numbers of one layer after the other, of both models where a command compares two: what the Numeric Suite
 * of PyTorch calls an OutputLogger.
 *
 * This header is plain C and all that a library needs: it has two functions, declared at the end. The same library may
 * have operators and observers, too (quantloupe/operators.h, observers.h). A library that crashes or hangs while it is
 * being loaded is refused; a crash later ends the whole program. A tap may be called from several threads at once. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define QUANTLOUPE_TAPS_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/** The numbers of a layer's output, in C order without gaps. Valid during the call that gives them. */
typedef struct {
    int32_t type; /**< of the elements, with ONNX's numbers: 1 = float32, always where two models are compared */
    size_t rank;
    const int64_t* shape; /**< of @p rank sizes */
    const void* data;
} quantloupe_values;

/** One logger. */
typedef struct {
    const char* name; /**< "my.package.MyLogger", for errors */
    /** Sees the layer called @p layer: @p count is 1 of one model, and 2 of two, the baseline's values first. Integers
     * of a quantized model are shown as the real numbers that they stand for. Returns NULL, or what is wrong, which
     * ends the command with it. */
    const char* (*see)(const char* layer, const quantloupe_values* values, size_t count);
} quantloupe_tap;

/** Returns QUANTLOUPE_TAPS_VERSION. */
int32_t quantloupe_taps_version(void);
/** The library's taps and their number; they stay valid. */
const quantloupe_tap* quantloupe_taps(size_t* count);

#ifdef __cplusplus
}
#endif
