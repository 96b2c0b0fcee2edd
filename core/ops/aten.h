// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The precompiled header of the engine: the only way in which its sources see ATen.
#include <ATen/ATen.h>

// glog-like macros that ATen leaks and that collide with everyone else's.
#undef CHECK
#undef LOG
