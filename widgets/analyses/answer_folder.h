// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace ql::widgets {

/// Where an analysis writes files that belong to its answers: is there for as long as one of them.
class AnswerFolder {
public:
    std::string path() const { return m_folder->path().toStdString(); }
    template <typename Result>
    std::shared_ptr<const Result> keptBy(const std::shared_ptr<const Result>& answer) const
    {
        return {answer.get(), [answer, folder = m_folder](const auto*) {}};
    }

private:
    std::shared_ptr<QTemporaryDir> m_folder = std::make_shared<QTemporaryDir>();
};

/// Those of @p files that are still there.
std::vector<std::string> filesThere(const std::vector<std::string>& files);

} // namespace ql::widgets
