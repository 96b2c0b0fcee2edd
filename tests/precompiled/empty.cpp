// SPDX-License-Identifier: GPL-3.0-or-later
// The libraries of this folder hold precompiled headers alone.
