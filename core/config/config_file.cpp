// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/edit/line_diff.h"
#include "core/config/edit/tree_editor.h"
#include "core/config/parameter_use.h"
#include "core/config/text/parsers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ql::config {

namespace {

using results::Diagnostic;
using Findings = std::vector<results::Diagnostic>;
using NameSet = std::set<std::string, std::less<>>;

std::string contentOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw Error(ErrorCode::FileNotFound, Message("{} is a folder, expected a config file", path.string()));
    return withContext(Message::text(path.string()), [&path] { return readText(path); });
}

/// What the text as such has to remark, as findings.
void addRemarks(const text::Document& document, Findings& findings)
{
    for (const auto& remark : document.remarks) {
        const auto where = document.positionOf(remark.offset);
        findings.push_back({results::Severity::Warning,
                            remark.isDuplicate ? "duplicate-key" : "lenient-syntax",
                            {},
                            remark.message,
                            remark.isDuplicate ? Message("remove one of the two") : Message(),
                            where.line,
                            where.column,
                            {}});
    }
}

/// Everything that an edit may touch.
NameSet editedNames(std::span<const LayerEdit> edits)
{
    NameSet names;
    for (const auto& edit : edits) {
        names.insert(edit.layer);
        names.insert(edit.activationTensors.begin(), edit.activationTensors.end());
        names.insert(edit.weightTensors.begin(), edit.weightTensors.end());
    }
    return names;
}

bool isOfOne(const Selector& selector, const NameSet& names)
{
    const bool isNamed = selector.kind == Selector::Kind::Layer || selector.kind == Selector::Kind::Tensor;
    return isNamed && names.contains(selector.name);
}

/// What a config says apart from @p names, without positions.
struct Rest {
    std::vector<std::pair<Selector, LayerSettings>> overrides;
    std::vector<Selector> skips;
    LayerSettings common;
    std::vector<std::string> others;
    friend bool operator==(const Rest&, const Rest&) = default;
};

Rest restOf(const QuantConfig& config, const NameSet& names)
{
    Rest rest;
    for (const auto& override : config.overrides)
        if (!isOfOne(override.selector, names))
            rest.overrides.emplace_back(override.selector, override.settings);
    for (const auto& skip : config.skips)
        if (!isOfOne(skip.selector, names))
            rest.skips.push_back(skip.selector);
    rest.common = config.common;
    rest.others = config.onlyTypes;
    rest.others.insert(rest.others.end(), config.skipFusion.begin(), config.skipFusion.end());
    rest.others.push_back(fmt::format("{} {} {} {} {}", config.fusesBatchNorm.value_or(true),
                                      config.updatesBatchNorm.value_or(false), config.correctsBias.value_or(false),
                                      config.outputBits.value_or(0), config.mappingFile.value_or("")));
    return rest;
}

/// The first error of @p after that wasn't there before.
const results::Diagnostic* newError(const Findings& before, const Findings& after)
{
    for (const auto& finding : after) {
        const auto isSame = [&finding](const auto& old) {
            return old.rule == finding.rule && old.subject == finding.subject && old.message == finding.message;
        };
        if (finding.severity == results::Severity::Error && std::none_of(before.begin(), before.end(), isSame))
            return &finding;
    }
    return nullptr;
}

/// @throws Error (BadArgument) naming a number format that @p dialect has no word for
void requireFormats(const Dialect& dialect, const LayerSettings& settings, const std::string& path)
{
    for (const auto* tensor : {&settings.activation, &settings.weight})
        if (const auto& format = tensor->numberFormat;
            format && std::ranges::find(dialect.numberFormats, *format) == dialect.numberFormats.end())
            throw Error(ErrorCode::BadArgument,
                        Message("{}: {} can't say the number format {}", path, dialect.title, *format),
                        dialect.numberFormats.empty() ? Message("it knows widths only")
                                                      : Message("it knows {}", fmt::join(dialect.numberFormats, ", ")));
}

/// Whoever uses such a file has to know, not only who checks it.
bool isContradiction(const Diagnostic& finding)
{
    return finding.severity == results::Severity::Warning
           && (finding.rule == "duplicate-key" || finding.rule == "duplicate-field" || finding.rule == "contradiction");
}

ConfigFile usable(ConfigFile file)
{
    const auto path = file.path().string();
    if (const auto* error = newError({}, file.findings()))
        throw Error(ErrorCode::BadArgument, findingText(*error, path),
                    Message("quantloupe-cli config check {} lists everything", path));
    return file;
}

} // namespace

ConfigFile::ConfigFile(std::filesystem::path path, std::string text, std::string_view dialect)
    : m_path(std::move(path))
    , m_saved(text)
{
    auto recognised = recognise(text, m_path.string(), dialect);
    m_dialect = recognised.dialect;
    const auto document = std::make_shared<const text::Document>(std::move(recognised.document));
    take(read(*document), document);
}

ConfigFile ConfigFile::open(const std::filesystem::path& path, std::string_view dialect)
{
    return ConfigFile(path, contentOf(path), dialect);
}

ConfigFile ConfigFile::ofText(const std::filesystem::path& path, std::string text, std::string_view dialect)
{
    return ConfigFile(path, std::move(text), dialect);
}

ConfigFile::Reading ConfigFile::read(const text::Document& document) const
{
    Reading reading;
    reading.config = m_dialect->read(document, reading.findings);
    reading.config.dialect = m_dialect->id;
    reading.config.keys = keysOf(document);
    addRemarks(document, reading.findings);
    return reading;
}

void ConfigFile::take(Reading reading, std::shared_ptr<const text::Document> document)
{
    m_document = std::move(document);
    m_config = std::move(reading.config);
    m_findings = std::move(reading.findings);
}

void ConfigFile::requireOnly(const QuantConfig& after, std::span<const LayerEdit> edits) const
{
    const auto names = editedNames(edits);
    if (restOf(m_config, names) != restOf(after, names))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{}: editing {} would change other layers too", m_path.string(), edits.front().layer),
                    "nothing was written; edit the file by hand");
}

void ConfigFile::apply(std::span<const LayerEdit> edits)
{
    if (edits.empty())
        return;
    if (!m_dialect->edit)
        throw Error(ErrorCode::BadArgument, Message("{}: {} is not edited", m_path.string(), m_dialect->id));
    for (const auto& edit : edits)
        requireFormats(*m_dialect, edit.settings, m_path.string());
    edit::TreeEditor editor(m_document);
    auto document = withContext(Message::text(m_path.string()), [&] {
        for (const auto& edit : edits)
            m_dialect->edit(editor, m_config, edit);
        return editor.commit();
    });
    auto reading = read(*document);
    requireOnly(reading.config, edits);
    if (const auto* error = newError(m_findings, reading.findings))
        throw Error(ErrorCode::BadArgument, findingText(*error, m_path.string()), "nothing was written");
    if (document->bytes != text())
        take(std::move(reading), std::move(document));
}

std::string ConfigFile::diff() const
{
    return edit::lineDiff(m_saved, text(), m_path.string());
}

void ConfigFile::save()
{
    if (!trySave())
        throw Error(ErrorCode::FileWrite, Message("{} was changed by someone else since it was read", m_path.string()),
                    "open it again and repeat the edit; nothing was written");
}

bool ConfigFile::trySave()
{
    const bool isAsRead = isModified() ? replaceFile(m_path, m_saved, text()) : contentOf(m_path) == m_saved;
    if (isAsRead)
        m_saved = text();
    return isAsRead;
}

ConfigFile openUsable(const std::filesystem::path& path, std::string_view dialect)
{
    auto file = usable(ConfigFile::open(path, dialect));
    for (const auto& finding : file.findings())
        if (isContradiction(finding))
            logWarning(findingText(finding, path.string()));
    return file;
}

QuantConfig loadConfig(const std::filesystem::path& path, std::string_view dialect)
{
    return openUsable(path, dialect).config();
}

ConfigFile usableOfText(const std::filesystem::path& path, std::string text, std::string_view dialect)
{
    return usable(ConfigFile::ofText(path, std::move(text), dialect));
}

Message findingText(const results::Diagnostic& finding, const std::string& file)
{
    const auto where = finding.line > 0 ? fmt::format("{}:{}", file, finding.line) : file;
    return finding.subject.empty() ? Message("{}: {}", where, finding.message)
                                   : Message("{}: layer {}: {}", where, finding.subject, finding.message);
}

} // namespace ql::config
