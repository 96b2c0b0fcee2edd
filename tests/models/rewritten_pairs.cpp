// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/rewritten_pairs.h"

#include <QStringList>
#include <QtTest>

#include <cmath>

namespace ql::tests {

namespace {

constexpr double kLeastKept = 0.98;
constexpr double kTolerance = 0.01;

bool areSame(double x, double y)
{
    return x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= kTolerance;
}

void dropAllNames(onnx::ModelProto& model)
{
    dropNodeNames(model);
    renameTensors(model);
}

} // namespace

const std::vector<Scenario>& scenarios()
{
    static const std::vector<Scenario> kScenarios{
        {"no node names", dropNodeNames, dropNodeNames},
        {"other node names in the twin", nullptr, renameNodes},
        {"other tensor names in the twin", nullptr, renameTensors},
        {"other names throughout the twin", nullptr, renameEverything},
        {"no node names, other tensor names in the twin", dropNodeNames, dropAllNames},
        {"another order", nullptr, reorderNodes},
        {"initializers as Constant nodes", makeConstantNodes, makeConstantNodes},
        {"Identity nodes in the twin", nullptr, insertIdentities},
        {"Identity nodes", insertIdentities, insertIdentities},
        {"initializers listed as inputs", listInitializersAsInputs, listInitializersAsInputs},
    };
    return kScenarios;
}

std::string PairFiles::formerName(const std::string& layer) const
{
    if (const auto found = formerNames.find(layer); found != formerNames.end())
        return found->second;
    const auto colon = layer.rfind(':');
    if (const auto found = formerNames.find(layer.substr(0, colon)); colon != layer.npos && found != formerNames.end())
        return found->second + layer.substr(colon);
    // What a body calls its values begins with the node that runs it.
    for (auto slash = layer.rfind('/'); slash != layer.npos && slash > 0; slash = layer.rfind('/', slash - 1))
        if (const auto found = formerNames.find(layer.substr(0, slash)); found != formerNames.end())
            return found->second + layer.substr(slash);
    return layer;
}

std::vector<TwinPair> allPairs(const std::filesystem::path& models)
{
    auto pairs = twinPairs(models);
    const auto vad = models / "extra" / "vad";
    pairs.push_back({"extra/silero_vad",
                     vad / "silero_vad.onnx",
                     vad / "silero_vad.onnx",
                     {{"input", vad / "vad_input.npy"}, {"state", vad / "vad_state.npy"}, {"sr", vad / "vad_sr.npy"}}});
    const auto whole = models / "extra" / "supres_with_pre_post_processing.onnx";
    pairs.push_back({"extra/supres", whole, whole, {}});
    return pairs;
}

PairFiles filesOf(const TwinPair& pair)
{
    PairFiles files;
    files.models = {pair.baseline.string(), pair.analysis.string(), {}};
    for (const auto& [name, path] : pair.inputs)
        files.inputWords.push_back(name + "=" + path.string());
    if (files.inputWords.empty())
        files.inputWords.push_back("random");
    return files;
}

void copyInputs(const PairFiles& files, const std::filesystem::path& folder)
{
    for (const auto& word : files.inputWords) {
        const std::filesystem::path file = word.substr(word.find('=') + 1);
        if (std::filesystem::exists(file))
            std::filesystem::copy(file, folder / ("sample__" + word.substr(0, word.find('=')) + ".npy"));
    }
}

void addRewrites(const std::vector<TwinPair>& pairs, const std::function<bool(const TwinPair&)>& isWanted)
{
    QTest::addColumn<int>("pair");
    QTest::addColumn<int>("scenario");
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t j = 0; isWanted(pairs[i]) && j < scenarios().size(); ++j)
            QTest::addRow("%s: %s", pairs[i].title.c_str(), scenarios()[j].title) << int(i) << int(j);
}

const Rows& RewrittenPairs::original(const TwinPair& pair)
{
    const auto found = m_originals.find(pair.title);
    return found != m_originals.end() ? found->second
                                      : m_originals.emplace(pair.title, m_analyse(filesOf(pair))).first->second;
}

QString RewrittenPairs::difference(const TwinPair& pair, const Scenario& scenario)
{
    auto files = filesOf(pair);
    const std::filesystem::path folder = m_folder.path().toStdString();
    const auto rewrite = [&folder](std::string& path, const char* name, Rewrite how) {
        const auto source = path;
        if (!how)
            return FormerNames();
        path = (folder / name).string();
        return rewriteFile(source, path, how);
    };
    files.formerNames = rewrite(files.models.baseline, "baseline.onnx", scenario.baseline);
    rewrite(files.models.analysis, "analysis.onnx", scenario.analysis);
    const auto& expected = original(pair);
    const auto found = m_analyse(files);
    if (expected.empty())
        return "the original has no rows";
    if (pair.baseline != pair.analysis && expected.begin()->first.starts_with(kRefused))
        return QString::fromStdString(expected.begin()->first);
    QStringList lost, different;
    for (const auto& [name, value] : expected) {
        const auto row = found.find(name);
        if (row == found.end())
            lost.append(QString::fromStdString(name));
        else if (!areSame(value, row->second))
            different.append(QString("%1: %2, was %3").arg(QString::fromStdString(name)).arg(row->second).arg(value));
    }
    if (lost.empty() && double(different.size()) <= (1.0 - kLeastKept) * double(expected.size()))
        return {};
    return QString("of %1 rows lost [%2], different [%3]")
        .arg(expected.size())
        .arg(lost.join(", "), different.join(", "));
}

} // namespace ql::tests
