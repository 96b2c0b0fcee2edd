// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/samples.h"
#include "core/data/images/preprocessing.h"
#include "core/graph/ir/graph.h"
#include "core/runs/program/program.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::data {

/// Many samples for one model, each read when it is asked for, on any thread: several may decode images at once.
class Dataset {
public:
    virtual ~Dataset() = default;

    virtual std::size_t size() const = 0;
    /// What a user knows sample @p i by: "photos/cat.jpg", "test_data_set_2", "inputs.npy[13]".
    virtual std::string sampleName(std::size_t i) const = 0;
    /// The tensors of sample @p i by graph input name, as the inputs declare them. Optional inputs may be absent.
    /// @throws Error naming the file
    virtual runs::NamedTensors inputs(std::size_t i) const = 0;
    /// Whether a recording begins at sample @p i: the states of a sequence model don't reach it from the sample before.
    virtual bool beginsRecording(std::size_t i) const { return i == 0; }
    /// Another number when files were added, removed or changed.
    virtual std::uint64_t fingerprint() const = 0;
};

struct DatasetOptions {
    std::optional<Preprocessing> preprocessing; ///< how images become tensors; nothing: images are refused
    std::vector<std::string> optionalInputs;    ///< inputs that the samples need not hold (states that are fed back)
    std::shared_ptr<const caller::Samples> held = {}; ///< in place of files, by the calling program
};

/// Opens samples for @p graph: those that the calling program holds and calls @p path, or by what @p path is:
/// - a folder of .npy, .npz, .pt, .pb or image files, each a sample, in natural order (2 before 10); images also in
/// sub-folders;
///   .npy files named KEY__INPUT.npy for a model of several inputs are one sample per key
/// - a folder of .bin or .raw files and none of the above: each a sample, its numbers as the input declares them;
///   KEY__INPUT.bin as above
/// - a folder of test_data_set_N, or of any folders that hold input_N.pb or INPUT.npy: each is a sample
/// - a folder of folders that hold anything else: each is a recording, its files the samples in natural order, several
/// inputs as KEY__INPUT.npy
/// - a folder with one sub-folder per input: files of the same name in all of them are a sample
/// - one .npy: the first axis counts the samples
/// - one .npz: arrays named KEY__INPUT are one sample per key; arrays named as the inputs are stacked as a .npy is; for
/// a model of one
///   input any other names are a sample each
/// - a text file (.txt, .list, .lst): a line is a path of a sample, relative to the file, or INPUT=PATH;INPUT=PATH; #
/// comments; a blank line ends a recording
/// - one .pt, .pb or image: a single sample
/// A sample of lower rank than its input declares gets leading dimensions of 1.
/// @throws Error (FileNotFound, FileCorrupt, BadArgument, …) naming the file that is wrong and what was expected
std::unique_ptr<Dataset> openDataset(const std::filesystem::path& path, const graph::Graph& graph,
                                     DatasetOptions options = {});

} // namespace ql::data
