// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/dataset.h"

#include "core/base/error.h"
#include "core/base/unreadable.h"
#include "core/data/datasets/file_dataset.h"
#include "core/data/datasets/held_dataset.h"
#include "core/data/datasets/stacked_dataset.h"
#include "core/data/file_suffix.h"

namespace ql::data {

namespace fs = std::filesystem;

namespace {

std::unique_ptr<Dataset> openFiles(std::vector<SampleFiles> samples, InputBinder binder)
{
    return std::make_unique<FileDataset>(std::move(samples), std::move(binder));
}

std::unique_ptr<Dataset> opened(const fs::path& path, InputBinder binder)
{
    std::error_code failure;
    const auto status = fs::status(path, failure);
    if (failure && failure != std::errc::no_such_file_or_directory)
        throw unreadable(failure);
    if (fs::is_directory(status))
        return openFiles(samplesInFolder(path, binder), binder);
    if (!fs::is_regular_file(status))
        throw Error(ErrorCode::FileNotFound, "there is no such file or folder");
    const auto suffix = lowerCaseSuffix(path);
    if (suffix == ".npy")
        return std::make_unique<StackedNpyDataset>(path, std::move(binder));
    if (suffix == ".npz")
        return std::make_unique<NpzDataset>(path, std::move(binder));
    if (suffix == ".txt" || suffix == ".list" || suffix == ".lst")
        return openFiles(samplesInList(path, binder), binder);
    if (suffix == ".pt" || suffix == ".pb" || isImageFile(path))
        return openFiles({{path.filename().string(), {{std::string(), path}}, false}}, binder);
    throw Error(ErrorCode::UnsupportedFormat, "not a dataset",
                "give a folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a .txt list of paths, or a "
                "folder of test_data_set_N");
}

} // namespace

std::unique_ptr<Dataset> openDataset(const fs::path& path, const graph::Graph& graph, DatasetOptions options)
{
    try {
        if (auto held = std::move(options.held))
            return std::make_unique<HeldDataset>(path.string(), std::move(held),
                                                 InputBinder(graph, std::move(options)));
        return opened(path, InputBinder(graph, std::move(options)));
    } catch (Error& error) {
        // Readers of single files name them already.
        const auto where = Message::text(path.string());
        if (error.context().empty() || error.context().back() != where)
            error.addContext(where);
        throw;
    }
}

} // namespace ql::data
