// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"

#include "moc_window_test.cpp"
