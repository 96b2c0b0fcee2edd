// SPDX-License-Identifier: GPL-3.0-or-later
// Times ONNX Runtime for a benchmark: node onnx_runtime_times.mjs reads lines
// {"model", "inputs": {name: FILE.npy}, "optimizations": "all" | "disabled", "threads", "rounds"} and answers each with
// the least milliseconds of a forward, or with what went wrong. Sessions stay open.
import { createInterface } from "node:readline";
import { InferenceSession, readNpy } from "../support/npy.mjs";

const opened = new Map();

async function open({ model, inputs, optimizations, threads }) {
  const key = JSON.stringify([model, inputs, optimizations, threads]);
  if (!opened.has(key)) {
    const options = { graphOptimizationLevel: optimizations, intraOpNumThreads: threads, logSeverityLevel: 3 };
    const session = await InferenceSession.create(model, options);
    const tensors = Object.fromEntries(Object.entries(inputs).map(([name, path]) => [name, readNpy(path)]));
    opened.set(key, { session, tensors });
  }
  return opened.get(key);
}

async function leastMilliseconds(job) {
  const { session, tensors } = await open(job);
  let least = Infinity;
  for (let i = 0; i < job.rounds; ++i) {
    const began = performance.now();
    await session.run(tensors);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(await leastMilliseconds(JSON.parse(line)));
  } catch (error) {
    console.log(`error: ${error.message.split("\n")[0]}`);
  }
}
