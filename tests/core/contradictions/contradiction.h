// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <filesystem>
#include <functional>
#include <vector>

namespace ql::tests {

/// Ways in which a file can contradict itself, or what it is read with.
enum class Kind {
    Twice,       ///< the same thing is said twice
    Cut,         ///< the file breaks off, where that can be told
    OutOfRange,  ///< a number that can't be meant
    NoNumber,    ///< NaN, infinite, a fraction, a word
    WrongCount,  ///< more or fewer than something else says
    Overlapping, ///< two things share a place
    LeftOver     ///< something that nobody reads
};
inline constexpr std::array kKinds{"twice",       "cut",         "out of range", "no number",
                                   "wrong count", "overlapping", "left over"};

/// A cell of the table of readers × kinds; there may be several of one kind.
struct Contradiction {
    Kind kind;
    QByteArray content; ///< of the file; null: it can't occur
    QByteArray says;    ///< part of the error or warning; where it can't occur, why
};

inline Contradiction never(Kind kind, QByteArray reason)
{
    return {kind, {}, std::move(reason)};
}

/// Nothing in a file of names and their numbers has a place of its own.
inline Contradiction noPlaces()
{
    return never(Kind::Overlapping, "values stand under names, not at places");
}

/// @p text with something else in the place of @p before, which it must hold.
inline QByteArray with(const QByteArray& text, const char* before, const char* after)
{
    if (!text.contains(before))
        qFatal("nothing is changed: %s", before);
    return QByteArray(text).replace(before, after);
}

/// A reader of files, and a file of its that nothing is wrong with.
struct Reader {
    const char* name;
    const char* file; ///< what it is called
    QByteArray valid;
    /// Reads it. Returns what it finds wrong where that is neither thrown nor logged.
    std::function<QByteArray(const std::filesystem::path&)> read;
    std::vector<Contradiction> contradictions;
};

std::vector<Reader> arrayReaders();  ///< arrays, data sets and their labels, dumps
std::vector<Reader> weightReaders(); ///< files of weights
std::vector<Reader> configReaders(); ///< every dialect that has scales
std::vector<Reader> textReaders();   ///< records, maps, projects, results
std::vector<Reader> imageReaders();

} // namespace ql::tests
