// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"

#include "moc_graph_view_test.cpp"
