// SPDX-License-Identifier: GPL-3.0-or-later
// Runs models in ONNX Runtime: node onnx_runtime.mjs JOB.json, where the job is
// {"model", "optimization": "disabled" | "all", "runs": [{"inputs": {name: FILE.npy}, "outputs": {name: FILE.npy}}]}.
// QUANTLOUPE_ONNXRUNTIME names the folder whose node_modules holds onnxruntime-node.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const packages = resolve(process.env.QUANTLOUPE_ONNXRUNTIME, "node_modules", "here.js");
const { InferenceSession, Tensor } = createRequire(packages)("onnxruntime-node");

const kinds = {
  "<f4": ["float32", Float32Array],
  "|i1": ["int8", Int8Array],
  "|u1": ["uint8", Uint8Array],
  "<i4": ["int32", Int32Array],
  "<i8": ["int64", BigInt64Array],
};

function readNpy(path) {
  const bytes = readFileSync(path);
  const headerBytes = bytes.readUInt16LE(8);
  const header = bytes.toString("latin1", 10, 10 + headerBytes);
  const [type, numbers] = kinds[/'descr': '([^']*)'/.exec(header)[1]];
  const dims = /'shape': \(([^)]*)\)/.exec(header)[1].split(",").filter((x) => x.trim()).map(Number);
  const data = bytes.buffer.slice(bytes.byteOffset + 10 + headerBytes, bytes.byteOffset + bytes.length);
  return new Tensor(type, new numbers(data), dims);
}

function writeNpy(path, tensor) {
  const [descr] = Object.entries(kinds).find(([, [type]]) => type === tensor.type);
  const shape = tensor.dims.map((size) => `${size},`).join("");
  let header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }`;
  header += " ".repeat(63 - ((10 + header.length) % 64)) + "\n";
  const start = Buffer.from("\x93NUMPY\x01\x00__", "latin1");
  start.writeUInt16LE(header.length, 8);
  const { buffer, byteOffset, byteLength } = tensor.data;
  writeFileSync(path, Buffer.concat([start, Buffer.from(header, "latin1"), Buffer.from(buffer, byteOffset, byteLength)]));
}

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
