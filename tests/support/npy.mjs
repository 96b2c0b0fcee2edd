// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime's package, from the folder that QUANTLOUPE_ONNXRUNTIME names, and its tensors in .npy files.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const packages = resolve(process.env.QUANTLOUPE_ONNXRUNTIME, "node_modules", "here.js");
export const { InferenceSession, Tensor } = createRequire(packages)("onnxruntime-node");

const kinds = {
  "<f4": ["float32", Float32Array],
  "|i1": ["int8", Int8Array],
  "|u1": ["uint8", Uint8Array],
  "<i4": ["int32", Int32Array],
  "<i8": ["int64", BigInt64Array],
};

export function readNpy(path) {
  const bytes = readFileSync(path);
  const headerBytes = bytes.readUInt16LE(8);
  const header = bytes.toString("latin1", 10, 10 + headerBytes);
  const [type, numbers] = kinds[/'descr': '([^']*)'/.exec(header)[1]];
  const dims = /'shape': \(([^)]*)\)/.exec(header)[1].split(",").filter((x) => x.trim()).map(Number);
  const data = bytes.buffer.slice(bytes.byteOffset + 10 + headerBytes, bytes.byteOffset + bytes.length);
  return new Tensor(type, new numbers(data), dims);
}

export function writeNpy(path, tensor) {
  const [descr] = Object.entries(kinds).find(([, [type]]) => type === tensor.type);
  const shape = tensor.dims.map((size) => `${size},`).join("");
  let header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }`;
  header += " ".repeat(63 - ((10 + header.length) % 64)) + "\n";
  const start = Buffer.from("\x93NUMPY\x01\x00__", "latin1");
  start.writeUInt16LE(header.length, 8);
  const { buffer, byteOffset, byteLength } = tensor.data;
  writeFileSync(path, Buffer.concat([start, Buffer.from(header, "latin1"), Buffer.from(buffer, byteOffset, byteLength)]));
}
