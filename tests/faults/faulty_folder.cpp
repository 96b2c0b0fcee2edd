// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/faulty_folder.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

namespace ql::tests {

namespace {

bool isTemporary(const QString& name)
{
    return name.startsWith(".quantloupe-") && name.endsWith(".part");
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s can't be written", qPrintable(path));
}

/// A folder to save in, and a place beside it for the mark.
class Stage {
public:
    explicit Stage(const Save& save)
        : m_save(save)
    {
        QDir(m_place.path()).mkdir("folder");
        for (auto file = save.before.begin(); file != save.before.end(); ++file)
            write(folder() + '/' + file.key(), file.value());
    }

    Ending run(const Fault& fault) const
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("OMP_WAIT_POLICY", "PASSIVE");
        if (!fault.kind.isEmpty()) {
            const bool isOfMemory = fault.kind == "once" || fault.kind == "forever";
            environment.insert("LD_PRELOAD", isOfMemory ? QUANTLOUPE_MEMORY_FAULTS : QUANTLOUPE_DISK_FAULTS);
            environment.insert("QUANTLOUPE_FAULT", fault.kind);
            environment.insert("QUANTLOUPE_FAULT_AT", QString::number(fault.at));
            environment.insert("QUANTLOUPE_FAULT_FOLDER", QFileInfo(folder()).canonicalFilePath());
            environment.insert("QUANTLOUPE_FAULT_MARK", mark());
        }
        process.setProcessEnvironment(environment);
        auto words = m_save.words;
        process.start(m_save.program, words.replaceInStrings("@", folder()));
        process.closeWriteChannel();
        Ending ending{finishCli(process), {}, {}, QFile::exists(mark())};
        QFile::remove(mark());
        collect(ending);
        return ending;
    }

    void letAMinutePass() const
    {
        QDirIterator entries(folder(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            QFile file(entries.next());
            if (file.open(QIODevice::ReadOnly))
                file.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime);
        }
    }

private:
    QString folder() const { return m_place.filePath("folder"); }
    QString mark() const { return m_place.filePath("mark"); }

    void collect(Ending& ending) const
    {
        QDirIterator entries(folder(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            QFile file(entries.next());
            const auto name = entries.filePath().mid(folder().size() + 1);
            if (isTemporary(entries.fileName()))
                ending.temporaries.append(name);
            else if (file.open(QIODevice::ReadOnly))
                ending.files.insert(name, file.readAll());
        }
    }

    QTemporaryDir m_place;
    const Save& m_save;
};

} // namespace

Ending endingOf(const Save& save, const Fault& fault)
{
    return Stage(save).run(fault);
}

Ending endingAfterKill(const Save& save, int at)
{
    const Stage stage(save);
    if (!stage.run({"kill", at}).isDisturbed)
        qFatal("nothing was killed");
    stage.letAMinutePass();
    return stage.run({});
}

} // namespace ql::tests
