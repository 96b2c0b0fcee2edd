// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ql::importers::foreign {

/// What tells a file of some format from all others.
using Signature = bool (*)(std::string_view bytes);

bool isCoreMl(std::string_view bytes); ///< a protobuf message with fields that only Core ML's Model has
bool isDeepLearningContainer(std::string_view bytes);
bool isHailo(std::string_view bytes);
bool isHdf5(std::string_view bytes);
bool isIntermediateRepresentation(std::string_view bytes); ///< OpenVINO's XML
bool isKerasArchive(std::string_view bytes);
bool isMlirBytecode(std::string_view bytes);
bool isNcnn(std::string_view bytes);
bool isOfflineModel(std::string_view bytes);
bool isRknn(std::string_view bytes);
bool isTensorRtEngine(std::string_view bytes);
bool isTorchServeArchive(std::string_view bytes);

/// Whether @p mark stands at byte @p at.
template <std::size_t at, char... mark>
bool hasMark(std::string_view bytes)
{
    constexpr char kMark[] = {mark...};
    return bytes.substr(bytes.size() < at ? bytes.size() : at).starts_with(std::string_view(kMark, sizeof kMark));
}

} // namespace ql::importers::foreign
