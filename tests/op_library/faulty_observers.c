/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a library's observers can do wrong, one way per build: -DFAULT_OBSERVER_…. */
#include <quantloupe/observers.h>

#include <stdlib.h>

static void* create(const quantloupe_settings* settings)
{
    (void)settings;
#if defined(FAULT_OBSERVER_NO_STATE)
    return NULL;
#else
    return malloc(1);
#endif
}

static const char* observe(void* state, const float* values, size_t count)
{
    (void)state, (void)values, (void)count;
#if defined(FAULT_OBSERVER_REFUSES)
    return "the moon is full";
#else
    return NULL;
#endif
}

static const char* parameters(const void* state, const quantloupe_format* format, quantloupe_parameters* result)
{
    (void)state, (void)format;
    result->scale = 0.5;
#if defined(FAULT_OBSERVER_ZERO_POINT)
    result->zero_point = 1000;
#elif defined(FAULT_OBSERVER_SCALE)
    result->scale = -1.0;
#endif
    return NULL;
}

#if defined(FAULT_OBSERVER_ROUNDS_TOO_FAR) || defined(FAULT_OBSERVER_ROUNDS_NOBODY)
static const char* roundUp(void* state, const quantloupe_format* format, const quantloupe_parameters* parameters,
                           const float* values, size_t count, int64_t* integers)
{
    (void)state, (void)parameters, (void)values;
    for (size_t i = 0; i < count; ++i)
        integers[i] = format->highest + 1;
    return NULL;
}

const quantloupe_rounding* quantloupe_roundings(size_t* count)
{
#if defined(FAULT_OBSERVER_ROUNDS_NOBODY)
    static const quantloupe_rounding kRoundings[] = {{"faulty.Nobody", roundUp}};
#else
    static const quantloupe_rounding kRoundings[] = {{"faulty.Observer", roundUp}};
#endif
    *count = 1;
    return kRoundings;
}
#endif

static const quantloupe_observer kObservers[] = {
#if defined(FAULT_OBSERVER_TAKES_A_NAME)
    {"min_max", create, observe, parameters, free},
#elif defined(FAULT_OBSERVER_INCOMPLETE)
    {"faulty.Observer", create, observe, NULL, free},
#else
    {"faulty.Observer", create, observe, parameters, free},
#endif
};

int32_t quantloupe_observers_version(void)
{
#if defined(FAULT_OBSERVER_OTHER_VERSION)
    return QUANTLOUPE_OBSERVERS_VERSION + 1;
#else
    return QUANTLOUPE_OBSERVERS_VERSION;
#endif
}

#if !defined(FAULT_OBSERVER_NO_LIST)
const quantloupe_observer* quantloupe_observers(size_t* count)
{
    *count = sizeof kObservers / sizeof *kObservers;
    return kObservers;
}
#endif
