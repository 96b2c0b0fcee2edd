// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/torchscript/archive_check.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"
#include "tests/support/torch_modules.h"

#include <caffe2/serialize/inline_container.h>
#include <sstream>

namespace ql::tests {

/// What a TorchScript file is asked before LibTorch loads it; nothing of it is run.
void fuzzTorchScript(std::string_view bytes)
{
    try {
        std::istringstream stream{std::string(bytes)};
        caffe2::serialize::PyTorchStreamReader reader(&stream);
        importers::torchscript::refuseUnsafeCode(reader);
        importers::torchscript::refuseDamagedPickles(reader);
    } catch (const Error&) {
    } catch (const std::logic_error&) {
        throw;
    } catch (const std::exception&) { // LibTorch's own, which the importer translates
    }
}

std::vector<std::string> torchScriptSeeds()
{
    const ScratchFolder folder;
    testing::saveExamples(folder.path());
    return {contentOf(folder.path() / "float.pt"), contentOf(folder.path() / "static.pt"),
            contentOf(folder.path() / "dynamic.pt")};
}

} // namespace ql::tests
