// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of every command says what its paths are for, if it takes any.
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_tree.h"
#include "tests/support/array_files.h"

#include <CLI/CLI.hpp>

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace ql;
using namespace ql::cli;

namespace {

void forEachOption(CLI::App& app, const std::function<void(const CLI::App&, CLI::Option&)>& visit)
{
    for (auto* option : app.get_options())
        visit(app, *option);
    for (auto* part : app.get_subcommands([](const CLI::App*) { return true; }))
        forEachOption(*part, visit);
}

/// What an option takes by the word for it in the help, or in a position by its own name.
std::string typeOf(const CLI::Option& option)
{
    const auto& type = option.get_type_name();
    const auto word = type.substr(0, type.find(' '));
    return option.nonpositional() || (word != "TEXT" && !word.empty()) ? type : option.get_name();
}

/// The words for what is no path. A new word fails here until it stands here or its option says what its path is for.
bool isNoPath(const std::string& type)
{
    static const std::set<std::string> kWords{"",
                                              "N",
                                              "SIZE",
                                              "cpu|cuda|cuda:N",
                                              "LEVEL",
                                              "auto|always|never",
                                              "en|zh_CN",
                                              "NAME",
                                              "T",
                                              "P",
                                              "P,P…",
                                              "FORMAT",
                                              "LAYER",
                                              "METRIC|worst_slice|order",
                                              "bf16|fp16",
                                              "folded|fused",
                                              "'PROGRAM ARGS'",
                                              "higher|lower",
                                              "SECONDS",
                                              "'NAME = EXPRESSION'",
                                              "N,N…",
                                              "NAME:AXIS[=SYMBOL]",
                                              "[NAME:]METRIC<VALUE",
                                              "METRIC|order",
                                              "K",
                                              "RATE",
                                              "WEIGHT",
                                              "both|weights|ranges",
                                              "sqnr_db|cosine",
                                              "METRIC|EXPRESSION",
                                              "ascending|descending",
                                              "OUTPUT=INPUT",
                                              "one-on|one-off",
                                              "exact|gradient",
                                              "activation|weight|both|together",
                                              "layer|siblings|scope",
                                              "none|quick|full",
                                              "auto|NAME",
                                              "quantloupe|amct",
                                              "PART",
                                              "METRIC",
                                              "METRIC,...",
                                              "FORM",
                                              "X",
                                              "[OUTPUT:]METRIC=VALUE",
                                              "info|warning|error",
                                              "DIALECT",
                                              "symmetric|affine",
                                              "per-tensor|per-channel",
                                              "S",
                                              "local|accumulated|order",
                                              "rgb|bgr|gray|yuv444",
                                              "nv12|nv12-video|yuv444|…",
                                              "nchw|nhwc",
                                              "stretch|short-side|letterbox|none",
                                              "WxH",
                                              "1|255",
                                              "M[,M,M]",
                                              "S[,S,S]",
                                              "DOCUMENT"};
    const bool isChoice = type.find(":{") != type.npos;
    return isChoice || kWords.contains(type) || type.find("min_max|") == 0 || type.find("[OUTPUT:]") == 0;
}

} // namespace

class TestCliPaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOptionSaysWhatItsPathsAreFor()
    {
        CommandTree tree;
        int paths = 0;
        forEachOption(tree.app(), [&paths](const CLI::App& app, CLI::Option& option) {
            const auto type = typeOf(option);
            const bool isPath = pathUseOf(option).has_value();
            paths += isPath ? 1 : 0;
            QVERIFY2(isPath != (isNoPath(type) || isNoPath(type.substr(0, type.find(':')))),
                     (app.get_name() + " " + option.get_name() + " takes " + type).c_str());
        });
        QVERIFY(paths > 100);
    }

    void whatIsWrittenIsDeclaredSo()
    {
        CommandTree tree;
        std::set<std::string> written;
        forEachOption(tree.app(), [&written](const CLI::App&, CLI::Option& option) {
            if (const auto use = pathUseOf(option); use && isWriting(*use))
                written.insert(option.get_name());
        });
        for (const char* name :
             {"--out", "--outputs", "--dump", "--junit", "--sarif", "--log-file", "--checkpoint", "--svg"})
            QVERIFY2(written.contains(name), name);
    }

    void findsTheFilesThatAWordNames()
    {
        const tests::TemporaryFolder folder;
        const auto file = folder.write("x.bin", "1");
        const auto model = folder.write("m.onnx", "1");
        const auto weights = folder.write("m.onnx.data", "1");
        const auto list = folder.write("list.txt", "x.bin\r\nnone.npy\n");
        const auto root = folder.path().string();
        using Files = std::vector<std::filesystem::path>;
        QCOMPARE(filesNamedBy(file.string()), Files{file});
        QCOMPARE(filesNamedBy("x=" + file.string() + ":float32:1x3"), Files{file});
        QCOMPARE(filesNamedBy(file.string() + "[13]"), Files{file});
        QCOMPARE(filesNamedBy(model.string()), (Files{model, weights}));
        QCOMPARE(filesNamedBy(list.string()), (Files{list, file}));
        QCOMPARE(filesNamedBy(root), (Files{model, weights, file})); // reports and lists are no samples
        for (const char* word : {"", "random", "random:7", "=", "[3]", ":", "none.npy"})
            QVERIFY2(filesNamedBy(word).empty(), word);
    }
};

QTEST_GUILESS_MAIN(TestCliPaths)
#include "tst_cli_paths.moc"
