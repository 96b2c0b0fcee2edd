// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message_catalog.h"

namespace ql {

/// Every sentence that core says to a user, English beside Chinese: translations/sentences_zh_CN.ts, which the build
/// puts into the library. A sentence that core is taught is written there, too; a test compares the two.
const MessageCatalog& chineseMessages();

/// The same for the words that report.html says by itself: translations/report_zh_CN.ts. They are no messages: "count"
/// in a sentence may be a layer's name.
const MessageCatalog& chineseReportWords();

} // namespace ql
