// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/writing/write_scope.h"

#include "core/base/error.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace ql {

namespace {

namespace fs = std::filesystem;

struct Places {
    std::vector<fs::path> allowed;
    Message hint;
};

/// The scope that stands now, if one does.
struct Standing {
    std::mutex mutex;
    std::optional<Places> places;
};

Standing& standing()
{
    static Standing scope;
    return scope;
}

std::optional<Places> standingPlaces()
{
    const std::scoped_lock lock(standing().mutex);
    return standing().places;
}

void stand(std::optional<Places> places)
{
    const std::scoped_lock lock(standing().mutex);
    standing().places = std::move(places);
}

/// What @p path is a link to, though that may not be there yet: whoever opens the link to write makes it.
fs::path behindLink(fs::path path)
{
    constexpr int kMostLinks = 40; // as the kernel follows
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

} // namespace

bool liesWithin(const fs::path& path, const fs::path& folder)
{
    const auto real = fs::weakly_canonical(behindLink(fs::absolute(path)));
    auto base = fs::weakly_canonical(fs::absolute(folder));
    if (!base.has_filename()) // "folder/" ends in an empty name
        base = base.parent_path();
    return std::ranges::mismatch(base, real).in1 == base.end();
}

WriteScope::WriteScope(std::vector<fs::path> places, Message hint)
{
    stand(Places{std::move(places), std::move(hint)});
}

WriteScope::~WriteScope()
{
    stand(std::nullopt);
}

void WriteScope::requireWritable(const fs::path& target)
{
    const auto scope = standingPlaces();
    if (!scope)
        return;
    const auto holds = [&target](const fs::path& place) { return liesWithin(target, place); };
    if (std::ranges::none_of(scope->allowed, holds))
        throw Error(ErrorCode::FileWrite, Message("{}: lies outside the places that may be written", target.string()),
                    scope->hint);
}

} // namespace ql
