// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/gguf.h"
#include "core/data/weights/safetensors.h"
#include "core/data/weights/state_dict.h"
#include "tests/core/contradictions/contradiction.h"
#include "tests/support/weight_bytes.h"
#include "tests/support/zip_file.h"

#include <fstream>

namespace ql::tests {

namespace {

namespace fs = std::filesystem;

QByteArray readSafetensors(const fs::path& path)
{
    data::readSafetensors(path);
    return {};
}

/// Two tensors of float32, six and two elements long; @p first and @p second say where they are and what.
QByteArray safetensors(const std::string& first, const std::string& second, const char* name = "b")
{
    return QByteArray::fromStdString(
        safetensorsFile("{\"a\":{\"dtype\":\"F32\"," + first + "},\"" + name + "\":{\"dtype\":\"F32\"," + second + "}}",
                        std::string(32, '\x3f')));
}

const std::string kA = R"("shape":[2,3],"data_offsets":[0,24])";
const std::string kB = R"("shape":[2],"data_offsets":[24,32])";

Reader safetensorsReader()
{
    return {
        "safetensors",
        "x.safetensors",
        safetensors(kA, kB),
        readSafetensors,
        {{Kind::Twice, safetensors(kA, kB, "a"), "FILE: the header: key a stands twice in one object"},
         {Kind::Cut, safetensors(kA, kB).chopped(4), "FILE: tensor b: bytes 24 to 32 of 28 can't be shape 2,"},
         {Kind::Cut, safetensors(kA, kB).left(50), "FILE: the file breaks off within its header"},
         {Kind::OutOfRange, safetensors(R"("shape":[-2,-3],"data_offsets":[0,24])", kB),
          "FILE: tensor a: shape is [-2,-3], expected whole numbers from 0 on"},
         {Kind::OutOfRange, safetensors(R"("shape":[9223372036854775807,4],"data_offsets":[0,24])", kB),
          "FILE: tensor a: "},
         {Kind::NoNumber, safetensors(R"("shape":[2.9,3],"data_offsets":[0,24])", kB),
          "FILE: tensor a: shape is [2.9,3], expected whole numbers from 0 on"},
         {Kind::WrongCount, safetensors(R"("shape":[3,3],"data_offsets":[0,24])", kB),
          "FILE: tensor a: bytes 0 to 24 of 32 can't be shape 3x3, which needs 36"},
         {Kind::WrongCount, safetensors(R"("shape":[2,3],"data_offsets":[0,24,24])", kB),
          "FILE: tensor a: data_offsets holds 3 numbers, expected 2"},
         {Kind::Overlapping, safetensors(kA, R"("shape":[2],"data_offsets":[20,28])"),
          "FILE: tensor b begins at byte 20, within tensor a, which ends at 24"},
         {Kind::LeftOver, safetensors(kA, R"("shape":[1],"data_offsets":[28,32])"), "4 of 32 bytes of tensors belong"},
         {Kind::LeftOver, safetensors(kA, kB) + "more", "4 of 36 bytes of tensors belong to none"}}};
}

/// Beside the index lie one.safetensors with "a", and two.safetensors with "a" and "b".
QByteArray readIndex(const fs::path& path)
{
    const auto one = safetensorsFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "1234");
    std::ofstream(path.parent_path() / "one.safetensors", std::ios::binary) << one;
    std::ofstream(path.parent_path() / "two.safetensors", std::ios::binary) << safetensors(kA, kB).toStdString();
    data::readSafetensors(path);
    return {};
}

Reader indexReader()
{
    const auto index = [](const QByteArray& map) { return "{\"weight_map\": {" + map + "}}"; };
    const QByteArray kBoth = R"("a": "two.safetensors", "b": "two.safetensors")";
    return {"safetensors index",
            "model.safetensors.index.json",
            index(kBoth),
            readIndex,
            {{Kind::Twice, index(kBoth + R"(, "a": "one.safetensors")"), "FILE: key weight_map.a stands twice"},
             {Kind::Twice, index(R"("a": "one.safetensors", "b": "two.safetensors")"),
              "two.safetensors: tensor a stands in another file of the index, too"},
             {Kind::Cut, index(kBoth).chopped(3), "FILE: is no JSON"},
             {Kind::OutOfRange, index(kBoth + R"(, "c": "../x.safetensors")"), "which doesn't lie beside it"},
             {Kind::NoNumber, index(kBoth + R"(, "c": 7)"), "FILE: weight_map doesn't give a file for each tensor"},
             {Kind::WrongCount, index(kBoth + R"(, "c": "two.safetensors")"),
              "two.safetensors: tensor c isn't here, where the index says that it lies"},
             never(Kind::Overlapping, "places stand in the files"),
             {Kind::LeftOver, index(R"("b": "two.safetensors")"), "the index doesn't say that tensor a lies here"}}};
}

QByteArray readGguf(const fs::path& path)
{
    data::readGguf(path);
    return {};
}

/// Two tensors of float32 with four elements, the second said to lie at @p offset.
QByteArray gguf(std::uint64_t offset, const char* name = "b", std::uint64_t elements = 4)
{
    const auto text = [](const std::string& letters) { return littleEndian(std::uint64_t(letters.size())) + letters; };
    const auto tensor = [&](const std::string& called, std::uint64_t size, std::uint64_t at) {
        return text(called) + littleEndian(std::uint32_t(1)) + littleEndian(size) + littleEndian(std::uint32_t(0))
               + littleEndian(at);
    };
    auto file = "GGUF" + littleEndian(std::uint32_t(3)) + littleEndian(std::uint64_t(2))
                + littleEndian(std::uint64_t(0)) + tensor("a", 4, 0) + tensor(name, elements, offset);
    file.resize((file.size() + 31) / 32 * 32);
    return QByteArray::fromStdString(file + std::string(48, '\x3f'));
}

/// No tensor, one setting of the header: a list of @p count values of type @p type, or twice the same key.
QByteArray ggufList(std::uint32_t type, std::uint64_t count, bool isTwice = false)
{
    const auto key = littleEndian(std::uint64_t(1)) + "k" + littleEndian(std::uint32_t(9)) + littleEndian(type)
                     + littleEndian(isTwice ? std::uint64_t(0) : count);
    return QByteArray::fromStdString("GGUF" + littleEndian(std::uint32_t(3)) + littleEndian(std::uint64_t(0))
                                     + littleEndian(std::uint64_t(isTwice ? 2 : 1)) + key + (isTwice ? key : ""));
}

Reader ggufReader()
{
    return {
        "GGUF",
        "x.gguf",
        gguf(32),
        readGguf,
        {{Kind::Twice, gguf(32, "a"), "FILE: tensor a stands twice in the header"},
         {Kind::Twice, ggufList(0, 0, true), "FILE: key k stands twice in the header"},
         {Kind::Cut, gguf(32).chopped(4), "FILE: tensor b: its 16 bytes from 32 on lie outside the file"},
         {Kind::Cut, gguf(32).left(40), "FILE: the file breaks off within its header"},
         {Kind::OutOfRange, ggufList(10, 0x2000000000000001), "FILE: a list of 2305843009213693953 values of 8 bytes"},
         {Kind::OutOfRange, gguf(32, "b", ~0ULL), "FILE: tensor b has 18446744073709551615 elements along an axis"},
         {Kind::NoNumber, ggufList(77, 1), "FILE: a value in the header has type 77"},
         {Kind::WrongCount, gguf(32, "b", 5), "FILE: tensor b: its 20 bytes from 32 on lie outside the file"},
         {Kind::Overlapping, gguf(8), "FILE: tensor b begins at byte 8, within tensor a, which ends at 16"},
         never(Kind::LeftOver, "tensors are aligned: what lies between them and behind them is padding")}};
}

QByteArray readStateDict(const fs::path& path)
{
    data::readStateDict(path, {});
    return {};
}

/// {"w": float32 of shape [2], @p key: the same}, as torch.save writes it; @p shape in pickle's opcodes.
QByteArray stateDict(const char* key, const std::string& shape = "(K\x02t", std::size_t bytes = 8,
                     const std::vector<ZipPart>& more = {})
{
    const auto text = [](const std::string& letters) {
        return "X" + littleEndian(std::uint32_t(letters.size())) + letters;
    };
    const auto tensor = "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\nFloatStorage\n" + text("0")
                        + text("cpu") + "K\x02tQK" + std::string(1, '\0') + shape + "(K\x01t\x89}tR";
    const auto pickle = "\x80\x02}(" + text("w") + tensor + text(key) + tensor + "u.";
    std::vector<ZipPart> parts{{"x/data.pkl", pickle}, {"x/data/0", std::string(bytes, '\x3f')}, {"x/version", "3\n"}};
    parts.insert(parts.end(), more.begin(), more.end());
    return QByteArray::fromStdString(zipFile(parts));
}

Reader stateDictReader()
{
    return {"state dict",
            "x.pt",
            stateDict("v"),
            readStateDict,
            {{Kind::Twice, stateDict("w"), "FILE: tensor w stands twice in the file"},
             {Kind::Twice, stateDict("v", "(K\x02t", 8, {{"x/data/0", "12345678"}}), "is in the archive twice"},
             {Kind::Cut, stateDict("v").chopped(9), "FILE: not a file that torch.save wrote"},
             {Kind::OutOfRange, stateDict("v", "(J\xff\xff\xff\xfft"),
              "FILE: the pickle is damaged: a tensor's shape or stride is no list of sizes"},
             {Kind::NoNumber, stateDict("v", std::string("(G\x40\x07\x33\x33\x33\x33\x33\x33t")), "FILE: "},
             {Kind::WrongCount, stateDict("v", "(K\x09t"), "FILE: tensor w: "},
             {Kind::WrongCount, stateDict("v", "(K\x02t", 4), "FILE: tensor w: "},
             never(Kind::Overlapping, "PyTorch's tensors may share their storage: tied weights"),
             never(Kind::LeftOver, "records that no tensor names are of other versions of PyTorch")}};
}

} // namespace

std::vector<Reader> weightReaders()
{
    return {safetensorsReader(), indexReader(), ggufReader(), stateDictReader()};
}

} // namespace ql::tests
