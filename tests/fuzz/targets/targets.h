// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::tests {

/// One reader that strangers' bytes reach. A target swallows the Error that damaged bytes should end in; every other
/// exception is a finding, as a crash is, and so is a std::logic_error by which a target says that a promise was
/// broken.
struct FuzzTarget {
    enum class Form {
        Bytes,
        Text,
        Model,  ///< an onnx ModelProto
        Archive ///< a zip file
    };
    std::string_view name;
    void (*feed)(std::string_view bytes);
    std::vector<std::string> (*seeds)(); ///< undamaged inputs: a target's every seed gets past its reader's checks
    Form form = Form::Bytes;
    std::size_t tail = 0; ///< bytes behind the form that choose what is done with it; see Choices
};

const std::vector<FuzzTarget>& fuzzTargets();
/// @throws std::invalid_argument naming those there are
const FuzzTarget& fuzzTarget(std::string_view name);

/// A mutant that mostly keeps the form: of what stands in the file some things are changed, cut or doubled. Empty when
/// @p bytes don't have the form. The same for the same @p seed.
std::string mutantOf(const FuzzTarget& target, std::string_view bytes, unsigned seed);

// core/config
void fuzzConfig(std::string_view bytes);
void fuzzConfigEdits(std::string_view bytes);
std::vector<std::string> configSeeds();
std::vector<std::string> configEditSeeds();
// core/report/json
void fuzzResult(std::string_view bytes);
std::vector<std::string> resultSeeds();
// core/project
void fuzzProject(std::string_view bytes);
std::vector<std::string> projectSeeds();
void fuzzTrials(std::string_view bytes);
std::vector<std::string> trialSeeds();
// core/analysis
void fuzzNameMap(std::string_view bytes);
std::vector<std::string> nameMapSeeds();
void fuzzExpression(std::string_view bytes);
std::vector<std::string> expressionSeeds();
// core/quant
void fuzzRecord(std::string_view bytes);
std::vector<std::string> recordSeeds();
// core/data
void fuzzNpy(std::string_view bytes);
std::vector<std::string> npySeeds();
void fuzzNpz(std::string_view bytes);
std::vector<std::string> npzSeeds();
void fuzzStateDict(std::string_view bytes);
std::vector<std::string> stateDictSeeds();
void fuzzSafetensors(std::string_view bytes);
std::vector<std::string> safetensorsSeeds();
void fuzzGguf(std::string_view bytes);
std::vector<std::string> ggufSeeds();
void fuzzTensorProto(std::string_view bytes);
std::vector<std::string> tensorProtoSeeds();
void fuzzDump(std::string_view bytes);
std::vector<std::string> dumpSeeds();
void fuzzPreprocessing(std::string_view bytes);
std::vector<std::string> preprocessingSeeds();
void fuzzImage(std::string_view bytes);
std::vector<std::string> imageSeeds();
// core/import
void fuzzTorchScript(std::string_view bytes);
std::vector<std::string> torchScriptSeeds();
void fuzzImportResult(std::string_view bytes);
std::vector<std::string> importResultSeeds();
void fuzzExportedProgram(std::string_view bytes);
std::vector<std::string> exportedProgramSeeds();
void fuzzTfLite(std::string_view bytes);
std::vector<std::string> tfLiteSeeds();
std::vector<std::string> modelSeeds();
std::vector<std::string> modelRunSeeds();
std::vector<std::string> bodySeeds();
std::vector<std::string> sparseSeeds();
// core/analysis/simulation
void fuzzCalibrate(std::string_view bytes);
std::vector<std::string> oldModelSeeds();
void fuzzQuantized(std::string_view bytes);
std::vector<std::string> quantizedSeeds();
void fuzzSimulation(std::string_view bytes);
std::vector<std::string> simulationSeeds();

} // namespace ql::tests
