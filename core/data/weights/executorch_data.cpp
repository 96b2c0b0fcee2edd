// SPDX-License-Identifier: GPL-3.0-or-later
// Sources: extension/flat_tensor/serialize/flat_tensor.fbs and flat_tensor_header.h of github.com/pytorch/executorch
// (1.0, read in November 2026), whose numbers of fields stand here.
#include "core/data/weights/executorch_data.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/weights/executorch_program.h"

#include <cstring>

namespace ql::data {

namespace {

using importers::tflite::FlatTable;

enum FileField { kDataSegments = 1, kNamedData = 2 };
enum NamedField { kKey = 0, kSegmentIndex = 1, kLayout = 2 };
enum LayoutField { kLayoutType = 0, kLayoutSizes = 1, kLayoutOrder = 2 };

[[noreturn]] void throwDamagedData(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be truncated or damaged: export it again");
}

/// Of the header that follows the FlatBuffers' own: where segments begin.
std::uint64_t dataBaseIn(std::span<const std::byte> bytes)
{
    constexpr std::size_t kMagic = 8, kBase = 32;
    std::uint64_t base = 0;
    if (bytes.size() < kBase + sizeof base || std::memcmp(bytes.data() + kMagic, "FH01", 4) != 0)
        throwDamagedData("it has no header that says where its segments begin");
    std::memcpy(&base, bytes.data() + kBase, sizeof base);
    return base;
}

std::span<const std::byte> segmentOf(std::span<const std::byte> bytes, std::uint64_t base,
                                     const std::vector<FlatTable>& segments, std::uint32_t index)
{
    if (index >= segments.size())
        throwDamagedData(Message("segment {} of {} is asked for", index, segments.size()));
    const auto offset = segments[index].number<std::uint64_t>(0);
    const auto size = segments[index].number<std::uint64_t>(1);
    if (base > bytes.size() || offset > bytes.size() - base || size > bytes.size() - base - offset)
        throwDamagedData(Message("segment {} lies outside the file", index));
    return bytes.subspan(base + offset, size);
}

} // namespace

bool isExecuTorchData(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;
    const auto file = importers::MappedFile::open(path);
    const auto bytes = file->bytes();
    return bytes.size() >= 8 && std::memcmp(bytes.data() + 4, "FT01", 4) == 0;
}

importers::ImportedModel readExecuTorchData(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        importers::ImportedModel model;
        model.format = "executorch";
        model.isWeightsOnly = true;
        model.path = path;
        const auto file = importers::MappedFile::open(path);
        const importers::tflite::FlatBuffer buffer(file->bytes());
        const auto root = FlatTable::root(buffer);
        const auto base = dataBaseIn(file->bytes());
        const auto segments = root.tables(kDataSegments);
        std::size_t packed = 0;
        for (const auto& named : root.tables(kNamedData)) {
            const auto key = named.text(kKey);
            const auto layout = named.table(kLayout);
            packed += layout.isPresent() ? 0 : 1;
            if (layout.isPresent())
                withContext(Message("tensor {}", key), [&] {
                    importers::StoredTensor tensor;
                    tensor.name = key;
                    tensor.data = executorchTensor(
                        file, segmentOf(file->bytes(), base, segments, named.number<std::uint32_t>(kSegmentIndex)),
                        int(layout.number<std::int8_t>(kLayoutType)), layout.numbers<std::int32_t>(kLayoutSizes),
                        layout.numbers<std::uint8_t>(kLayoutOrder));
                    model.tensors.push_back(std::move(tensor));
                });
        }
        if (packed > 0)
            logWarning(
                Message("{}: {} entries are in a backend's own form and are not read: compare the weights of the "
                        "model that was exported, its .pt2 or state dict",
                        path.string(), packed));
        return model;
    });
}

} // namespace ql::data
