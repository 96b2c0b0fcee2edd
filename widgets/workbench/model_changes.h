// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace ql::results {
struct CompareResult;
}

namespace ql::widgets {

class ModelSlot;
class Workbench;

/// Watches the files of the two models. Once one that was written anew stays as it is, it is read again, and what was
/// found out about the old one is dropped; an analysis model is compared again by itself, and the user is told what got
/// better or worse.
class ModelChanges : public QObject {
    Q_OBJECT

public:
    explicit ModelChanges(Workbench& workbench);

private:
    struct Stamp {
        QDateTime time;
        qint64 size = -1; ///< there is no file

        bool operator==(const Stamp&) const = default;
    };
    struct Watched {
        ModelSlot& slot;
        QString path;
        Stamp read;
        Stamp seen; ///< when it was last looked at
    };

    static Stamp stampOf(const QString& path);
    void watch();
    void look();
    /// Whether it is another file than the one that was read, and complete.
    static bool isNew(Watched& watched);
    void takeBaseline();
    void takeAnalysis();
    void dropAnswersAbout(const QString& path);
    void tell();

    Workbench& m_workbench;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    Watched m_baseline;
    Watched m_analysis;
    std::shared_ptr<const results::CompareResult> m_before; ///< while the analysis model is compared again
};

} // namespace ql::widgets
