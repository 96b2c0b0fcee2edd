// SPDX-License-Identifier: GPL-3.0-or-later
// Which sample of a dataset is shown, and what slices of outputs say that were asked for.
#include "core/base/error.h"
#include "tests/core/analysis/effects/quantized_text.h"
#include "tests/support/array_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::tests;

namespace {

/// Four channels of boxes and six of scores, each through a step of its own, which meet in a Concat.
std::string detector(const std::map<std::string, Grid>& grids)
{
    QuantizedText net(grids);
    net.input("x: float32[1,10,16]");
    net.constant("none: int64[1] = {0}");
    net.constant("four: int64[1] = {4}");
    net.constant("ten: int64[1] = {10}");
    net.constant("axis: int64[1] = {1}");
    net.layer("a", "Slice", {"x", "none", "four", "axis"});
    net.layer("b", "Slice", {"x", "four", "ten", "axis"});
    net.layer("boxes", "Neg", {"a"});
    net.layer("scores", "Neg", {"b"});
    net.layer("y", "Concat", {"boxes", "scores"}, " {axis: 1}");
    auto text = net.text("y"); // with the shapes that say which part is how large
    for (const auto& [value, shape] : {std::pair("boxes", "[1,4,16]"),
                                       {"scores", "[1,6,16]"},
                                       {"boxes_d", "[1,4,16]"},
                                       {"scores_d", "[1,6,16]"},
                                       {"y", "[1,10,16]"}})
        if (const auto place = text.find(fmt::format("\n{} = ", value)); place != std::string::npos)
            text.insert(place + 1 + std::string(value).size(), fmt::format(": float32{}", shape));
    return text;
}

const std::map<std::string, Grid> kCoarse{{"boxes", {1.0}}, {"scores", {1.0}}};

/// Of the first sample large boxes and small scores, of the second the reverse.
at::Tensor twoSamples()
{
    at::Tensor values = sample({2, 1, 10, 16}, 3).data.clone();
    values[0].slice(1, 0, 4).mul_(100.0);
    values[0].slice(1, 4, 10).mul_(0.4);
    values[1].slice(1, 0, 4).mul_(6.0);
    values[1].slice(1, 4, 10).mul_(12.0);
    return values;
}

results::CompareResult comparedOn(const at::Tensor& x, const std::vector<std::string>& slices)
{
    JobContext ctx;
    return *analysis::compareModels(textModel(detector({})), textModel(detector(kCoarse)), {{"x", ops::Tensor(x)}},
                                    {.causes = results::CauseRuns::None, .slices = slices}, ctx);
}

} // namespace

class TestWorstSample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The scores of the first sample are lost under boxes that are right: the whole is worse in the second.
    void isThatOfTheWorstSlice()
    {
        const auto values = twoSamples();
        QTemporaryDir folder;
        const auto path = folder.filePath("data.npy");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(npyFile(npyDictionary("<f4", "(2, 1, 10, 16)"),
                           QByteArray(static_cast<const char*>(values.data_ptr()), qsizetype(values.nbytes()))));
        file.close();
        results::CompareRequest request{.causes = results::CauseRuns::None};
        request.samples.data = path.toStdString();
        JobContext ctx;
        const auto result =
            analysis::compareSamples(textModel(detector({})), textModel(detector(kCoarse)), request, ctx, nullptr);
        const auto whole = [&](int index) { return comparedOn(values[index], {}).outputs.front(); };
        QVERIFY(whole(1).metrics->sqnrDb < whole(0).metrics->sqnrDb);
        QVERIFY(whole(0).worstSlice->sqnrDb < whole(1).worstSlice->sqnrDb);
        QCOMPARE(result->samples->shown, std::uint64_t(0));
        QCOMPARE(result->samples->because, std::string("y"));
        QCOMPARE(result->outputs.front().overSamples.size(), std::size_t(8)); // all but the one in steps
    }

    void slicesThatWereAskedFor()
    {
        const auto x = twoSamples()[0];
        const auto result = comparedOn(x, {"y[:, 4:]", "y[:,:4]", "y"});
        const auto& output = result.outputs.front();
        QCOMPARE(output.slices.size(), std::size_t(2));
        QCOMPARE(output.slices[0].slice, std::string("[:, 4:]"));
        QCOMPARE(output.slices[0].metrics->sqnrDb, 0.0);
        QVERIFY(output.slices[1].metrics->sqnrDb > 40.0);
        QVERIFY(comparedOn(x, {}).outputs.front().slices.empty());
    }

    void slicesThatThereAreNot()
    {
        const auto x = twoSamples()[0];
        for (const char* slice : {"z[:, 4:]", "y[:, 10:]", "y[::2]", "y[a]", "y[:, :, :, :]", "y]"})
            QVERIFY_THROWS_EXCEPTION(Error, comparedOn(x, {slice}));
    }
};

QTEST_APPLESS_MAIN(TestWorstSample)
#include "tst_worst_sample.moc"
