// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"

#include "moc_workbench_test.cpp"
