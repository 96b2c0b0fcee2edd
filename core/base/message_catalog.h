// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <map>
#include <string>
#include <string_view>

namespace ql {

/// Core's messages in another language: each English format beside its translation, which has the same places and may
/// number them to put them in another order: "{1} 中 {0}".
class MessageCatalog {
public:
    using Pairs = std::map<std::string, std::string, std::less<>>;

    /// @p messages the `<message>` elements of a Qt Linguist file (.ts); unfinished ones are left out.
    explicit MessageCatalog(std::string_view messages);

    /// A message that the catalog lacks stays English, but what stands in it is translated.
    std::string translated(const Message& message, const Message::NumberWriter& number = {}) const;
    bool knows(const Message& message) const;

    const Pairs& pairs() const { return m_pairs; }

private:
    Pairs m_pairs;
};

/// Every sentence that core says to a user, English beside Chinese: translations/sentences_zh_CN.ts, which the build
/// puts into the library. A sentence that core is taught is written there, too; a test compares the two.
const MessageCatalog& chineseMessages();

/// The same for the words that report.html says by itself: translations/report_zh_CN.ts. They are no messages: "count"
/// in a sentence may be a layer's name.
const MessageCatalog& chineseReportWords();

} // namespace ql
