// SPDX-License-Identifier: GPL-3.0-or-later
// Runs models in ONNX Runtime: node onnx_runtime.mjs JOB.json, where the job is
// {"model", "optimization": "disabled" | "all", "runs": [{"inputs": {name: FILE.npy}, "outputs": {name: FILE.npy}}]}.
// QUANTLOUPE_ONNXRUNTIME names the folder whose node_modules holds onnxruntime-node.
import { readFileSync } from "node:fs";
import { InferenceSession, readNpy, writeNpy } from "./npy.mjs";

async function main() {
  const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const session = await InferenceSession.create(job.model, {
    graphOptimizationLevel: job.optimization,
    intraOpNumThreads: 2,
    logSeverityLevel: 3,
  });
  for (const { inputs, outputs } of job.runs) {
    const tensors = Object.fromEntries(Object.entries(inputs).map(([name, path]) => [name, readNpy(path)]));
    const results = await session.run(tensors, Object.keys(outputs));
    for (const [name, path] of Object.entries(outputs)) writeNpy(path, results[name]);
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
