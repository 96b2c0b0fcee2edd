/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration algorithms of your own for Quantloupe, in a shared library: `quantloupe-cli COMMAND … --op-library
 * FILE.so`. An observer watches the values of one tensor, or of one of its channels, and says how to quantize them. It
 * is named where others are: `--observer NAME`, or in a config as a class of your own (observer:
 * my.package.MyObserver). Then it takes the numbers that the config gives it.
 *
 * This header is plain C and all that a library needs: it has two functions, declared at the end, and a third where it
 * rounds weights itself. The same library may
 * have operators, too (quantloupe/operators.h). A library that crashes or hangs while it is being loaded is refused; a
 * crash later ends the whole program. One state is used by one thread at a time, several states by several threads at
 * once. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define QUANTLOUPE_OBSERVERS_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/** The integers to quantize to. */
typedef struct {
    int32_t bits;
    int32_t is_signed;
    int32_t is_symmetric; /**< real zero lies in the middle: at integer 0, or unsigned at half of them */
    int64_t lowest;
    int64_t highest;
} quantloupe_format;

/** What is said of the observer where it is named. Valid during the call that gives it. */
typedef struct quantloupe_settings quantloupe_settings;
struct quantloupe_settings {
    /** The number called @p name, or @p fallback where nothing is said. */
    double (*number)(const quantloupe_settings* settings, const char* name, double fallback);
};

/** What a quantizer computes with: integer = saturate(round(x / scale) + zero_point). */
typedef struct {
    double scale;       /**< positive */
    int64_t zero_point; /**< one of the format's integers */
} quantloupe_parameters;

/** One algorithm. Functions that return text return NULL, or what is wrong, for the error that the user sees. */
typedef struct {
    const char* name; /**< "my.package.MyObserver" */
    /** Begins a tensor. NULL stands for no memory. */
    void* (*create)(const quantloupe_settings* settings);
    /** The next values, in any number. */
    const char* (*observe)(void* state, const float* values, size_t count);
    /** After the last values, once or for several formats. */
    const char* (*parameters)(const void* state, const quantloupe_format* format, quantloupe_parameters* result);
    void (*destroy)(void* state);
} quantloupe_observer;

/** How the weights of one of the library's observers become integers, where that isn't "to the nearest". What a network
 * computes is rounded by its own operators, always to the nearest. */
typedef struct {
    const char* observer; /**< its name: "my.package.MyObserver" */
    /** Writes an integer of @p format for each of the @p count values of a weight, or of one of its channels. Only
     * these were observed by @p state, which is thrown away afterwards. */
    const char* (*round)(void* state, const quantloupe_format* format, const quantloupe_parameters* parameters,
                         const float* values, size_t count, int64_t* integers);
} quantloupe_rounding;

/** Returns QUANTLOUPE_OBSERVERS_VERSION. */
int32_t quantloupe_observers_version(void);
/** The library's observers and their number; they stay valid. */
const quantloupe_observer* quantloupe_observers(size_t* count);
/** How their weights are rounded; a library without this function, or without an entry, rounds to the nearest. */
const quantloupe_rounding* quantloupe_roundings(size_t* count);

#ifdef __cplusplus
}
#endif
