/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a library's taps can do wrong, one way per build: -DFAULT_TAP_…. */
#include <quantloupe/taps.h>

static const char* see(const char* layer, const quantloupe_values* values, size_t count)
{
    (void)layer, (void)values, (void)count;
    return "the disk is full";
}

static const quantloupe_tap kTaps[] = {
#if defined(FAULT_TAP_INCOMPLETE)
    {"faulty.Tap", NULL},
#else
    {"faulty.Tap", see},
#endif
};

#if !defined(FAULT_TAP_NO_VERSION)
int32_t quantloupe_taps_version(void)
{
#if defined(FAULT_TAP_OTHER_VERSION)
    return QUANTLOUPE_TAPS_VERSION + 1;
#else
    return QUANTLOUPE_TAPS_VERSION;
#endif
}
#endif

const quantloupe_tap* quantloupe_taps(size_t* count)
{
    *count = sizeof kTaps / sizeof *kTaps;
    return kTaps;
}
