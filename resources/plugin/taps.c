/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A logger as a user would write it: a line of CSV for every layer, with the largest magnitude of its output and, where
 * two models are compared, the largest difference between them. They go to the file that the environment names as
 * MY_LAYERS, behind what it holds, or to standard error. */
#include <quantloupe/taps.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kFloat32 = 1 };

static size_t countOf(const quantloupe_values* values)
{
    size_t count = 1;
    for (size_t i = 0; i < values->rank; ++i)
        count *= (size_t)values->shape[i];
    return count;
}

static const char* see(const char* layer, const quantloupe_values* values, size_t count)
{
    const quantloupe_values* const last = &values[count - 1];
    if (values->type != kFloat32 || last->type != kFloat32)
        return NULL; /* run shows integers, too */
    if (countOf(values) != countOf(last))
        return "the two models' outputs differ in size";
    const float* const x = values->data;
    const float* const y = last->data;
    double magnitude = 0.0;
    double difference = 0.0;
    for (size_t i = 0; i < countOf(last); ++i) {
        magnitude = fmax(magnitude, fabs((double)y[i]));
        difference = fmax(difference, fabs((double)x[i] - y[i]));
    }
    const char* const path = getenv("MY_LAYERS");
    FILE* const file = path ? fopen(path, "a") : stderr;
    if (!file)
        return "the file that MY_LAYERS names can't be written";
    fprintf(file, "\"%s\",%.9g,%.9g\n", layer, magnitude, difference);
    if (path)
        fclose(file);
    return NULL;
}

static const quantloupe_tap kTaps[] = {{"example.loggers.Largest", see}};

int32_t quantloupe_taps_version(void)
{
    return QUANTLOUPE_TAPS_VERSION;
}

const quantloupe_tap* quantloupe_taps(size_t* count)
{
    *count = sizeof kTaps / sizeof *kTaps;
    return kTaps;
}
