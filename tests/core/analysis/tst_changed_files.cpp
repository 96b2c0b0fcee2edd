// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <fstream>

using namespace ql;
using namespace ql::tests;

namespace {

/// y = x + w, w in a file beside the model.
class SumModel : public ModelBuilder {
public:
    SumModel()
    {
        input("x", {4});
        output("y");
        addNode(graph(), "Add", {"x", "w"}, {"y"});
        auto& tensor = *graph().add_initializer();
        tensor.set_name("w");
        tensor.set_data_type(onnx::TensorProto::FLOAT);
        tensor.add_dims(4);
        tensor.set_data_location(onnx::TensorProto::EXTERNAL);
        auto& place = *tensor.add_external_data();
        place.set_key("location");
        place.set_value("weights.bin");
        std::ofstream(folder() / "weights.bin") << std::string(16, ' ');
        setWeights(1);
        save();
    }
    /// In place: the file stays the same one, of the same size.
    void setWeights(float value) const
    {
        const auto file = folder() / "weights.bin";
        const auto before = std::filesystem::last_write_time(file);
        const std::vector<float> values(4, value);
        do // the kernel's clock for files has ticks
            std::ofstream(file, std::ios::binary | std::ios::in | std::ios::out)
                .write(reinterpret_cast<const char*>(values.data()), 16);
        while (std::filesystem::last_write_time(file) == before);
    }
    /// As an editor writes: another file takes the name.
    void replaceWeights(float value) const
    {
        std::filesystem::copy_file(folder() / "weights.bin", folder() / "next.bin");
        std::filesystem::rename(folder() / "next.bin", folder() / "weights.bin");
        setWeights(value);
    }
};

} // namespace

/// The files of a model change while it is open.
class TestChangedFiles : public QObject {
    Q_OBJECT

    static double weightOf(const importers::ImportedModel& model)
    {
        return model.graph.constantOf(*model.graph.findValue("w"))->toDoubles().front();
    }

private Q_SLOTS:
    void theTwoModelsLastOpenedAreKept()
    {
        const SumModel first, second, third;
        analysis::Workspace workspace;
        const auto model = workspace.open(first.path().string());
        const auto other = workspace.open(second.path().string());
        QCOMPARE(workspace.open(first.path().string()), model);
        workspace.open(third.path().string());
        QCOMPARE(workspace.open(first.path().string()), model);
        QVERIFY(workspace.open(second.path().string()) != other);
    }
    void aChangedDataFileIsReadAnew_data()
    {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("in place") << false;
        QTest::newRow("replaced") << true;
    }
    void aChangedDataFileIsReadAnew()
    {
        QFETCH(const bool, isReplaced);
        const SumModel model;
        const auto path = model.path();
        analysis::Workspace workspace;
        const auto first = workspace.open(path.string());
        QCOMPARE(weightOf(*first), 1.0);
        QCOMPARE(workspace.open(path.string()), first); // kept
        if (isReplaced)
            model.replaceWeights(2);
        else
            model.setWeights(2);
        QCOMPARE(weightOf(*workspace.open(path.string())), 2.0);
        QCOMPARE(weightOf(*first), 1.0); // who holds the old one is not disturbed
    }

    void aChangeMeanwhileIsAnError()
    {
        const SumModel model;
        const auto path = model.path().string();
        analysis::Workspace workspace;
        const auto read = [&](bool isChanged) {
            return workspace.checked([&] {
                const auto opened = workspace.open(path);
                if (isChanged)
                    model.setWeights(3);
                return weightOf(*opened);
            });
        };
        QCOMPARE(read(false), 1.0);
        try {
            read(true);
            QFAIL("the change was not seen");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("changed while it was used") != std::string::npos, error.what());
        }
        QCOMPARE(read(false), 3.0);
    }

    void whatNobodyUsesMayChange()
    {
        const SumModel model, other;
        const auto path = model.path().string();
        analysis::Workspace workspace;
        workspace.open(other.path().string());
        QCOMPARE(workspace.checked([&] {
            other.setWeights(9);
            return weightOf(*workspace.open(path));
        }),
                 1.0);
    }
};

QTEST_APPLESS_MAIN(TestChangedFiles)
#include "tst_changed_files.moc"
