// SPDX-License-Identifier: GPL-3.0-or-later
// Many layers edited at once are what they become one after the other, in every dialect that is edited.
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "tests/core/config/config_files.h"

#include <QTest>

using namespace ql;
using config::ConfigFile;
using config::LayerEdit;
using tests::configFixtures;

namespace {

constexpr int kLayers = 12;

/// Layers of the file first, where it has some: several dialects speak of nothing else.
std::vector<std::string> layersOf(const ConfigFile& file)
{
    std::vector<std::string> layers;
    for (const auto& override : file.config().overrides)
        if (override.selector.kind == config::Selector::Kind::Layer
            || override.selector.kind == config::Selector::Kind::Tensor)
            layers.push_back(override.selector.name);
    if (layers.size() > std::size_t(kLayers) / 2)
        layers.resize(kLayers / 2);
    for (int i = 0; int(layers.size()) < kLayers; ++i)
        layers.push_back("layer_" + std::to_string(i));
    return layers;
}

LayerEdit editOf(const std::string& layer, LayerEdit::Action action)
{
    LayerEdit edit;
    edit.action = action;
    edit.layer = layer;
    if (action == LayerEdit::Action::Set)
        edit.settings.activation.bits = 8;
    return edit;
}

/// Whether the dialect takes the edit of this layer.
bool takes(const ConfigFile& file, const LayerEdit& edit)
{
    try {
        auto copy = file;
        copy.apply(std::span(&edit, 1));
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

class TestManyEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areAsOneAfterTheOther_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("action");
        for (const auto& fixture : configFixtures())
            for (const auto action : {LayerEdit::Action::Set, LayerEdit::Action::Skip, LayerEdit::Action::Restore})
                QTest::addRow("%s, %d", fixture.file, int(action)) << QByteArray(fixture.file) << int(action);
    }
    void areAsOneAfterTheOther()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, action);
        const auto text = tests::configText(file.toStdString());
        auto atOnce = ConfigFile::ofText(file.toStdString(), text);
        auto oneByOne = atOnce;
        std::vector<LayerEdit> edits;
        for (const auto& layer : layersOf(atOnce))
            if (auto edit = editOf(layer, LayerEdit::Action(action)); takes(atOnce, edit))
                edits.push_back(std::move(edit));
        if (edits.empty())
            QSKIP("the dialect takes no such edit");
        atOnce.apply(edits);
        for (const auto& edit : edits)
            oneByOne.apply(std::span(&edit, 1));
        QCOMPARE(QString::fromStdString(atOnce.text()), QString::fromStdString(oneByOne.text()));
    }

    void makeAllOrNone()
    {
        const auto text = tests::configText("horizon_quant_config.json");
        auto file = ConfigFile::ofText("horizon_quant_config.json", text);
        auto edits = std::vector{editOf("a", LayerEdit::Action::Set), editOf("b", LayerEdit::Action::Set)};
        edits.back().settings.activation.bits = 5;
        QVERIFY_THROWS_EXCEPTION(Error, file.apply(edits));
        QCOMPARE(file.text(), text);
        QVERIFY(!file.isModified());
    }
};

QTEST_APPLESS_MAIN(TestManyEdits)
#include "tst_many_edits.moc"
