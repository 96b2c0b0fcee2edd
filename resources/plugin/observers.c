/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration algorithms as a user would write them. Of the first the range is the mean and some standard deviations
 * around it, as far as values were seen there. In a config: observer: example.observers.Deviation, with sigmas: 3.
 * The second is a quantizer of weights with a rounding of its own, which keeps their sum. In a config: quantizer:
 * example.quantizers.KeepsSum. */
#include <quantloupe/observers.h>

#include <math.h>
#include <stdlib.h>

typedef struct {
    double sigmas;
    double count;
    double sum;
    double squares;
    double lowest;
    double highest;
} State;

static void* create(const quantloupe_settings* settings)
{
    State* state = calloc(1, sizeof(State));
    if (state)
        state->sigmas = settings->number(settings, "sigmas", 3.0);
    return state;
}

static void* createWhole(const quantloupe_settings* settings)
{
    State* state = create(settings);
    if (state)
        state->sigmas = 1e30; /* all that was seen */
    return state;
}

static const char* observe(void* opaque, const float* values, size_t count)
{
    State* state = opaque;
    if (!(state->sigmas > 0.0))
        return "sigmas must be positive";
    for (size_t i = 0; i < count; ++i) {
        const double value = values[i];
        state->count += 1.0;
        state->sum += value;
        state->squares += value * value;
        state->lowest = fmin(state->lowest, value);
        state->highest = fmax(state->highest, value);
    }
    return NULL;
}

static const char* parameters(const void* opaque, const quantloupe_format* format, quantloupe_parameters* result)
{
    const State* state = opaque;
    const double mean = state->count > 0.0 ? state->sum / state->count : 0.0;
    const double variance = state->count > 0.0 ? fmax(state->squares / state->count - mean * mean, 0.0) : 0.0;
    const double reach = state->sigmas * sqrt(variance);
    /* Zero is always among what can be represented. */
    const double low = fmin(fmax(state->lowest, mean - reach), 0.0);
    const double high = fmax(fmin(state->highest, mean + reach), 0.0);
    const double steps = (double)(format->highest - format->lowest);
    if (format->is_symmetric) {
        result->scale = fmax(-low, high) / (double)((format->highest - format->lowest) / 2);
        result->zero_point = format->is_signed ? 0 : (format->highest + 1) / 2;
    } else {
        result->scale = (high - low) / steps;
        result->zero_point = result->scale > 0.0 ? format->lowest + llround(-low / result->scale) : 0;
    }
    if (!(result->scale > 0.0))
        result->scale = 1.0;
    return NULL;
}

/* What rounding adds to one weight, the next ones take back. */
static const char* roundKeepingSum(void* opaque, const quantloupe_format* format,
                                   const quantloupe_parameters* parameters, const float* values, size_t count,
                                   int64_t* integers)
{
    double owed = 0.0;
    (void)opaque;
    for (size_t i = 0; i < count; ++i) {
        const double wanted = values[i] / parameters->scale + owed;
        const double nearest = fmin(fmax(nearbyint(wanted) + (double)parameters->zero_point, (double)format->lowest),
                                    (double)format->highest);
        integers[i] = (int64_t)nearest;
        owed = wanted - (nearest - (double)parameters->zero_point);
    }
    return NULL;
}

static const quantloupe_observer kObservers[] = {
    {"example.observers.Deviation", create, observe, parameters, free},
    {"example.quantizers.KeepsSum", createWhole, observe, parameters, free},
};
static const quantloupe_rounding kRoundings[] = {
    {"example.quantizers.KeepsSum", roundKeepingSum},
};

int32_t quantloupe_observers_version(void)
{
    return QUANTLOUPE_OBSERVERS_VERSION;
}

const quantloupe_observer* quantloupe_observers(size_t* count)
{
    *count = sizeof kObservers / sizeof *kObservers;
    return kObservers;
}

const quantloupe_rounding* quantloupe_roundings(size_t* count)
{
    *count = sizeof kRoundings / sizeof *kRoundings;
    return kRoundings;
}
