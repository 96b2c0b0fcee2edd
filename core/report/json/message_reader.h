// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <string_view>

namespace ql::report {

/// A document holds messages as English text, and its format must not change. To say them in another language once they
/// are read back, they are recognised by the catalog's formats; here alone, as everybody else has the message itself.
/// What no format fits is taken for a text that nobody translates.
Message messageFrom(std::string_view english);

} // namespace ql::report
