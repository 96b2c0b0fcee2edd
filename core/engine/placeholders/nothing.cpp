// SPDX-License-Identifier: GPL-3.0-or-later
// What is in a library that only has a name.
