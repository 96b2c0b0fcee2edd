// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/visible_texts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QTextEdit>

namespace ql::tests {

namespace {

constexpr int kMostRows = 40;

/// Paints nothing and writes down what text it is asked to draw.
class TextEngine final : public QPaintEngine {
public:
    QSet<QString> texts;

    TextEngine()
        : QPaintEngine(AllFeatures)
    {
    }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override
    {
        static const QRegularExpression kDigits(QStringLiteral("\\d+"));
        texts.insert(item.text().replace(kDigits, QStringLiteral("0")));
    }
    Type type() const override { return User; }
};

class TextDevice final : public QPaintDevice {
public:
    mutable TextEngine engine;

    explicit TextDevice(const QWidget& widget)
        : m_widget(widget)
    {
    }
    QPaintEngine* paintEngine() const override { return &engine; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth: return m_widget.width();
        case PdmHeight: return m_widget.height();
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return int(QPaintDevice::devicePixelRatioFScale());
        case PdmDepth: return 32;
        default: return m_widget.logicalDpiX();
        }
    }

private:
    const QWidget& m_widget;
};

class Collector {
public:
    QMap<QString, QString> texts;

    void walk(QObject& object, const QString& path)
    {
        if (auto* widget = qobject_cast<QWidget*>(&object))
            addWidget(*widget, path);
        else if (auto* action = qobject_cast<QAction*>(&object))
            addAction(*action, path);
        QMap<QString, int> counts; // children of a kind are told apart by their order
        for (QObject* child : object.children()) {
            if (!child->isWidgetType() && !qobject_cast<QAction*>(child))
                continue;
            const QString name = child->objectName().isEmpty() ? QString::fromLatin1(child->metaObject()->className())
                                                               : child->objectName();
            walk(*child, path + u'/' + name + QString::number(counts[name]++));
        }
    }

private:
    void add(const QString& path, const char* what, QString text)
    {
        static const QRegularExpression kDigits(QStringLiteral("\\d+"));
        static const QRegularExpression kTime(QStringLiteral("\\d+(?:\\.\\d+)? (?:ms|s|min|毫秒|秒|分钟)"));
        if (!text.isEmpty())
            texts.insert(path + u'.' + QLatin1String(what),
                         text.replace(kTime, QStringLiteral("a while")).replace(kDigits, QStringLiteral("0")));
    }

    void addAction(const QAction& action, const QString& path)
    {
        add(path, "text", action.text());
        add(path, "iconText", action.iconText());
        add(path, "toolTip", action.toolTip());
        add(path, "statusTip", action.statusTip());
    }

    void addWidget(QWidget& widget, const QString& path)
    {
        add(path, "title", widget.windowTitle());
        add(path, "toolTip", widget.toolTip());
        add(path, "statusTip", widget.statusTip());
        add(path, "accessibleName", widget.accessibleName());
        add(path, "accessibleDescription", widget.accessibleDescription());
        if (const auto* label = qobject_cast<QLabel*>(&widget))
            add(path, "text", label->text());
        if (const auto* button = qobject_cast<QAbstractButton*>(&widget))
            add(path, "text", button->text());
        if (const auto* box = qobject_cast<QGroupBox*>(&widget))
            add(path, "title", box->title());
        if (const auto* menu = qobject_cast<QMenu*>(&widget))
            add(path, "title", menu->title());
        if (const auto* bar = qobject_cast<QProgressBar*>(&widget))
            add(path, "format", bar->format());
        addInput(widget, path);
        addBoxes(widget, path);
        if (const auto* tabs = qobject_cast<QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i) {
                add(path + QString::number(i), "tab", tabs->tabText(i));
                add(path + QString::number(i), "tabTip", tabs->tabToolTip(i));
            }
        if (auto* view = qobject_cast<QAbstractItemView*>(&widget); view && !qobject_cast<QHeaderView*>(view))
            addModel(view->model(), path);
        if (const auto* scene = qobject_cast<QGraphicsView*>(&widget); scene && scene->scene())
            addScene(*scene->scene(), path);
    }

    void addInput(QWidget& widget, const QString& path)
    {
        if (const auto* line = qobject_cast<QLineEdit*>(&widget)) {
            add(path, "text", line->text());
            add(path, "placeholder", line->placeholderText());
        }
        if (const auto* edit = qobject_cast<QPlainTextEdit*>(&widget))
            add(path, "placeholder", edit->placeholderText());
        if (const auto* edit = qobject_cast<QTextEdit*>(&widget))
            add(path, "text", edit->toPlainText());
    }

    void addBoxes(QWidget& widget, const QString& path)
    {
        if (const auto* combo = qobject_cast<QComboBox*>(&widget))
            for (int i = 0; i < combo->count(); ++i) {
                add(path + QString::number(i), "item", combo->itemText(i));
                add(path + QString::number(i), "itemTip", combo->itemData(i, Qt::ToolTipRole).toString());
            }
        if (const auto* box = qobject_cast<QAbstractSpinBox*>(&widget))
            add(path, "special", box->specialValueText());
        if (const auto* spin = qobject_cast<QSpinBox*>(&widget))
            add(path, "suffix", spin->prefix() + spin->suffix());
        if (const auto* spin = qobject_cast<QDoubleSpinBox*>(&widget))
            add(path, "suffix", spin->prefix() + spin->suffix());
    }

    void addModel(const QAbstractItemModel* model, const QString& path)
    {
        if (!model)
            return;
        for (int column = 0; column < model->columnCount(); ++column)
            for (const auto& [role, what] :
                 {std::pair(Qt::DisplayRole, "header"), std::pair(Qt::ToolTipRole, "headerTip")})
                add(path + QString::number(column), what, model->headerData(column, Qt::Horizontal, role).toString());
        for (int row = 0; row < qMin(model->rowCount(), kMostRows); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                for (const auto& [role, what] :
                     {std::pair(Qt::DisplayRole, "cell"), std::pair(Qt::ToolTipRole, "cellTip"),
                      std::pair(Qt::AccessibleTextRole, "cellName")})
                    add(QStringLiteral("%1[%2,%3]").arg(path).arg(row).arg(column), what,
                        model->index(row, column).data(role).toString());
    }

    void addScene(const QGraphicsScene& scene, const QString& path)
    {
        QStringList words; // in no order that is promised
        for (const QGraphicsItem* item : scene.items()) {
            if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item))
                words.append(text->toPlainText());
            if (const auto* text = dynamic_cast<const QGraphicsSimpleTextItem*>(item))
                words.append(text->text());
        }
        words.sort();
        for (qsizetype i = 0; i < words.size(); ++i)
            add(path + QString::number(i), "drawn", words.at(i));
    }
};

} // namespace

QSet<QString> paintedTexts(QWidget& widget)
{
    TextDevice device(widget);
    widget.render(&device, {}, {}, QWidget::DrawWindowBackground);
    return device.engine.texts;
}

QMap<QString, QString> visibleTexts(QWidget& window)
{
    Collector collector;
    collector.walk(window, {});
    return collector.texts;
}

} // namespace ql::tests
