// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"
#include "mutations.h"

#include "core/base/error.h"
#include "core/graph/ir/graph_copy.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/threads/thread_guard.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <map>
#include <memory>
#include <onnx/defs/schema.h>
#include <set>

using namespace ql;
using namespace ql::test;

namespace {

/// "GridSample 20" → names of attributes.
using AttributesOf = std::map<std::string, std::set<std::string>>;

QString folderOf(const char* name)
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR "/tests/conformance/") + QString::fromLatin1(name);
}

/// "Operator version attribute…" a line; from "#" on it is a comment.
AttributesOf readTable(const char* name)
{
    AttributesOf table;
    QFile file(folderOf(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", name);
    for (const auto& line : QString::fromUtf8(file.readAll()).split('\n')) {
        const auto words = line.section('#', 0, 0).split(' ', Qt::SkipEmptyParts);
        for (qsizetype i = 2; i < words.size(); ++i)
            table[(words[0] + " " + words[1]).toStdString()].insert(words[i].toStdString());
    }
    return table;
}

} // namespace

/// Every attribute that the standard gives an operator is read: where it is of another type, that is said. One that
/// nobody reads would be taken without effect.
class tst_attributes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areRead();

private:
    void addKnown(const onnx::ModelProto& model);
    graph::Graph imported(const onnx::ModelProto& model) const;
    graph::Graph changedGraph(MutableCase changed, const std::string& attribute) const;
    bool isRead(const MutableCase& original, const std::string& attribute) const;

    QTemporaryDir m_folder;
    AttributesOf m_newer = readTable("newer_attributes.txt"); ///< than the schemas of libonnx
    AttributesOf m_known;
};

/// The version of the case's operator in @p known, "GridSample 20", and its attributes; those of both sources.
void tst_attributes::addKnown(const onnx::ModelProto& model)
{
    const auto& node = model.graph().node(0);
    const auto opset = int(model.opset_import(0).version());
    for (const auto& [version, names] : m_newer) {
        const auto since = QString::fromStdString(version).split(' ');
        if (since[0].toStdString() == node.op_type() && since[1].toInt() <= opset)
            m_known[version].insert(names.begin(), names.end());
    }
    if (const auto* schema = onnx::OpSchemaRegistry::Schema(node.op_type(), opset, node.domain()))
        for (const auto& [name, attribute] : schema->attributes())
            m_known[node.op_type() + " " + std::to_string(schema->SinceVersion())].insert(name);
}

/// The graph of the case's model with something of another type as @p attribute. Changed behind the importer, which
/// holds types against the schema; but where it takes the node for a constant, in the file.
graph::Graph tst_attributes::changedGraph(MutableCase changed, const std::string& attribute) const
{
    auto& node = *changed.model.mutable_graph()->mutable_node(0);
    auto* attributes = node.mutable_attribute();
    const auto found = std::ranges::find(*attributes, attribute, [](const auto& each) { return each.name(); });
    const bool isText = found != attributes->end() && found->type() == onnx::AttributeProto::STRINGS;
    const auto original = imported(changed.model);
    if (original.nodeCount() == 1) {
        auto spec = graph::specOf(original, original.nodes().front());
        spec.attributes.set(attribute, isText ? graph::AttributeValue(0.5)
                                              : graph::AttributeValue(std::vector<std::string>{"wrong"}));
        return graph::copyGraph(original, {.replacedNodes = {{original.nodes().front().id, std::move(spec)}}});
    }
    onnx::AttributeProto wrong;
    wrong.set_name(attribute);
    wrong.set_type(onnx::AttributeProto::STRINGS);
    wrong.add_strings("wrong");
    if (found != attributes->end())
        *found = wrong;
    else
        *attributes->Add() = wrong;
    return imported(changed.model);
}

graph::Graph tst_attributes::imported(const onnx::ModelProto& model) const
{
    const auto path = (m_folder.path() + "/model.onnx").toStdString();
    std::ofstream(path, std::ios::binary) << model.SerializeAsString();
    return importers::importModel(path).graph;
}

bool tst_attributes::isRead(const MutableCase& original, const std::string& attribute) const
{
    try {
        const auto graph = changedGraph(original, attribute);
        const runs::Program program(graph);
        runs::Pass execution(program, original.inputs);
        JobContext context;
        execution.finish(context);
        return false;
    } catch (const Error& error) {
        return QString::fromUtf8(error.what()).contains(QString::fromStdString(attribute));
    }
}

void tst_attributes::areRead()
{
    if (!QDir(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA)).exists())
        QSKIP("SKIPPED: no conformance data; install python3-onnx and run this test through ctest");
    const runs::ThreadGuard threads(1);
    AttributesOf unread;
    AttributesOf read;
    for (const auto* kind : {"node", "own"}) {
        const QDir folder(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA "/") + QString::fromLatin1(kind));
        for (const auto& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            MutableCase original;
            const auto path = folder.filePath(name).toStdString();
            std::ifstream file(path + "/model.onnx", std::ios::binary);
            if (!original.model.ParseFromIstream(&file) || original.model.graph().node_size() != 1
                || runConformanceCase(path).outcome != Outcome::Passed)
                continue;
            original.inputs = readCaseInputs(original.model, path);
            m_known.clear();
            addKnown(original.model);
            for (const auto& [version, attributes] : m_known)
                for (const auto& attribute : attributes)
                    if (!read[version].contains(attribute))
                        (isRead(original, attribute) ? read : unread)[version].insert(attribute);
        }
    }
    QString found;
    QString expected;
    for (const auto& [version, attributes] : unread)
        for (const auto& attribute : attributes)
            if (!read[version].contains(attribute))
                found += QString::fromStdString(version + " " + attribute + "\n");
    for (const auto& [version, attributes] : readTable("unread_attributes.txt"))
        for (const auto& attribute : attributes)
            expected += QString::fromStdString(version + " " + attribute + "\n");
    if (found != expected) // QFAIL cuts it
        qWarning("%s", qPrintable(found));
    QVERIFY2(found == expected, "unread_attributes.txt is not what was found (above): read these, or say why not");
}

QTEST_APPLESS_MAIN(tst_attributes)
#include "tst_attributes.moc"
