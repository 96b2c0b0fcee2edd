# SPDX-License-Identifier: GPL-3.0-or-later
"""Scaled dot-product attention of opset 23 and 24, https://onnx.ai/onnx/operators/onnx__Attention.html."""
import numpy

from ..writer import case, floats


def _softmax(scores):
    powers = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attend(query, key, value, bias=0.0, scale=None, softcap=0.0):
    """Heads of keys and values are shared by equally many heads of queries."""
    shared = query.shape[1] // key.shape[1]
    key, value = numpy.repeat(key, shared, axis=1), numpy.repeat(value, shared, axis=1)
    scores = query @ key.swapaxes(-1, -2) * (scale or 1 / numpy.sqrt(query.shape[-1])) + bias
    if softcap:
        scores = softcap * numpy.tanh(scores / softcap)
    return (_softmax(scores) @ value).astype(numpy.float32)


def _heads(packed, count):
    batch, length, width = packed.shape
    return packed.reshape(batch, length, count, width // count).transpose(0, 2, 1, 3)


def _packed(heads):
    batch, count, length, width = heads.shape
    return heads.transpose(0, 2, 1, 3).reshape(batch, length, count * width)


def _causal(queries, keys, before=0):
    late = numpy.arange(keys)[None, :] > numpy.arange(queries)[:, None] + before
    return numpy.where(late, -numpy.inf, 0.0)


def cases():
    query, key, value = floats(2, 4, 3, 8), floats(2, 2, 5, 8, low=-1.0), floats(2, 2, 5, 6, high=1.0)
    for opset in (23, 24):
        yield case("attention", "Attention", opset, [query, key, value], [attend(query, key, value)])
        y = attend(query, key, value, scale=0.5)
        yield case("attention_scale", "Attention", opset, [query, key, value], [y], scale=0.5)
        y = attend(query, key, value, _causal(3, 5))
        yield case("attention_causal", "Attention", opset, [query, key, value], [y], is_causal=1)
        mask = floats(3, 5)
        y = attend(query, key, value, mask)
        yield case("attention_bias", "Attention", opset, [query, key, value, mask], [y])
        allowed = mask > -1.0
        y = attend(query, key, value, numpy.where(allowed, 0.0, -numpy.inf))
        yield case("attention_mask", "Attention", opset, [query, key, value, allowed], [y])
        y = attend(query, key, value, softcap=2.0)
        yield case("attention_softcap", "Attention", opset, [query, key, value], [y], softcap=2.0)
        wide, narrow, content = floats(2, 3, 16), floats(2, 5, 8), floats(2, 5, 4)
        y = _packed(attend(_heads(wide, 4), _heads(narrow, 2), _heads(content, 2)))
        heads = {"q_num_heads": 4, "kv_num_heads": 2}
        yield case("attention_packed", "Attention", opset, [wide, narrow, content], [y], **heads)
        past_key, past_value = floats(2, 2, 4, 8), floats(2, 2, 4, 6)
        keys, values = numpy.concatenate([past_key, key], 2), numpy.concatenate([past_value, value], 2)
        inputs = [query, key, value, None, past_key, past_value]
        yield case("attention_past", "Attention", opset, inputs, [attend(query, keys, values), keys, values])
