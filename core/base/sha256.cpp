// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <array>
#include <fmt/format.h>
#include <openssl/evp.h>

namespace ql {

std::string sha256Of(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        throw Error(ErrorCode::Engine, "OpenSSL can't compute SHA-256 here");
    std::string text;
    for (unsigned i = 0; i < size; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

std::string sha256OfFile(const std::filesystem::path& path)
{
    const auto bytes = readFileBytes(path);
    return sha256Of({reinterpret_cast<const char*>(bytes.data.get()), bytes.size});
}

} // namespace ql
