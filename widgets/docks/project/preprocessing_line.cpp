// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/preprocessing_line.h"

#include "widgets/style/color_scale.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace ql::widgets {

namespace {

/// The words that aren't "key=value" with a key that images have.
QStringList strangers(const QStringList& words)
{
    QStringList found;
    for (const QString& word : words) {
        const QString key = word.section(u'=', 0, 0);
        const bool isKnown = word.contains(u'=')
                             && std::ranges::any_of(results::kImageSettings,
                                                    [&key](const char* each) { return key == QLatin1String(each); });
        if (!isKnown)
            found.append(word);
    }
    return found;
}

QString knownKeys()
{
    QStringList keys;
    for (const char* key : results::kImageSettings)
        keys.append(QLatin1String(key));
    return keys.join(QStringLiteral(", "));
}

} // namespace

PreprocessingLine::PreprocessingLine(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new PlainLabel(this))
    , m_open(new QToolButton(this))
    , m_remove(new QToolButton(this))
    , m_file(new ElidedLabel(this))
    , m_settings(new QLineEdit(this))
    , m_problem(new PlainLabel(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_problem->setWordWrap(true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_title, 0, 0);
    int column = 0;
    for (QToolButton* button : {m_open, m_remove}) {
        button->setAutoRaise(true);
        layout->addWidget(button, 0, ++column);
    }
    layout->addWidget(m_file, 1, 0, 1, 3);
    layout->addWidget(m_settings, 2, 0, 1, 3);
    layout->addWidget(m_problem, 3, 0, 1, 3);
    connect(m_open, &QToolButton::clicked, this, &PreprocessingLine::chooseFile);
    connect(m_remove, &QToolButton::clicked, this, [this] { setFile({}); });
    // Of the session, too, which is gone before a window that closes takes the focus away.
    connect(m_settings, &QLineEdit::editingFinished, &workbench.session(), [this] { takeSettings(); });
    connect(&workbench.session(), &ModelSession::changed, this, &PreprocessingLine::refresh);
    followLanguageAndColors(this, [this] { retranslate(); });
}

QString PreprocessingLine::problemText() const
{
    return m_problem->text();
}

void PreprocessingLine::setFile(const QString& path)
{
    auto images = m_workbench.session().images();
    images.file = path.toStdString();
    m_workbench.session().setImages(images);
}

void PreprocessingLine::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open preprocessing"), {},
                                                      tr("Preprocessing (*.yaml *.yml);;All files (*)"));
    if (!path.isEmpty())
        setFile(path);
}

/// What is no setting of images stays in the line alone.
void PreprocessingLine::takeSettings()
{
    const QStringList words = m_settings->text().split(u' ', Qt::SkipEmptyParts);
    const QStringList unknown = strangers(words);
    m_problem->setText(unknown.isEmpty()
                           ? QString()
                           : tr("%1 is no setting of images: write key=value, where the key is one of %2.")
                                 .arg(unknown.join(QStringLiteral(", ")), knownKeys()));
    m_problem->setVisible(!unknown.isEmpty());
    if (!unknown.isEmpty())
        return;
    auto images = m_workbench.session().images();
    images.settings.clear();
    for (const QString& word : words)
        images.settings.push_back(word.toStdString());
    m_workbench.session().setImages(images);
}

void PreprocessingLine::retranslate()
{
    m_title->setText(tr("Preprocessing of images"));
    setWords(*m_open, tr("File…"), tr("Open a YAML file that says how images become tensors"));
    m_open->setAccessibleName(m_open->toolTip());
    setWords(*m_remove, tr("Remove"), tr("Take the file away; the settings below stay"));
    m_remove->setAccessibleName(m_remove->toolTip());
    m_settings->setPlaceholderText(QStringLiteral("color=rgb size=224x224 mean=123.7,116.3,103.5"));
    setHint(*m_settings,
            tr("Settings of images, e.g. color=bgr size=224x224; they win over the file. Keys: %1").arg(knownKeys()));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, alarmColor(colors.color(QPalette::Window)));
    m_problem->setPalette(colors);
    refresh();
}

void PreprocessingLine::refresh()
{
    const auto& images = m_workbench.session().images();
    const QString file = QString::fromStdString(images.file);
    setWords(*m_file, QFileInfo(file).fileName(), file);
    m_file->setVisible(!file.isEmpty());
    m_remove->setVisible(!file.isEmpty());
    QStringList words;
    for (const auto& setting : images.settings)
        words.append(QString::fromStdString(setting));
    if (!m_settings->hasFocus() || m_problem->text().isEmpty())
        m_settings->setText(words.join(u' '));
    m_problem->setVisible(!m_problem->text().isEmpty());
    setVisible(images != results::ImageOptions() || m_workbench.session().hasImages());
}

} // namespace ql::widgets
