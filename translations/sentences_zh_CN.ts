<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Every sentence that core says to a user; lupdate leaves this file alone, tst_message_catalog compares it with the sources. -->
<TS version="2.1" language="zh_CN">
<context>
    <name>Core</name>
    <!-- Advice (core/analysis/*advice.cpp) -->
    <message>
        <source>%1 is NaN and %2 is infinite in the analysis model, %3 and %4 in the baseline.</source>
        <translation>待分析模型中 %1 为 NaN，%2 个为无穷大；基准模型中分别为 %3 个和 %4 个。</translation>
    </message>
    <message>
        <source>Bound the values in the model itself: the float model has them too.</source>
        <translation>请在模型本身中限制数值范围：浮点模型中也有这些值。</translation>
    </message>
    <message>
        <source>Leave this layer in high precision, or check the scales before it.</source>
        <translation>请让该层保持高精度，或检查它之前的量化系数。</translation>
    </message>
    <message>
        <source>its values reach %1, too far for any integer type of 16 bits.</source>
        <translation>其数值达到 %1，超出任何 16 位整数类型的能力。</translation>
    </message>
    <message>
        <source>Change the model so that the range is bounded (normalise, clip), or leave the layer in float.</source>
        <translation>请修改模型以限制数值范围（归一化、截断），或让该层保持浮点。</translation>
    </message>
    <message>
        <source>its values reach %1: one step of %2 is %3.</source>
        <translation>其数值达到 %1：%2 的一个步长为 %3。</translation>
    </message>
    <message>
        <source>The range is large for 8 bits. Try int16.</source>
        <translation>该范围对 8 位而言过大。请尝试 int16。</translation>
    </message>
    <message>
        <source>the analysis values span %1, the quantizer represents only %2.</source>
        <translation>待分析模型的值范围为 %1，量化器只能表示 %2。</translation>
    </message>
    <message>
        <source>The quantizer does not act on this value. Is fake quantization enabled?</source>
        <translation>量化器没有作用于该值。伪量化是否已启用？</translation>
    </message>
    <message>
        <source>clamps %1: truncation error. The data spans %2, the quantizer %3.</source>
        <translation>截断 %1：截断误差。数据范围为 %2，量化器范围为 %3。</translation>
    </message>
    <message>
        <source>Try larger scales for its channels</source>
        <translation>请尝试增大各通道的量化系数</translation>
    </message>
    <message>
        <source>Try a larger fixed scale (%1)</source>
        <translation>请尝试更大的固定量化系数 (%1)</translation>
    </message>
    <message>
        <source>%1 or %2, and calibrate with more samples.</source>
        <translation>%1或使用 %2，并用更多样本校准。</translation>
    </message>
    <message>
        <source>the ranges agree and %1 is clamped, yet SQNR is %2 and cosine %3: rounding error at a step of %4.</source>
        <translation>范围一致，%1被截断，但 SQNR 为 %2、余弦为 %3：步长 %4 造成的舍入误差。</translation>
    </message>
    <message>
        <source>More bits are needed here. Try %1.</source>
        <translation>这里需要更多位数。请尝试 %1。</translation>
    </message>
    <message>
        <source>the data reaches %1, the quantizer %2: only %3 of its range is used, the rest is lost to rounding.</source>
        <translation>数据达到 %1，量化器达到 %2：只用到其范围的 %3，其余损失于舍入。</translation>
    </message>
    <message>
        <source>Calibrate again, or try a smaller fixed scale (%1).</source>
        <translation>请重新校准，或尝试更小的固定量化系数 (%1)。</translation>
    </message>
    <message>
        <source>all input values lie on one side of 0 (%1), while the quantizer represents %2: half of it is idle.</source>
        <translation>所有输入值都在 0 的一侧 (%1)，而量化器表示 %2：其中一半闲置。</translation>
    </message>
    <message>
        <source>Normalise the input symmetrically around 0, or quantize it with a zero point.</source>
        <translation>请把输入归一化到关于 0 对称，或使用带零点的量化。</translation>
    </message>
    <message>
        <source>input values reach %1, and 8 bits represent them in steps of %2.</source>
        <translation>输入值达到 %1，8 位以 %2 的步长表示它们。</translation>
    </message>
    <message>
        <source>Normalise the input, or quantize it to int16.</source>
        <translation>请归一化输入，或把它量化为 int16。</translation>
    </message>
    <message>
        <source>the model&apos;s output comes straight out of %1 and is quantized to %2.</source>
        <translation>模型输出直接来自 %1，并被量化为 %2。</translation>
    </message>
    <message>
        <source>Use high-precision output: leave the quantizer after the last layer out.</source>
        <translation>请使用高精度输出：去掉最后一层之后的量化器。</translation>
    </message>
    <message>
        <source>one scale serves all %1 weight channels of this depthwise convolution, but their ranges differ: channel %2 uses %3 steps, channel %4 only %5. Its weights are rounded away.</source>
        <translation>该深度卷积的 %1 个权重通道共用一个量化系数，但各通道范围不同：通道 %2 使用 %3 个步长，通道 %4 只用 %5 个。其权重被舍入掉了。</translation>
    </message>
    <message>
        <source>Quantize the weight per channel.</source>
        <translation>请对权重逐通道量化。</translation>
    </message>
    <message>
        <source>the scale is exactly 1, as on %1 of %2 quantized layers: it was never calibrated.</source>
        <translation>量化系数恰为 1，%2 个量化层中有 %1 个如此：从未校准。</translation>
    </message>
    <message>
        <source>Run calibration before the comparison.</source>
        <translation>请在比较之前先校准。</translation>
    </message>
    <message>
        <source>Check the scales of its input and weight, or leave it in float.</source>
        <translation>请检查其输入和权重的量化系数，或让它保持浮点。</translation>
    </message>
    <message>
        <source>Fix this layer first: a scale of %1 covers its data; else try %2.</source>
        <translation>请先处理该层：量化系数 %1 可覆盖其数据；否则尝试 %2。</translation>
    </message>
    <message>
        <source>Fix this layer first: try %1, or skip it.</source>
        <translation>请先处理该层：尝试 %1，或跳过它。</translation>
    </message>
    <message>
        <source>the error starts here: %1, its own output is at %2, and %3, which computes in float on it, is at %4. %5.</source>
        <translation>误差从这里开始：%1，自身输出为 %2，而在其上以浮点计算的 %3 为 %4。%5。</translation>
    </message>
    <message>
        <source>the error starts here: %1, its own output is at %2. %3.</source>
        <translation>误差从这里开始：%1，自身输出为 %2。%3。</translation>
    </message>
    <message>
        <source>the error starts here: %1, %2. %3.</source>
        <translation>误差从这里开始：%1，%2。%3。</translation>
    </message>
    <message>
        <source>, and %1, which computes in float on it, is at %2</source>
        <translation>，而在其上以浮点计算的 %1 为 %2</translation>
    </message>
    <message>
        <source>its input is exact</source>
        <translation>其输入精确</translation>
    </message>
    <message>
        <source>its input is at %1</source>
        <translation>其输入为 %1</translation>
    </message>
    <message>
        <source>its own output is at %1</source>
        <translation>自身输出为 %1</translation>
    </message>
    <message>
        <source>It computes on integers of its own scale</source>
        <translation>它以自己的量化系数在整数上计算</translation>
    </message>
    <message>
        <source>Truncation: its quantizer clamps %1</source>
        <translation>截断：其量化器截断 %1</translation>
    </message>
    <message>
        <source>Rounding, not truncation: its quantizer clamps %1 and rounds to steps of %2</source>
        <translation>是舍入而非截断：其量化器截断 %1，并舍入到步长 %2</translation>
    </message>
    <message>
        <source>%1 of %2 values (%3)</source>
        <translation>%2 个值中的 %1 个 (%3)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>0 个值</translation>
    </message>
    <!-- Rules of check (core/analysis/checks) -->
    <message>
        <source>%1, scale %2, zero point %3</source>
        <translation>%1，量化系数 %2，零点 %3</translation>
    </message>
    <message>
        <source>%1, %2 scales</source>
        <translation>%1，%2 个量化系数</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>%1 of the constant %2 is NaN.</source>
        <translation>常量 %2 中 %1 为 NaN。</translation>
    </message>
    <message>
        <source>Export the model again; training may have diverged.</source>
        <translation>请重新导出模型；训练可能已经发散。</translation>
    </message>
    <message>
        <source>%1 of the constant %2 is infinite.</source>
        <translation>常量 %2 中 %1 为无穷大。</translation>
    </message>
    <message>
        <source>No integer stands for it: bound it before quantizing.</source>
        <translation>没有整数能表示它：请在量化前限制其范围。</translation>
    </message>
    <message>
        <source>the constant %1 reaches %2, too far for any integer type of 16 bits.</source>
        <translation>常量 %1 达到 %2，超出任何 16 位整数类型的能力。</translation>
    </message>
    <message>
        <source>Bound it, or leave the operators that read it in float.</source>
        <translation>请限制其范围，或让读取它的算子保持浮点。</translation>
    </message>
    <message>
        <source>is not a finite number</source>
        <translation>不是有限的数</translation>
    </message>
    <message>
        <source>is negative</source>
        <translation>为负数</translation>
    </message>
    <message>
        <source>is zero</source>
        <translation>为零</translation>
    </message>
    <message>
        <source>is denormal: hardware that flushes denormals to zero divides by it</source>
        <translation>是非规格化数：会把非规格化数清零的硬件将以零为除数</translation>
    </message>
    <message>
        <source>the scale of %1 (%2) %3.</source>
        <translation>%1 的量化系数 (%2) %3。</translation>
    </message>
    <message>
        <source>the scale%1 of %2 (%3) %4.</source>
        <translation>%2%1的量化系数 (%3) %4。</translation>
    </message>
    <message>
        <source> of channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>Calibrate again; a tensor that is all zero still needs a positive scale.</source>
        <translation>请重新校准；全零的张量也需要正的量化系数。</translation>
    </message>
    <message>
        <source>its weight has %1 bits, and accelerators take 4 or 8</source>
        <translation>其权重为 %1 位，而加速器只接受 4 或 8 位</translation>
    </message>
    <message>
        <source>its input has %1 bits, which need a weight of 8 bits, but that has %2</source>
        <translation>其输入为 %1 位，要求权重为 8 位，但权重为 %2 位</translation>
    </message>
    <message>
        <source>its input has 4 bits, which need a weight of 4 bits, but that has %1</source>
        <translation>其输入为 4 位，要求权重为 4 位，但权重为 %1 位</translation>
    </message>
    <message>
        <source>its weight has %1 bits, and accelerators take 4 or 8.</source>
        <translation>其权重为 %1 位，而加速器只接受 4 或 8 位。</translation>
    </message>
    <message>
        <source>its input has %1 bits, which need a weight of 8 bits, but that has %2.</source>
        <translation>其输入为 %1 位，要求权重为 8 位，但权重为 %2 位。</translation>
    </message>
    <message>
        <source>its input has 4 bits, which need a weight of 4 bits, but that has %1.</source>
        <translation>其输入为 4 位，要求权重为 4 位，但权重为 %1 位。</translation>
    </message>
    <message>
        <source>Change the bit width of the input or of the weight if the target refuses it.</source>
        <translation>如果目标平台不接受，请修改输入或权重的位宽。</translation>
    </message>
    <message>
        <source>it only moves data, yet %1 comes in as %2 and goes on as %3: every value is rounded twice.</source>
        <translation>它只搬运数据，但 %1 输入时为 %2，输出时为 %3：每个值被舍入两次。</translation>
    </message>
    <message>
        <source>Give its input the quantization parameters of its consumer.</source>
        <translation>请让其输入使用读取方的量化参数。</translation>
    </message>
    <message>
        <source>no output of the model depends on this %1.</source>
        <translation>模型的输出都不依赖此 %1。</translation>
    </message>
    <message>
        <source>Remove it, or make its result an output.</source>
        <translation>请移除它，或把其结果设为输出。</translation>
    </message>
    <message>
        <source>one scale serves all %1 weight channels of this depthwise convolution; their ranges are alike.</source>
        <translation>该深度卷积的 %1 个权重通道共用一个量化系数；各通道范围相近。</translation>
    </message>
    <message>
        <source>Per-channel scales cost nothing here and are safer.</source>
        <translation>这里逐通道的量化系数没有额外代价，而且更安全。</translation>
    </message>
    <message>
        <source>several nodes of the file are called %1.</source>
        <translation>文件中有多个节点都叫 %1。</translation>
    </message>
    <message>
        <source>Give every node a name of its own: a config that names it may hit the wrong one.</source>
        <translation>请给每个节点独立的名称：配置按名称可能指错节点。</translation>
    </message>
    <message>
        <source>the shape of input %1 is %2.</source>
        <translation>输入 %1 的形状为 %2。</translation>
    </message>
    <message>
        <source>Compilers for accelerators often want fixed shapes.</source>
        <translation>加速器的编译器通常要求固定形状。</translation>
    </message>
    <message>
        <source>a scale made at run time</source>
        <translation>运行时产生的量化系数</translation>
    </message>
    <message>
        <source>its output %1 feeds several operators and is quantized differently for them: %2.</source>
        <translation>其输出 %1 供多个算子使用，但量化方式各不相同：%2。</translation>
    </message>
    <message>
        <source>Quantize it once, with the same parameters for every reader.</source>
        <translation>请只量化一次，让所有读取方使用相同参数。</translation>
    </message>
    <message>
        <source>some readers of its output %1 see it quantized (%2), others in float: %3.</source>
        <translation>其输出 %1 的部分读取方得到量化值（%2），其余得到浮点值：%3。</translation>
    </message>
    <message>
        <source>Targets that quantize a tensor once for all readers refuse this.</source>
        <translation>对每个张量只量化一次的目标平台不接受这种做法。</translation>
    </message>
    <message>
        <source>it adds 0.</source>
        <translation>它只加 0。</translation>
    </message>
    <message>
        <source>it casts to the type that its input has already.</source>
        <translation>它转换到输入本来就有的类型。</translation>
    </message>
    <message>
        <source>it joins a single tensor.</source>
        <translation>它只拼接一个张量。</translation>
    </message>
    <message>
        <source>it divides by 1.</source>
        <translation>它只除以 1。</translation>
    </message>
    <message>
        <source>it hands its input through.</source>
        <translation>它原样传递输入。</translation>
    </message>
    <message>
        <source>it multiplies by 1.</source>
        <translation>它只乘以 1。</translation>
    </message>
    <message>
        <source>it pads by nothing.</source>
        <translation>它的填充为零。</translation>
    </message>
    <message>
        <source>it raises to the power of 1.</source>
        <translation>它只求 1 次幂。</translation>
    </message>
    <message>
        <source>its input has that shape already.</source>
        <translation>其输入已是该形状。</translation>
    </message>
    <message>
        <source>it cuts nothing off.</source>
        <translation>它没有截断任何值。</translation>
    </message>
    <message>
        <source>it subtracts 0.</source>
        <translation>它只减 0。</translation>
    </message>
    <message>
        <source>it leaves the axes in their order.</source>
        <translation>它没有改变各轴的顺序。</translation>
    </message>
    <message>
        <source>Remove it: a quantizer around it rounds for nothing.</source>
        <translation>请移除它：其周围的量化器只会白白舍入。</translation>
    </message>
    <message>
        <source>its second input %1 is %2; some accelerators take 8 bits, symmetric, there.</source>
        <translation>其第二个输入 %1 为 %2；有些加速器在此处只接受 8 位对称量化。</translation>
    </message>
    <message>
        <source>Quantize it symmetrically, or swap the operands (A·B = (Bᵀ·Aᵀ)ᵀ) when the first one&apos;s range is the smaller.</source>
        <translation>请使用对称量化；如果第一个操作数的范围更小，也可交换两个操作数 (A·B = (Bᵀ·Aᵀ)ᵀ)。</translation>
    </message>
    <message>
        <source>it reads %1 as %2, but that was quantized as %3.</source>
        <translation>它把 %1 当作 %2 读取，但它是按 %3 量化的。</translation>
    </message>
    <message>
        <source>Give both the same scale and zero point: its numbers are off by a factor.</source>
        <translation>请让两者使用相同的量化系数和零点：现在其数值相差一个倍数。</translation>
    </message>
    <message>
        <source>not quantized</source>
        <translation>未量化</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>its inputs differ in precision: %1.</source>
        <translation>其各输入精度不同：%1。</translation>
    </message>
    <message>
        <source>Quantize all inputs alike, or none of them.</source>
        <translation>请以相同方式量化所有输入，或都不量化。</translation>
    </message>
    <message>
        <source>%1 needs opset %2, the model imports %3</source>
        <translation>%1 需要 opset %2，模型导入的是 %3</translation>
    </message>
    <message>
        <source>scales per channel need opset %1, the model imports %2</source>
        <translation>逐通道量化系数需要 opset %1，模型导入的是 %2</translation>
    </message>
    <message>
        <source>%1 needs opset %2, the model imports %3.</source>
        <translation>%1 需要 opset %2，模型导入的是 %3。</translation>
    </message>
    <message>
        <source>scales per channel need opset %1, the model imports %2.</source>
        <translation>逐通道量化系数需要 opset %1，模型导入的是 %2。</translation>
    </message>
    <message>
        <source>Convert the model to the newer opset, or use com.microsoft&apos;s quantizers.</source>
        <translation>请把模型转换到更新的 opset，或使用 com.microsoft 的量化算子。</translation>
    </message>
    <message>
        <source>the model imports no version of the domain %1 that %2 belongs to.</source>
        <translation>模型没有导入 %2 所属算子域 %1 的任何版本。</translation>
    </message>
    <message>
        <source>Export the model again; runtimes refuse it.</source>
        <translation>请重新导出模型；运行时会拒绝它。</translation>
    </message>
    <message>
        <source>all %1 activation quantizers have the scale %2, whatever they quantize: a placeholder, it seems, and no calibration.</source>
        <translation>全部 %1 个激活量化器的量化系数都是 %2，与所量化的内容无关：看来只是占位值，没有校准。</translation>
    </message>
    <message>
        <source>Calibrate with real data.</source>
        <translation>请用真实数据校准。</translation>
    </message>
    <message>
        <source>the model&apos;s output comes straight out of %1 (%2) and is quantized to %3.</source>
        <translation>模型输出直接来自 %1 (%2)，并被量化为 %3。</translation>
    </message>
    <message>
        <source>the model&apos;s output is quantized to %1.</source>
        <translation>模型输出被量化为 %1。</translation>
    </message>
    <message>
        <source>its quantizer reaches %1: one step of %2 is %3.</source>
        <translation>其量化器达到 %1：%2 的一个步长为 %3。</translation>
    </message>
    <message>
        <source>Change the model so that the range is bounded, or leave it in float.</source>
        <translation>请修改模型以限制数值范围，或让它保持浮点。</translation>
    </message>
    <message>
        <source>%1 of %2 activation quantizers have a scale of exactly 1: they were never calibrated.</source>
        <translation>%2 个激活量化器中有 %1 个的量化系数恰为 1：从未校准。</translation>
    </message>
    <message>
        <source>Calibrate with real data before the quantizers are fixed.</source>
        <translation>请在固定量化器之前用真实数据校准。</translation>
    </message>
    <message>
        <source>the weight %1 is shared by %2 layers: %3. One operator, called several times, sees several ranges.</source>
        <translation>权重 %1 由 %2 个层共享：%3。同一算子多次调用时，会遇到多种数值范围。</translation>
    </message>
    <message>
        <source>Give each call an operator of its own when you quantize in training.</source>
        <translation>量化训练时，请让每次调用使用各自的算子。</translation>
    </message>
    <message>
        <source>the scales of %1 differ %2-fold between channels: %3 for channel %4, %5 for channel %6.</source>
        <translation>%1 各通道的量化系数相差 %2 倍：通道 %4 为 %3，通道 %6 为 %5。</translation>
    </message>
    <message>
        <source>Look at the weight: a channel that large, or a dead one, often comes from training.</source>
        <translation>请检查该权重：如此大的通道或失效的通道往往来自训练。</translation>
    </message>
    <message>
        <source>%1 could be one operator: %2. A quantizer between them rounds once more than needed.</source>
        <translation>%1 可以合并为一个算子：%2。它们之间的量化器多舍入了一次。</translation>
    </message>
    <message>
        <source>%1 could be one operator: %2.</source>
        <translation>%1 可以合并为一个算子：%2。</translation>
    </message>
    <message>
        <source>%1 could be one operator: %2.%3</source>
        <translation>%1 可以合并为一个算子：%2。%3</translation>
    </message>
    <message>
        <source> A quantizer between them rounds once more than needed.</source>
        <translation>它们之间的量化器多舍入了一次。</translation>
    </message>
    <message>
        <source>Leave the quantizer inside the run out.</source>
        <translation>请去掉这一串算子中间的量化器。</translation>
    </message>
    <message>
        <source>Fold the normalisation into the weight before quantizing.</source>
        <translation>请在量化之前把归一化折叠进权重。</translation>
    </message>
    <message>
        <source>this %1 runs in float between integer operators: its values are dequantized and quantized again around it.</source>
        <translation>此 %1 在整数算子之间以浮点运行：其数值在前后被反量化再重新量化。</translation>
    </message>
    <message>
        <source>Use an integer form of it, if there is one.</source>
        <translation>如果有整数形式，请使用它。</translation>
    </message>
    <message>
        <source>this %1 is not quantized, but everything around it is.</source>
        <translation>此 %1 未量化，而其前后都已量化。</translation>
    </message>
    <message>
        <source>Quantize its output, too, or leave its neighbours in float.</source>
        <translation>请也量化其输出，或让相邻层保持浮点。</translation>
    </message>
    <message>
        <source>this %1 computes in float in a quantized model.</source>
        <translation>此 %1 在量化模型中以浮点计算。</translation>
    </message>
    <message>
        <source>Quantize it unless it was left out on purpose; some accelerators can&apos;t leave it out.</source>
        <translation>除非有意跳过，请量化它；有些加速器不能跳过它。</translation>
    </message>
    <message>
        <source>%1 of %2 (version %3) is not supported, because %4: the model can be viewed and checked, but not run.</source>
        <translation>不支持 %2 的 %1（版本 %3），原因：%4。模型可以查看和检查，但不能运行。</translation>
    </message>
    <message>
        <source>Cut the operator off the model, express it in supported ones, or give it with --op-library.</source>
        <translation>请从模型中去掉该算子、用受支持的算子表达，或通过 --op-library 提供它。</translation>
    </message>
    <message>
        <source>nobody reads the constant %1.</source>
        <translation>没有算子读取常量 %1。</translation>
    </message>
    <message>
        <source>Remove it from the file.</source>
        <translation>请从文件中移除它。</translation>
    </message>
    <message>
        <source>nobody reads its output %1.</source>
        <translation>没有算子读取其输出 %1。</translation>
    </message>
    <message>
        <source>Leave the name of that output empty if the operator allows it.</source>
        <translation>如果算子允许，请把该输出的名称留空。</translation>
    </message>
    <message>
        <source>is %1, but int32 has none</source>
        <translation>为 %1，但 int32 没有零点</translation>
    </message>
    <message>
        <source>is %1, and %2 ends at %3 and %4</source>
        <translation>为 %1，而 %2 的范围是 %3 到 %4</translation>
    </message>
    <message>
        <source>has type %1, expected that of the integers</source>
        <translation>类型为 %1，应与整数的类型一致</translation>
    </message>
    <message>
        <source>has type %1, but the integers are %2</source>
        <translation>类型为 %1，但整数为 %2</translation>
    </message>
    <message>
        <source>has %1 elements, the scale %2</source>
        <translation>有 %1 个元素，而量化系数有 %2 个</translation>
    </message>
    <message>
        <source>has channel axis %1, the tensor&apos;s rank is %2</source>
        <translation>通道轴为 %1，而张量的秩为 %2</translation>
    </message>
    <message>
        <source>has %1 elements, but axis %2 has %3</source>
        <translation>有 %1 个元素，但轴 %2 有 %3 个</translation>
    </message>
    <message>
        <source>the scale of %1 %2.</source>
        <translation>%1 的量化系数%2。</translation>
    </message>
    <message>
        <source>the %1 of %2 %3.</source>
        <translation>%2 的%1%3。</translation>
    </message>
    <message>
        <source>zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>量化系数</translation>
    </message>
    <message>
        <source>Write the model again: runtimes refuse it or compute something else.</source>
        <translation>请重新生成模型：运行时会拒绝它，或算出别的结果。</translation>
    </message>
    <!-- Constraints of configs (core/config/constraints) -->
    <message>
        <source>change one of the two</source>
        <translation>请修改两者之一</translation>
    </message>
    <message>
        <source>no layer is enabled</source>
        <translation>没有启用任何层</translation>
    </message>
    <message>
        <source>enable at least one</source>
        <translation>请至少启用一层</translation>
    </message>
    <message>
        <source>the model has no layer or value %1, an end of subgraph %2</source>
        <translation>模型中没有名为 %1 的层或值（子图 %2 的端点）</translation>
    </message>
    <message>
        <source>%1 symmetric</source>
        <translation>%1 对称</translation>
    </message>
    <message>
        <source>%1 affine</source>
        <translation>%1 非对称</translation>
    </message>
    <message>
        <source> symmetric</source>
        <translation> 对称</translation>
    </message>
    <message>
        <source> affine</source>
        <translation> 非对称</translation>
    </message>
    <message>
        <source>%1 scale %2 offset %3</source>
        <translation>%1 量化系数 %2 零点 %3</translation>
    </message>
    <message>
        <source> scale %1 offset %2</source>
        <translation> 量化系数 %1 零点 %2</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>所指定</translation>
    </message>
    <message>
        <source>reads %1 too</source>
        <translation>同样读取 %1</translation>
    </message>
    <message>
        <source>only moves data and makes %1</source>
        <translation>只搬运数据并产生 %1</translation>
    </message>
    <message>
        <source>multiplies by 1</source>
        <translation>只乘以 1</translation>
    </message>
    <message>
        <source>divides by 1</source>
        <translation>只除以 1</translation>
    </message>
    <message>
        <source>adds 0</source>
        <translation>只加 0</translation>
    </message>
    <message>
        <source>subtracts 0</source>
        <translation>只减 0</translation>
    </message>
    <message>
        <source>casts float32 to float32</source>
        <translation>把 float32 转换为 float32</translation>
    </message>
    <message>
        <source>takes everything</source>
        <translation>取出全部</translation>
    </message>
    <message>
        <source>%1 %2: quantizing it costs accuracy for nothing</source>
        <translation>%1 %2：量化它只会白白损失精度</translation>
    </message>
    <message>
        <source>remove it from the model</source>
        <translation>请从模型中移除它</translation>
    </message>
    <message>
        <source>weights of %1 bits: they are 4 or 8 bits wide</source>
        <translation>权重 %1 位：权重只能是 4 或 8 位</translation>
    </message>
    <message>
        <source>activations of %1 bits: they are 4 or 8 to 16 bits wide</source>
        <translation>激活 %1 位：激活只能是 4 位或 8 到 16 位</translation>
    </message>
    <message>
        <source>activations of %1 bits need weights of 8 bits, not %2</source>
        <translation>激活 %1 位要求权重为 8 位，而不是 %2 位</translation>
    </message>
    <message>
        <source>activations of 4 bits need weights of 4 bits, not %1</source>
        <translation>激活 4 位要求权重为 4 位，而不是 %1 位</translation>
    </message>
    <message>
        <source>%1 runs on the matrix unit, which computes in integers only</source>
        <translation>%1 在矩阵单元上运行，该单元只能做整数计算</translation>
    </message>
    <message>
        <source>quantize it; raise its width instead of skipping it</source>
        <translation>请量化它；用提高位宽代替跳过</translation>
    </message>
    <message>
        <source>%1 has no channels: one scale for all weights</source>
        <translation>%1 没有通道：所有权重共用一个量化系数</translation>
    </message>
    <message>
        <source>set channel_wise to false</source>
        <translation>请把 channel_wise 设为 false</translation>
    </message>
    <message>
        <source>the second input %1 is %2 bits wide, but a MatMul takes 8 there</source>
        <translation>第二个输入 %1 为 %2 位，但 MatMul 在此处只接受 8 位</translation>
    </message>
    <message>
        <source>swap the operands: A·B is the transpose of Bᵀ·Aᵀ</source>
        <translation>请交换操作数：A·B 是 Bᵀ·Aᵀ 的转置</translation>
    </message>
    <message>
        <source>the second input %1 is affine, but a MatMul takes it symmetric</source>
        <translation>第二个输入 %1 为非对称量化，但 MatMul 在此处只接受对称量化</translation>
    </message>
    <message>
        <source>set it symmetric</source>
        <translation>请设为对称量化</translation>
    </message>
    <message>
        <source>no layer of the model is quantized</source>
        <translation>模型中没有任何层被量化</translation>
    </message>
    <message>
        <source>the model has no %1 %2</source>
        <translation>模型中没有%1 %2</translation>
    </message>
    <message>
        <source>the model has no layer %1</source>
        <translation>模型中没有层 %1</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>did you mean %1?</source>
        <translation>是否指 %1？</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>%1 wants %2</source>
        <translation>%1 要求 %2</translation>
    </message>
    <message>
        <source>%1 feeds %2 layers, which want it differently: %3</source>
        <translation>%1 供 %2 个层使用，但它们的要求不同：%3</translation>
    </message>
    <message>
        <source>give all of them the same settings</source>
        <translation>请让它们使用相同的设置</translation>
    </message>
    <message>
        <source>%1 only moves data and has %2, but %3 behind it wants %4</source>
        <translation>%1 只搬运数据，设置为 %2，但其后的 %3 要求 %4</translation>
    </message>
    <message>
        <source>give both the same settings</source>
        <translation>请让两者使用相同的设置</translation>
    </message>
    <!-- Readers of configs (core/config) -->
    <message>
        <source>act_algo is %1, allowed is ifmr or hfmg</source>
        <translation>act_algo 为 %1，可用值为 ifmr 或 hfmg</translation>
    </message>
    <message>
        <source>search_range is not two rising numbers</source>
        <translation>search_range 不是两个递增的数</translation>
    </message>
    <message>
        <source>the dynamic-graph JSON</source>
        <translation>动态图 JSON</translation>
    </message>
    <message>
        <source>a fixed scale</source>
        <translation>固定量化系数</translation>
    </message>
    <message>
        <source>observer %1</source>
        <translation>观察器 %1</translation>
    </message>
    <message>
        <source>observer %1 becomes %2</source>
        <translation>观察器 %1 变为 %2</translation>
    </message>
    <message>
        <source>observer %1 becomes ifmr</source>
        <translation>观察器 %1 变为 ifmr</translation>
    </message>
    <message>
        <source>batch_num is below 1</source>
        <translation>batch_num 小于 1</translation>
    </message>
    <message>
        <source>AMCT configuration of a dynamic graph (JSON)</source>
        <translation>动态图的 AMCT 配置 (JSON)</translation>
    </message>
    <message>
        <source>the fx JSON</source>
        <translation>fx 的 JSON</translation>
    </message>
    <message>
        <source>AMCT config.json (torch.fx)</source>
        <translation>AMCT 的 config.json (torch.fx)</translation>
    </message>
    <message>
        <source>%1 is neither a number nor a word nor a list of numbers</source>
        <translation>%1 既不是数、单词，也不是数的列表</translation>
    </message>
    <message>
        <source>%1 means nothing to %2</source>
        <translation>%1 对 %2 没有意义</translation>
    </message>
    <message>
        <source>is it misspelt?</source>
        <translation>是否拼写错误？</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3</source>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>%1 is no number and no list of numbers</source>
        <translation>%1 既不是数，也不是数的列表</translation>
    </message>
    <message>
        <source>this layer</source>
        <translation>该层</translation>
    </message>
    <message>
        <source>AMCT has no observer %1</source>
        <translation>AMCT 没有观察器 %1</translation>
    </message>
    <message>
        <source>%1 becomes 8 bits</source>
        <translation>%1 变为 8 位</translation>
    </message>
    <message>
        <source>activations have one scale, not one per channel</source>
        <translation>激活只有一个量化系数，不能逐通道</translation>
    </message>
    <message>
        <source>weights are symmetric</source>
        <translation>权重为对称量化</translation>
    </message>
    <message>
        <source>the retrain quant.cfg</source>
        <translation>量化感知训练的 quant.cfg</translation>
    </message>
    <message>
        <source>AMCT quant.cfg (text-proto)</source>
        <translation>AMCT 的 quant.cfg (text-proto)</translation>
    </message>
    <message>
        <source>AMCT quant.cfg of training (text-proto)</source>
        <translation>量化感知训练的 AMCT quant.cfg (text-proto)</translation>
    </message>
    <message>
        <source>algo is %1, allowed is luq_quantize, ulq_quantize, arq_retrain or lnq_retrain</source>
        <translation>algo 为 %1，可用值为 luq_quantize、ulq_quantize、arq_retrain 或 lnq_retrain</translation>
    </message>
    <message>
        <source>the QAT JSON</source>
        <translation>QAT 的 JSON</translation>
    </message>
    <message>
        <source>an observer</source>
        <translation>观察器</translation>
    </message>
    <message>
        <source>whether a tensor is symmetric</source>
        <translation>张量是否对称量化</translation>
    </message>
    <message>
        <source>quantizer %1 becomes %2</source>
        <translation>量化器 %1 变为 %2</translation>
    </message>
    <message>
        <source>AMCT configuration of training (JSON)</source>
        <translation>量化感知训练的 AMCT 配置 (JSON)</translation>
    </message>
    <message>
        <source>%1 is no list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>an entry of %1 without %2</source>
        <translation>%1 中有一项缺少 %2</translation>
    </message>
    <message>
        <source>what is said about its output</source>
        <translation>关于其输出的设置</translation>
    </message>
    <message>
        <source>AMCT has overrides of layers and types only</source>
        <translation>AMCT 只能按层和类型覆盖</translation>
    </message>
    <message>
        <source>prefix %1</source>
        <translation>前缀 %1</translation>
    </message>
    <message>
        <source>AMCT skips layers and types only</source>
        <translation>AMCT 只能按层和类型跳过</translation>
    </message>
    <message>
        <source>AMCT simple configuration (YAML)</source>
        <translation>AMCT 简易配置 (YAML)</translation>
    </message>
    <message>
        <source>%1 can only be written</source>
        <translation>%1 只能写出，不能读取</translation>
    </message>
    <message>
        <source>unknown dialect %1: expected %2</source>
        <translation>未知的配置格式 %1：应为 %2</translation>
    </message>
    <message>
        <source>%1 is of no dialect that is known here</source>
        <translation>%1 不是已知的配置格式</translation>
    </message>
    <message>
        <source>name one with --dialect: %1</source>
        <translation>请用 --dialect 指定：%1</translation>
    </message>
    <message>
        <source>%1 is %2, allowed is %3</source>
        <translation>%1 为 %2，可用值为 %3</translation>
    </message>
    <message>
        <source>4 or 8</source>
        <translation>4 或 8</translation>
    </message>
    <message>
        <source>4 or [8, 16]</source>
        <translation>4 或 [8, 16]</translation>
    </message>
    <message>
        <source>the target lists layers one by one: name the network with --model</source>
        <translation>目标格式逐层列出：请用 --model 指定网络</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>the target speaks of layers, not of tensors</source>
        <translation>目标格式按层而不是按张量设置</translation>
    </message>
    <message>
        <source>batch normalization is not to be folded</source>
        <translation>不折叠批归一化</translation>
    </message>
    <message>
        <source>%1 layers are not to be folded</source>
        <translation>%1 层不折叠</translation>
    </message>
    <message>
        <source>calibration with %1 batches</source>
        <translation>用 %1 个批次校准</translation>
    </message>
    <message>
        <source>batch normalization is updated</source>
        <translation>更新批归一化</translation>
    </message>
    <message>
        <source>the mapping file %1</source>
        <translation>映射文件 %1</translation>
    </message>
    <message>
        <source>parameters of training</source>
        <translation>训练参数</translation>
    </message>
    <message>
        <source>%1 bits become %2</source>
        <translation>%1 位变为 %2 位</translation>
    </message>
    <message>
        <source>optimization %1 means nothing here</source>
        <translation>optimization 为 %1，在此没有意义</translation>
    </message>
    <message>
        <source>calibration_type is %1, allowed is default, mix, kl, max, load or skip</source>
        <translation>calibration_type 为 %1，可用值为 default、mix、kl、max、load 或 skip</translation>
    </message>
    <message>
        <source>max_percentile is %1, allowed is [0.5, 1]</source>
        <translation>max_percentile 为 %1，允许范围为 [0.5, 1]</translation>
    </message>
    <message>
        <source>max_percentile counts only with calibration_type max</source>
        <translation>max_percentile 只在 calibration_type 为 max 时有效</translation>
    </message>
    <message>
        <source>observer %1 becomes the automatic search</source>
        <translation>观察器 %1 变为自动搜索</translation>
    </message>
    <message>
        <source>weights of %1 bits</source>
        <translation>权重 %1 位</translation>
    </message>
    <message>
        <source>activations of %1 bits everywhere</source>
        <translation>全部激活 %1 位</translation>
    </message>
    <message>
        <source>Horizon&apos;s quant_config.json</source>
        <translation>Horizon 的 quant_config.json</translation>
    </message>
    <message>
        <source>type %1, allowed is int4, int8, int16, float16, float32 …</source>
        <translation>类型 %1，可用值为 int4、int8、int16、float16、float32 …</translation>
    </message>
    <message>
        <source>%1 means nothing here</source>
        <translation>%1 在此没有意义</translation>
    </message>
    <message>
        <source>%1 is no map</source>
        <translation>%1 不是映射</translation>
    </message>
    <message>
        <source>subgraph %1 without qtype</source>
        <translation>子图 %1 缺少 qtype</translation>
    </message>
    <message>
        <source>subgraph %1 without inputs or outputs means no layer</source>
        <translation>子图 %1 没有 inputs 或 outputs，不对应任何层</translation>
    </message>
    <message>
        <source>max_percentile is outside [0.5, 1]</source>
        <translation>max_percentile 超出 [0.5, 1]</translation>
    </message>
    <message>
        <source>weights of %1 bits apart from the activation</source>
        <translation>权重 %1 位，与激活不同</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>choose 4, 8 or 16</source>
        <translation>请选择 4、8 或 16</translation>
    </message>
    <message>
        <source>anything but the type of one node</source>
        <translation>除单个节点的类型以外的设置</translation>
    </message>
    <message>
        <source>only layers and types</source>
        <translation>只能按层和类型</translation>
    </message>
    <message>
        <source>Horizon quant_config.json</source>
        <translation>Horizon 的 quant_config.json</translation>
    </message>
    <message>
        <source>4 bits become 8</source>
        <translation>4 位变为 8 位</translation>
    </message>
    <message>
        <source>Horizon qconfig setter (Python, to paste)</source>
        <translation>Horizon qconfig setter（Python，供粘贴）</translation>
    </message>
    <message>
        <source>Horizon&apos;s YAML</source>
        <translation>Horizon 的 YAML</translation>
    </message>
    <message>
        <source>%1 is %2, allowed is int8 or int16</source>
        <translation>%1 为 %2，可用值为 int8 或 int16</translation>
    </message>
    <message>
        <source>ON is %1, allowed is BPU or CPU</source>
        <translation>ON 为 %1，可用值为 BPU 或 CPU</translation>
    </message>
    <message>
        <source>node_info of a node is a map</source>
        <translation>节点的 node_info 应为映射</translation>
    </message>
    <message>
        <source>node_info says &apos;%1&apos;, expected node:int16</source>
        <translation>node_info 为“%1”，应为 node:int16</translation>
    </message>
    <message>
        <source>choose 8 or 16</source>
        <translation>请选择 8 或 16</translation>
    </message>
    <message>
        <source>they are 8 bits wide</source>
        <translation>它们的位宽为 8</translation>
    </message>
    <message>
        <source>anything but the width of one layer</source>
        <translation>除单层位宽以外的设置</translation>
    </message>
    <message>
        <source>Horizon PTQ configuration (YAML)</source>
        <translation>Horizon PTQ 配置 (YAML)</translation>
    </message>
    <message>
        <source>%1 without %2</source>
        <translation>%1 缺少 %2</translation>
    </message>
    <message>
        <source>weight settings of %1: it has no %2</source>
        <translation>%1 的权重设置：它没有 %2</translation>
    </message>
    <message>
        <source>%1 is neither a layer nor a setting of the network</source>
        <translation>%1 既不是层，也不是网络的设置</translation>
    </message>
    <message>
        <source>anything about %1: it is a setting of the network</source>
        <translation>关于 %1 的设置：它是网络的设置</translation>
    </message>
    <message>
        <source>layers that the config doesn&apos;t name stay in float: name the network with --model</source>
        <translation>配置中未列出的层保持浮点：请用 --model 指定网络</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>%1 can&apos;t say %2</source>
        <translation>%1 无法表达：%2</translation>
    </message>
    <message>
        <source>%1: a fixed scale</source>
        <translation>%1：固定量化系数</translation>
    </message>
    <message>
        <source>%1: observer %2</source>
        <translation>%1：观察器 %2</translation>
    </message>
    <message>
        <source>%1: quantizer %2</source>
        <translation>%1：量化器 %2</translation>
    </message>
    <message>
        <source>ONNX Runtime&apos;s JSON</source>
        <translation>ONNX Runtime 的 JSON</translation>
    </message>
    <message>
        <source>quant_type is %1, allowed is QInt4, QUInt4, QInt8, QUInt8, QInt16 or QUInt16</source>
        <translation>quant_type 为 %1，可用值为 QInt4、QUInt4、QInt8、QUInt8、QInt16 或 QUInt16</translation>
    </message>
    <message>
        <source>scale is %1, expected above 0</source>
        <translation>scale 为 %1，应大于 0</translation>
    </message>
    <message>
        <source>%1 is no list of overrides</source>
        <translation>%1 不是覆盖设置的列表</translation>
    </message>
    <message>
        <source>an observer of one tensor</source>
        <translation>单个张量的观察器</translation>
    </message>
    <message>
        <source>a fixed scale without its type</source>
        <translation>缺少类型的固定量化系数</translation>
    </message>
    <message>
        <source>which tensors %1 reads</source>
        <translation>%1 读取哪些张量</translation>
    </message>
    <message>
        <source>name the network with --model, or set one width at a time</source>
        <translation>请用 --model 指定网络，或每次只设一种位宽</translation>
    </message>
    <message>
        <source>one scale per channel</source>
        <translation>逐通道的量化系数</translation>
    </message>
    <message>
        <source>%1 bits: widths belong to tensors, set them with --model</source>
        <translation>%1 位：位宽属于张量，请用 --model 设置</translation>
    </message>
    <message>
        <source>the target</source>
        <translation>目标格式</translation>
    </message>
    <message>
        <source>ONNX Runtime exclusions and tensor overrides (JSON)</source>
        <translation>ONNX Runtime 排除列表与张量覆盖 (JSON)</translation>
    </message>
    <message>
        <source>dst_type is %1, allowed is INT4, INT8 or INT16</source>
        <translation>dst_type 为 %1，可用值为 INT4、INT8 或 INT16</translation>
    </message>
    <message>
        <source>dmq_balancer moves scale from activations into weights: it is kept, but not simulated</source>
        <translation>dmq_balancer 会把激活的缩放移到权重：予以保留，但不模拟</translation>
    </message>
    <message>
        <source>compare with a record of the target&apos;s own calibration (--record)</source>
        <translation>请用目标平台自身校准的记录比较 (--record)</translation>
    </message>
    <message>
        <source>%1 beside %2: one of a kind counts</source>
        <translation>%1 与 %2 并存：同类只有一个有效</translation>
    </message>
    <message>
        <source>keep one</source>
        <translation>请只保留一个</translation>
    </message>
    <message>
        <source>ada_quantize learns how weights are rounded: it is kept, but simulated as arq_quantize, rounding to nearest</source>
        <translation>ada_quantize 会学习权重的舍入方式：予以保留，但按 arq_quantize 以就近舍入模拟</translation>
    </message>
    <message>
        <source>expect the target to be a little better than the simulation</source>
        <translation>目标平台的结果应略好于模拟</translation>
    </message>
    <message>
        <source>%1 bits with dst_type</source>
        <translation>dst_type 为 %1 位</translation>
    </message>
    <message>
        <source>an observer by name</source>
        <translation>按名称指定的观察器</translation>
    </message>
    <message>
        <source>inputs told apart</source>
        <translation>分别设置各输入</translation>
    </message>
    <message>
        <source>everything that isn&apos;t named is quantized</source>
        <translation>未列出的全部量化</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>真假值</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a word</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>a truth value (%1)</source>
        <translation>真假值 (%1)</translation>
    </message>
    <message>
        <source>a number (%1)</source>
        <translation>数 (%1)</translation>
    </message>
    <message>
        <source>a text (%1)</source>
        <translation>文本 (%1)</translation>
    </message>
    <message>
        <source>a word (%1)</source>
        <translation>单词 (%1)</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>文本或文本列表</translation>
    </message>
    <message>
        <source>is it misspelt, or from another version?</source>
        <translation>是否拼写错误，或来自其他版本？</translation>
    </message>
    <message>
        <source>%1 a second time: the last one wins without a word</source>
        <translation>%1 重复出现：以最后一个为准，且不会提示</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>请移除两者之一</translation>
    </message>
    <message>
        <source>RKNN&apos;s hybrid quantization</source>
        <translation>RKNN 的混合量化</translation>
    </message>
    <message>
        <source>type %1, allowed is float16, int8, int16 …</source>
        <translation>类型 %1，可用值为 float16、int8、int16 …</translation>
    </message>
    <message>
        <source>anything but the type of one layer</source>
        <translation>除单层类型以外的设置</translation>
    </message>
    <message>
        <source>a fixed scale: it belongs to a tensor</source>
        <translation>固定量化系数：它属于张量</translation>
    </message>
    <message>
        <source>%1 bits everywhere</source>
        <translation>全部 %1 位</translation>
    </message>
    <message>
        <source>RKNN hybrid quantization (YAML)</source>
        <translation>RKNN 混合量化 (YAML)</translation>
    </message>
    <message>
        <source>Sophgo&apos;s qtable</source>
        <translation>Sophgo 的 qtable</translation>
    </message>
    <message>
        <source>mode %1, allowed is INT8, INT4, F32, F16 or BF16</source>
        <translation>模式 %1，可用值为 INT8、INT4、F32、F16 或 BF16</translation>
    </message>
    <message>
        <source>a name with a blank: %1</source>
        <translation>名称中有空格：%1</translation>
    </message>
    <message>
        <source>a name with a blank</source>
        <translation>名称中有空格</translation>
    </message>
    <message>
        <source>choose 4 or 8, or skip the layer</source>
        <translation>请选择 4 或 8，或跳过该层</translation>
    </message>
    <message>
        <source>two widths for one layer</source>
        <translation>一层有两种位宽</translation>
    </message>
    <message>
        <source>anything but the mode of one layer</source>
        <translation>除单层模式以外的设置</translation>
    </message>
    <message>
        <source>%1 bits become F16</source>
        <translation>%1 位变为 F16</translation>
    </message>
    <message>
        <source>Sophgo qtable</source>
        <translation>Sophgo 的 qtable</translation>
    </message>
    <message>
        <source>a second time</source>
        <translation>重复出现</translation>
    </message>
    <message>
        <source>%1 a second time</source>
        <translation>%1 重复出现</translation>
    </message>
    <message>
        <source>only the network knows its layers: name it with --model</source>
        <translation>只有网络知道其各层：请用 --model 指定</translation>
    </message>
    <message>
        <source>subgraph %1</source>
        <translation>子图 %1</translation>
    </message>
    <message>
        <source>calibration batches</source>
        <translation>校准批次数</translation>
    </message>
    <message>
        <source>layers not listed</source>
        <translation>未列出的层</translation>
    </message>
    <message>
        <source>stay in float</source>
        <translation>保持浮点</translation>
    </message>
    <message>
        <source>only these types</source>
        <translation>只量化这些类型</translation>
    </message>
    <message>
        <source>batch normalization</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>not folded</source>
        <translation>不折叠</translation>
    </message>
    <message>
        <source>%1 not folded</source>
        <translation>%1 不折叠</translation>
    </message>
    <message>
        <source>batch normalization update</source>
        <translation>批归一化更新</translation>
    </message>
    <message>
        <source>bias correction</source>
        <translation>偏置校正</translation>
    </message>
    <message>
        <source>outputs of the network</source>
        <translation>网络的输出</translation>
    </message>
    <message>
        <source>mapping file</source>
        <translation>映射文件</translation>
    </message>
    <message>
        <source>not listed</source>
        <translation>未列出</translation>
    </message>
    <message>
        <source>%1 is %2, expected true or false</source>
        <translation>%1 为 %2，应为 true 或 false</translation>
    </message>
    <message>
        <source>%1 is %2, expected a text</source>
        <translation>%1 为 %2，应为文本</translation>
    </message>
    <message>
        <source>is %1, expected %2</source>
        <translation>为 %1，应为 %2</translation>
    </message>
    <message>
        <source>is %1, allowed is %2</source>
        <translation>为 %1，可用值为 %2</translation>
    </message>
    <message>
        <source>is %1, expected true or false</source>
        <translation>为 %1，应为 true 或 false</translation>
    </message>
    <message>
        <source>is %1, expected a text</source>
        <translation>为 %1，应为文本</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>大于 %1</translation>
    </message>
    <message>
        <source>the aliases expand to more than two million pieces</source>
        <translation>别名展开后超过两百万项</translation>
    </message>
    <message>
        <source>alias *%1 has no complete anchor before it</source>
        <translation>别名 *%1 之前没有完整的锚点</translation>
    </message>
    <message>
        <source>a zero byte: this is no text file</source>
        <translation>含有零字节：这不是文本文件</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>应为 %1，实际为 %2</translation>
    </message>
    <message>
        <source>a comment, which strict JSON readers refuse</source>
        <translation>注释，严格的 JSON 读取器不接受</translation>
    </message>
    <message>
        <source>nested more than %1 deep</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>the closing quote of a string</source>
        <translation>字符串的结束引号</translation>
    </message>
    <message>
        <source>four hexadecimal digits</source>
        <translation>四位十六进制数字</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;%1&apos;</source>
        <translation>“,”或“%1”</translation>
    </message>
    <message>
        <source>a trailing comma, which strict JSON readers refuse</source>
        <translation>多余的结尾逗号，严格的 JSON 读取器不接受</translation>
    </message>
    <message>
        <source>a name in double quotes</source>
        <translation>双引号中的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; a second time: the last one counts</source>
        <translation>“%1”重复出现：以最后一个为准</translation>
    </message>
    <message>
        <source>%1 a second time: the last one counts</source>
        <translation>%1 重复出现：以最后一个为准</translation>
    </message>
    <message>
        <source>expected a name and a value, found %1</source>
        <translation>应为名称和值，实际为 %1</translation>
    </message>
    <message>
        <source>a field or &apos;%1&apos;</source>
        <translation>字段或“%1”</translation>
    </message>
    <message>
        <source>a field name</source>
        <translation>字段名</translation>
    </message>
    <message>
        <source>&apos;:&apos; or &apos;{&apos;</source>
        <translation>“:”或“{”</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;]&apos;</source>
        <translation>“,”或“]”</translation>
    </message>
    <message>
        <source>item %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>something else stands in the way of %1</source>
        <translation>%1 处已有其他内容</translation>
    </message>
    <message>
        <source>there is nothing to remove at %1</source>
        <translation>%1 处没有可移除的内容</translation>
    </message>
    <message>
        <source>a scalar that this program can&apos;t locate</source>
        <translation>本程序无法定位的标量</translation>
    </message>
    <message>
        <source>put it in quotes</source>
        <translation>请加上引号</translation>
    </message>
    <message>
        <source>a bracket that this program can&apos;t match</source>
        <translation>本程序无法配对的括号</translation>
    </message>
    <message>
        <source>a list item that this program can&apos;t locate</source>
        <translation>本程序无法定位的列表项</translation>
    </message>
    <message>
        <source>no &apos;:&apos; behind the key %1</source>
        <translation>键 %1 之后缺少“:”</translation>
    </message>
    <message>
        <source>control character %1</source>
        <translation>控制字符 %1</translation>
    </message>
    <message>
        <source>something else would change too</source>
        <translation>其他内容也会改变</translation>
    </message>
    <message>
        <source>the result would not be readable</source>
        <translation>结果将无法读取</translation>
    </message>
    <!-- Jobs -->
    <message>
        <source>loading operator libraries</source>
        <translation>正在加载算子库</translation>
    </message>
    <message>
        <source>reading the model</source>
        <translation>正在读取模型</translation>
    </message>
    <message>
        <source>reading the models</source>
        <translation>正在读取模型</translation>
    </message>
    <message>
        <source>reading the inputs</source>
        <translation>正在读取输入</translation>
    </message>
    <message>
        <source>reading the dumps</source>
        <translation>正在读取转储</translation>
    </message>
    <message>
        <source>comparing weights</source>
        <translation>正在比较权重</translation>
    </message>
    <message>
        <source>taking errors apart</source>
        <translation>正在分解误差</translation>
    </message>
    <message>
        <source>searching a calibration method</source>
        <translation>正在搜索校准方法</translation>
    </message>
    <message>
        <source>calibrating</source>
        <translation>正在校准</translation>
    </message>
    <message>
        <source>correcting biases</source>
        <translation>正在校正偏置</translation>
    </message>
    <message>
        <source>profiling</source>
        <translation>正在收集统计</translation>
    </message>
    <message>
        <source>shadowing layers</source>
        <translation>正在测量局部误差</translation>
    </message>
    <message>
        <source>searching the bad case</source>
        <translation>正在查找 badcase</translation>
    </message>
    <message>
        <source>measuring sensitivity</source>
        <translation>正在测量敏感度</translation>
    </message>
    <message>
        <source>leaving the worst float together</source>
        <translation>正在把最差的几层一起保持浮点</translation>
    </message>
    <message>
        <source>measuring accuracy</source>
        <translation>正在测量准确率</translation>
    </message>
    <message>
        <source>ranking layers</source>
        <translation>正在给各层排序</translation>
    </message>
    <message>
        <source>adding overrides</source>
        <translation>正在添加覆盖设置</translation>
    </message>
    <message>
        <source>following alternatives</source>
        <translation>正在尝试其他组合</translation>
    </message>
    <message>
        <source>taking overrides back</source>
        <translation>正在撤回覆盖设置</translation>
    </message>
    <message>
        <source>comparing layers</source>
        <translation>正在逐层比较</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>running the model</source>
        <translation>正在运行模型</translation>
    </message>
    <message>
        <source>comparing outputs</source>
        <translation>正在比较输出</translation>
    </message>
    <!-- Errors: where -->
    <message>
        <source>node %1 (%2, opset %3)</source>
        <translation>节点 %1（%2，opset %3）</translation>
    </message>
    <message>
        <source>node %1 (%2)</source>
        <translation>节点 %1 (%2)</translation>
    </message>
    <message>
        <source>node %1 (function %2)</source>
        <translation>节点 %1（函数 %2）</translation>
    </message>
    <message>
        <source>baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>input %1 (%2)</source>
        <translation>输入 %1 (%2)</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>attribute %1</source>
        <translation>属性 %1</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>sample %1 (%2)</source>
        <translation>样本 %1 (%2)</translation>
    </message>
    <message>
        <source>initializer %1</source>
        <translation>常量 %1</translation>
    </message>
    <message>
        <source>entry %1</source>
        <translation>条目 %1</translation>
    </message>
    <message>
        <source>entry %1.npy</source>
        <translation>条目 %1.npy</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>external data %1</source>
        <translation>外部数据 %1</translation>
    </message>
    <message>
        <source>operator library %1</source>
        <translation>算子库 %1</translation>
    </message>
    <message>
        <source>%1 (operator library %2)</source>
        <translation>%1（算子库 %2）</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <!-- Errors: parts -->
    <message>
        <source>the document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>an integer of 4 to 16 bits or a float8</source>
        <translation>4 到 16 位的整数或 float8</translation>
    </message>
    <message>
        <source>one element</source>
        <translation>1 个元素</translation>
    </message>
    <message>
        <source>one</source>
        <translation>1 个</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>应为 %1</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>a readable .npz archive</source>
        <translation>可读的 .npz 归档</translation>
    </message>
    <message>
        <source>ONNX tensor</source>
        <translation>ONNX 张量</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 或更多</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Quantloupe itself</source>
        <translation>Quantloupe 本身</translation>
    </message>
    <message>
        <source>element type %1</source>
        <translation>元素类型 %1</translation>
    </message>
    <message>
        <source>quantized tensors of type %1</source>
        <translation>类型为 %1 的量化张量</translation>
    </message>
    <message>
        <source>integers of type %1</source>
        <translation>类型为 %1 的整数</translation>
    </message>
    <message>
        <source>the</source>
        <translation>该数组</translation>
    </message>
    <!-- Errors: any operator -->
    <message>
        <source>%1 has rank %2, expected %3</source>
        <translation>%1 的秩为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 has rank %2, expected %3 or more</source>
        <translation>%1 的秩为 %2，应至少为 %3</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected %3</source>
        <translation>%1 的形状为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 has shape %2, which does not fit a tensor of shape %3</source>
        <translation>%1 的形状为 %2，与形状为 %3 的张量不符</translation>
    </message>
    <message>
        <source>%1 has type %2, expected %3</source>
        <translation>%1 的类型为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 has type %2, expected %3 as input 0</source>
        <translation>%1 的类型为 %2，应与输入 0 相同，为 %3</translation>
    </message>
    <message>
        <source>%1 has type %2, expected %3 like the tensor it belongs to</source>
        <translation>%1 的类型为 %2，应与其所属张量相同，为 %3</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected %3</source>
        <translation>%1 有 %2 个元素，应为 %3 个</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected one</source>
        <translation>%1 有 %2 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected %3 or more</source>
        <translation>%1 有 %2 个元素，应至少为 %3 个</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected at most %3</source>
        <translation>%1 有 %2 个元素，最多应为 %3 个</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected the size of the last axis</source>
        <translation>%1 有 %2 个元素，应等于最后一轴的大小</translation>
    </message>
    <message>
        <source>%1 has %2 elements for %3 channels</source>
        <translation>%1 有 %2 个元素，而通道数为 %3</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected one for each of %3 channels</source>
        <translation>%1 有 %2 个元素，应为 %3 个通道各一个</translation>
    </message>
    <message>
        <source>%1 has %2 elements for input 0 of shape %3</source>
        <translation>%1 有 %2 个元素，而输入 0 的形状为 %3</translation>
    </message>
    <message>
        <source>%1 has %2 entries, expected %3</source>
        <translation>%1 有 %2 项，应为 %3 项</translation>
    </message>
    <message>
        <source>%1 has %2 entries, expected %3 (axis %4)</source>
        <translation>%1 有 %2 项，应为 %3 项（轴 %4）</translation>
    </message>
    <message>
        <source>%1 has %2 entries, expected %3 for %4 axes</source>
        <translation>%1 有 %2 项，应为 %3 项（%4 个轴）</translation>
    </message>
    <message>
        <source>%1 has %2 entries, expected %3 as outputs</source>
        <translation>%1 有 %2 项，应与输出数 %3 相同</translation>
    </message>
    <message>
        <source>%1 has %2 channels, expected %3</source>
        <translation>%1 有 %2 个通道，应为 %3 个</translation>
    </message>
    <message>
        <source>%1 has %2 channels, expected %3 groups of %4</source>
        <translation>%1 有 %2 个通道，应为 %3 组，每组 %4 个</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected %3</source>
        <translation>%1 有 %2 字节，应为 %3 字节</translation>
    </message>
    <message>
        <source>%1 has %2 columns, expected %3</source>
        <translation>%1 有 %2 列，应为 %3 列</translation>
    </message>
    <message>
        <source>%1 has %2 columns, expected three equal parts</source>
        <translation>%1 有 %2 列，应能等分为三份</translation>
    </message>
    <message>
        <source>%1 has %2 rows, expected %3</source>
        <translation>%1 有 %2 行，应为 %3 行</translation>
    </message>
    <message>
        <source>%1 has %2 items, expected %3 as input 0</source>
        <translation>%1 有 %2 项，应与输入 0 相同，为 %3 项</translation>
    </message>
    <message>
        <source>%1 has an entry of %2</source>
        <translation>%1 中有一项为 %2</translation>
    </message>
    <message>
        <source>%1 has an entry below 1</source>
        <translation>%1 中有小于 1 的项</translation>
    </message>
    <message>
        <source>%1 has %2, expected %3</source>
        <translation>%1 中有 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 holds %2, expected %3</source>
        <translation>%1 含有 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 holds %2, expected %3 (the steps of X)</source>
        <translation>%1 含有 %2，应为 %3（X 的步数）</translation>
    </message>
    <message>
        <source>%1 holds tuples of %2, expected %3</source>
        <translation>%1 含有 %2 元组，应为 %3</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>attribute %1 is missing</source>
        <translation>缺少属性 %1</translation>
    </message>
    <message>
        <source>input %1 is missing</source>
        <translation>缺少输入 %1</translation>
    </message>
    <message>
        <source>missing input %1</source>
        <translation>缺少输入 %1</translation>
    </message>
    <message>
        <source>attribute %1 is %2</source>
        <translation>属性 %1 为 %2</translation>
    </message>
    <message>
        <source>attribute %1 is &quot;%2&quot;</source>
        <translation>属性 %1 为“%2”</translation>
    </message>
    <message>
        <source>attribute %1 is &quot;%2&quot;, which is unknown</source>
        <translation>属性 %1 为“%2”，无法识别</translation>
    </message>
    <message>
        <source>attribute %1 is %2, expected %3</source>
        <translation>属性 %1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>attribute to is %1, which is no element type</source>
        <translation>属性 to 为 %1，不是元素类型</translation>
    </message>
    <message>
        <source>attribute %1 is 1, which is not supported</source>
        <translation>属性 %1 为 1，不受支持</translation>
    </message>
    <message>
        <source>attributes %1 and %2 are %3 and %4, expected ≥ 1</source>
        <translation>属性 %1 和 %2 分别为 %3 和 %4，应 ≥ 1</translation>
    </message>
    <message>
        <source>input 0 has no elements to choose from</source>
        <translation>输入 0 没有可供选择的元素</translation>
    </message>
    <message>
        <source>input 0 has no elements to reduce</source>
        <translation>输入 0 没有可供归约的元素</translation>
    </message>
    <message>
        <source>axis %1 is out of range for rank %2</source>
        <translation>轴 %1 超出秩 %2 的范围</translation>
    </message>
    <message>
        <source>a %1 tensor of shape %2 doesn&apos;t fit in memory</source>
        <translation>形状为 %2 的 %1 张量超出内存</translation>
    </message>
    <message>
        <source>input shapes %1 and %2 can&apos;t be broadcast to one shape</source>
        <translation>输入形状 %1 与 %2 无法广播为同一形状</translation>
    </message>
    <message>
        <source>shapes %1 and %2 do not broadcast</source>
        <translation>形状 %1 与 %2 无法广播</translation>
    </message>
    <message>
        <source>shape %1 has a negative size</source>
        <translation>形状 %1 含有负的大小</translation>
    </message>
    <message>
        <source>shape %1 has a negative dimension</source>
        <translation>形状 %1 含有负的维度</translation>
    </message>
    <message>
        <source>shape %1 has too many elements</source>
        <translation>形状 %1 的元素过多</translation>
    </message>
    <message>
        <source>use a smaller input or batch</source>
        <translation>请使用更小的输入或批次</translation>
    </message>
    <message>
        <source>use a smaller input or batch, or is a size in the model wrong?</source>
        <translation>请使用更小的输入或批次；或者模型中的某个大小有误？</translation>
    </message>
    <message>
        <source>a tensor of %1 GB doesn&apos;t fit in memory</source>
        <translation>%1 GB 的张量超出内存</translation>
    </message>
    <message>
        <source>export the model for inference</source>
        <translation>请以推理模式导出模型</translation>
    </message>
    <!-- Errors: one operator each -->
    <message>
        <source>inputs 5 (seqlens_k) and 6 (total_sequence_length) have %1 and %2 elements, expected %3 and 1</source>
        <translation>输入 5 (seqlens_k) 和 6 (total_sequence_length) 分别有 %1 和 %2 个元素，应为 %3 个和 1 个</translation>
    </message>
    <message>
        <source>attributes num_heads and kv_num_heads are %1 and %2, expected a positive multiple</source>
        <translation>属性 num_heads 和 kv_num_heads 分别为 %1 和 %2，前者应为后者的正整数倍</translation>
    </message>
    <message>
        <source>input 1 (slope) of shape %1 doesn&apos;t broadcast to %2</source>
        <translation>形状为 %1 的输入 1 (slope) 无法广播到 %2</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected rank 3 and %3 equal heads</source>
        <translation>%1 的形状为 %2，秩应为 3 且有 %3 个相同的头</translation>
    </message>
    <message>
        <source>query %1, key %2 and value %3 don&apos;t belong together</source>
        <translation>query %1、key %2 与 value %3 不匹配</translation>
    </message>
    <message>
        <source>the mask has shape %1, which fits no batch of %2 with %3 queries and %4 keys</source>
        <translation>掩码形状为 %1，与批次 %2、%3 个 query 和 %4 个 key 不符</translation>
    </message>
    <message>
        <source>the weights have %1 columns, which query, key and value can&apos;t share</source>
        <translation>权重有 %1 列，query、key 和 value 无法平分</translation>
    </message>
    <message>
        <source>a head has %1 elements, expected %2 or more</source>
        <translation>一个头有 %1 个元素，应至少为 %2 个</translation>
    </message>
    <message>
        <source>input 0 of shape %1 can&apos;t be rotated by %2 angles</source>
        <translation>形状为 %1 的输入 0 无法按 %2 个角度旋转</translation>
    </message>
    <message>
        <source>input 0 of shape %1 can&apos;t be split into %2 groups</source>
        <translation>形状为 %1 的输入 0 无法分成 %2 组</translation>
    </message>
    <message>
        <source>division of an integer by zero</source>
        <translation>整数除以零</translation>
    </message>
    <message>
        <source>casting from or to %1 isn&apos;t supported</source>
        <translation>不支持从 %1 转换或转换为 %1</translation>
    </message>
    <message>
        <source>%1 has rank %2, expected a list</source>
        <translation>%1 的秩为 %2，应为列表</translation>
    </message>
    <message>
        <source>input %1 has shape %2, which differs from input 0&apos;s %3 off axis %4</source>
        <translation>输入 %1 的形状为 %2，在轴 %4 以外与输入 0 的 %3 不同</translation>
    </message>
    <message>
        <source>attribute value has %1 elements, expected 1</source>
        <translation>属性 value 有 %1 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>none of the attributes value, value_float, value_floats, value_int and value_ints is there</source>
        <translation>属性 value、value_float、value_floats、value_int 和 value_ints 一个都没有</translation>
    </message>
    <message>
        <source>body has %1 inputs and %2 outputs, expected %3 and at least %4</source>
        <translation>循环体有 %1 个输入和 %2 个输出，应为 %3 个和至少 %4 个</translation>
    </message>
    <message>
        <source>body %1 takes %2 inputs, %3 are given</source>
        <translation>循环体 %1 需要 %2 个输入，给出了 %3 个</translation>
    </message>
    <message>
        <source>the body gives no condition</source>
        <translation>循环体没有给出条件</translation>
    </message>
    <message>
        <source>the body&apos;s inputs and outputs don&apos;t fit the loop&apos;s</source>
        <translation>循环体的输入和输出与循环不符</translation>
    </message>
    <message>
        <source>the condition is no bool</source>
        <translation>条件不是布尔值</translation>
    </message>
    <message>
        <source>input 1 (W) has shape %1, which doesn&apos;t fit %2 channels</source>
        <translation>输入 1 (W) 的形状为 %1，与 %2 个通道不符</translation>
    </message>
    <message>
        <source>%1 %2 isn&apos;t divisible by %3</source>
        <translation>%1 %2 不能被 %3 整除</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected square matrices</source>
        <translation>%1 的形状为 %2，应为方阵</translation>
    </message>
    <message>
        <source>input 2 (training_mode) is true, which drops elements at random</source>
        <translation>输入 2 (training_mode) 为 true，会随机丢弃元素</translation>
    </message>
    <message>
        <source>the table of %1 embeddings is no matrix</source>
        <translation>%1 嵌入的表不是矩阵</translation>
    </message>
    <message>
        <source>matrices of shape %1 and %2 can&apos;t be multiplied</source>
        <translation>形状为 %1 与 %2 的矩阵无法相乘</translation>
    </message>
    <message>
        <source>input shapes %1 and %2 have different inner dimensions</source>
        <translation>输入形状 %1 与 %2 的内侧维度不同</translation>
    </message>
    <message>
        <source>A is %1x%2 and B is %3x%4 (after transposition): inner dimensions differ</source>
        <translation>A 为 %1x%2，B 为 %3x%4（转置后）：内侧维度不同</translation>
    </message>
    <message>
        <source>w has %1 filters, which %2 groups can&apos;t share</source>
        <translation>w 有 %1 个滤波器，无法分给 %2 组</translation>
    </message>
    <message>
        <source>x has %1 channels, expected %2 (w has %3 in each of %4 groups)</source>
        <translation>x 有 %1 个通道，应为 %2 个（w 有 %4 组，每组 %3 个）</translation>
    </message>
    <message>
        <source>x has rank %1 and w has rank %2, expected the same rank of at least 3</source>
        <translation>x 的秩为 %1，w 的秩为 %2，两者应相同且至少为 3</translation>
    </message>
    <message>
        <source>input 0 of shape %1 can&apos;t be expanded to %2</source>
        <translation>形状为 %1 的输入 0 无法扩展到 %2</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected a last axis of %3</source>
        <translation>%1 的形状为 %2，最后一轴应为 %3</translation>
    </message>
    <message>
        <source>operator %1 is missing</source>
        <translation>缺少算子 %1</translation>
    </message>
    <message>
        <source>input 1 (grid) of shape %1 doesn&apos;t belong to %2</source>
        <translation>形状为 %1 的输入 1 (grid) 与 %2 不符</translation>
    </message>
    <message>
        <source>image_shape has %1 and block_shape %2 entries, expected 2</source>
        <translation>image_shape 有 %1 项，block_shape 有 %2 项，应为 2 项</translation>
    </message>
    <message>
        <source>index %1 is out of range for an axis of %2</source>
        <translation>索引 %1 超出大小为 %2 的轴</translation>
    </message>
    <message>
        <source>%1 has rank %2, expected more than %3</source>
        <translation>%1 的秩为 %2，应大于 %3</translation>
    </message>
    <message>
        <source>%1 has shape %2, which differs from %3 on batch axis %4</source>
        <translation>%1 的形状为 %2，在批次轴 %4 上与 %3 不同</translation>
    </message>
    <message>
        <source>%1 has shape %2, which can&apos;t be joined to %3 along axis %4</source>
        <translation>%1 的形状为 %2，无法沿轴 %4 与 %3 拼接</translation>
    </message>
    <message>
        <source>%1 has shape %2, which does not broadcast to %3</source>
        <translation>%1 的形状为 %2，无法广播到 %3</translation>
    </message>
    <message>
        <source>%1 has a class outside 0 … %2</source>
        <translation>%1 中有超出 0 … %2 的类别</translation>
    </message>
    <message>
        <source>%1 has an index outside 0 … %2</source>
        <translation>%1 中有超出 0 … %2 的索引</translation>
    </message>
    <message>
        <source>attributes K, N and block_size are %1, %2 and %3</source>
        <translation>属性 K、N 和 block_size 分别为 %1、%2 和 %3</translation>
    </message>
    <message>
        <source>input 5 (seqlens_k) says that sequence %1 has %2 tokens, with %3 new ones and a total of %4</source>
        <translation>输入 5 (seqlens_k) 表明序列 %1 有 %2 个词元，其中新增 %3 个，总数为 %4</translation>
    </message>
    <message>
        <source>input 7 (cos_cache) has shape %1, expected %2 or more places and at most %3 angles</source>
        <translation>输入 7 (cos_cache) 的形状为 %1，应至少有 %2 个位置，最多 %3 个角度</translation>
    </message>
    <message>
        <source>%1 rows from %2 on don&apos;t fit into a cache of %3</source>
        <translation>从第 %2 行起的 %1 行放不进大小为 %3 的缓存</translation>
    </message>
    <message>
        <source>attribute axis names the batch, expected another axis</source>
        <translation>属性 axis 指向批次维，应为其他维度</translation>
    </message>
    <message>
        <source>input 3 (attn_mask) has shape %1, expected rank 2 to 4 and at most %2 keys</source>
        <translation>输入 3 (attn_mask) 的形状为 %1，维数应为 2 到 4，键不超过 %2 个</translation>
    </message>
    <message>
        <source>output 3 (qk_matmul_output) is asked for with qk_matmul_output_mode %1, which is not supported</source>
        <translation>请求了输出 3 (qk_matmul_output)，但不支持 qk_matmul_output_mode 为 %1</translation>
    </message>
    <message>
        <source>attribute output_dtype is %1, expected a float type</source>
        <translation>属性 output_dtype 为 %1，应为浮点类型</translation>
    </message>
    <message>
        <source>input %1 is given, which is not supported</source>
        <translation>给出了输入 %1，不受支持</translation>
    </message>
    <message>
        <source>%1 has shape %2, expected %3 as input 0</source>
        <translation>%1 的形状为 %2，应与输入 0 相同，为 %3</translation>
    </message>
    <message>
        <source>boxes of shape %1 and scores of shape %2 don&apos;t belong together</source>
        <translation>形状为 %1 的 boxes 与形状为 %2 的 scores 不匹配</translation>
    </message>
    <message>
        <source>%1 has %2 elements, expected off and on</source>
        <translation>%1 有 %2 个元素，应为 off 和 on 两个</translation>
    </message>
    <message>
        <source>axis %1 of size %2 can&apos;t be padded by %3 and %4</source>
        <translation>大小为 %2 的轴 %1 无法按 %3 和 %4 填充</translation>
    </message>
    <message>
        <source>pads has entries of %1 and %2</source>
        <translation>pads 中有 %1 和 %2</translation>
    </message>
    <message>
        <source>input 3 (B) has type %1, expected %2 like A</source>
        <translation>输入 3 (B) 的类型为 %1，应与 A 相同，为 %2</translation>
    </message>
    <message>
        <source>has %1 inputs, expected 2 and then 3 per tensor to join</source>
        <translation>有 %1 个输入，应为 2 个，再加每个待拼接张量 3 个</translation>
    </message>
    <message>
        <source>y_zero_point has type %1, but attribute output_dtype asks for %2</source>
        <translation>y_zero_point 的类型为 %1，但属性 output_dtype 要求 %2</translation>
    </message>
    <message>
        <source>a range from %1 to %2 by %3 doesn&apos;t end</source>
        <translation>从 %1 到 %2、步长 %3 的范围没有终点</translation>
    </message>
    <message>
        <source>use forward, reverse or bidirectional</source>
        <translation>请使用 forward、reverse 或 bidirectional</translation>
    </message>
    <message>
        <source>attribute activations has %1 names (%2), expected %3</source>
        <translation>属性 activations 有 %1 个名称 (%2)，应为 %3 个</translation>
    </message>
    <message>
        <source>attribute activations names &quot;%1&quot;</source>
        <translation>属性 activations 含有“%1”</translation>
    </message>
    <message>
        <source>use Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh or ThresholdedRelu</source>
        <translation>请使用 Affine、Elu、HardSigmoid、LeakyRelu、Relu、ScaledTanh、Sigmoid、Softplus、Softsign、Tanh 或 ThresholdedRelu</translation>
    </message>
    <message>
        <source>a region asks for %1 samples per cell</source>
        <translation>某区域要求每格 %1 个采样</translation>
    </message>
    <message>
        <source>a region lies in sample %1, but there are %2</source>
        <translation>某区域位于样本 %1，但只有 %2 个样本</translation>
    </message>
    <message>
        <source>axes [%1] name an axis twice</source>
        <translation>axes [%1] 中有重复的轴</translation>
    </message>
    <message>
        <source>axes are missing</source>
        <translation>缺少 axes</translation>
    </message>
    <message>
        <source>axis %1 of input 0 has size %2, expected 1</source>
        <translation>输入 0 的轴 %1 大小为 %2，应为 1</translation>
    </message>
    <message>
        <source>input 0 of shape %1 can&apos;t be reshaped to [%2]</source>
        <translation>形状为 %1 的输入 0 无法变形为 [%2]</translation>
    </message>
    <message>
        <source>axis %1 is empty, it can&apos;t be resized</source>
        <translation>轴 %1 为空，无法缩放</translation>
    </message>
    <message>
        <source>attributes batch_axis and time_axis are both %1</source>
        <translation>属性 batch_axis 和 time_axis 都为 %1</translation>
    </message>
    <message>
        <source> of at least %1 steps</source>
        <translation>，至少 %1 步</translation>
    </message>
    <message>
        <source>attribute %1 has %2 values, expected %3</source>
        <translation>属性 %1 有 %2 个值，应为 %3 个</translation>
    </message>
    <message>
        <source>attribute num_scan_inputs is %1, but there are %2 inputs</source>
        <translation>属性 num_scan_inputs 为 %1，但有 %2 个输入</translation>
    </message>
    <message>
        <source>input %1 has shape %2, expected %3 batches%4</source>
        <translation>输入 %1 的形状为 %2，应有 %3 个批次%4</translation>
    </message>
    <message>
        <source>input %1 has shape %2, expected %3 batches</source>
        <translation>输入 %1 的形状为 %2，应有 %3 个批次</translation>
    </message>
    <message>
        <source>scan input %1 has %2 steps, expected %3 like the first</source>
        <translation>扫描输入 %1 有 %2 步，应与第一个相同，为 %3 步</translation>
    </message>
    <message>
        <source>the first scan input needs a batch axis and a step axis</source>
        <translation>第一个扫描输入需要批次轴和步轴</translation>
    </message>
    <message>
        <source>input %1 (position) is %2, but there are %3 places</source>
        <translation>输入 %1 (position) 为 %2，但只有 %3 个位置</translation>
    </message>
    <message>
        <source>input 0 is an empty sequence, there is nothing to join</source>
        <translation>输入 0 是空序列，没有可拼接的内容</translation>
    </message>
    <message>
        <source>input 0 is an empty sequence, there is nothing to take out</source>
        <translation>输入 0 是空序列，没有可取出的内容</translation>
    </message>
    <message>
        <source>a mel band reaches %1 Hz, beyond half the sample rate</source>
        <translation>某个 mel 频带达到 %1 Hz，超出采样率的一半</translation>
    </message>
    <message>
        <source>starts, ends, axes and steps have %1, %2, %3 and %4 entries, expected equal counts</source>
        <translation>starts、ends、axes 和 steps 分别有 %1、%2、%3 和 %4 项，应数量相同</translation>
    </message>
    <message>
        <source>split adds up to %1, expected %2</source>
        <translation>split 之和为 %1，应为 %2</translation>
    </message>
    <message>
        <source>%1 has %2 outputs, expected %3</source>
        <translation>%1 有 %2 个输出，应为 %3 个</translation>
    </message>
    <message>
        <source>a scan output has shape %1 in one turn and %2 in another</source>
        <translation>某扫描输出在一轮中的形状为 %1，在另一轮中为 %2</translation>
    </message>
    <message>
        <source>attribute ngram_counts has an entry of %1 for a pool of %2</source>
        <translation>属性 ngram_counts 中有一项为 %1，而池大小为 %2</translation>
    </message>
    <message>
        <source>attribute pool_strings is given, but strings aren&apos;t computed with</source>
        <translation>给出了属性 pool_strings，但不支持字符串计算</translation>
    </message>
    <message>
        <source>attributes ngram_indexes and weights have %1 and %2 entries, expected %3</source>
        <translation>属性 ngram_indexes 和 weights 分别有 %1 和 %2 项，应为 %3 项</translation>
    </message>
    <message>
        <source>the operator gave %1 outputs, the node has %2</source>
        <translation>算子给出了 %1 个输出，而节点有 %2 个</translation>
    </message>
    <message>
        <source>input has %1 spatial axes, expected %2 as the kernel</source>
        <translation>输入有 %1 个空间轴，应与卷积核相同，为 %2 个</translation>
    </message>
    <message>
        <source>kernel_shape is %1, but the weight&apos;s is %2</source>
        <translation>kernel_shape 为 %1，但权重的为 %2</translation>
    </message>
    <message>
        <source>the window has another rank than the input</source>
        <translation>窗口的秩与输入不同</translation>
    </message>
    <message>
        <source>the window is larger than the input</source>
        <translation>窗口大于输入</translation>
    </message>
    <message>
        <source>the window is no window</source>
        <translation>窗口无效</translation>
    </message>
    <message>
        <source>window of %1 does not fit into spatial axis %2 of size %3 with padding %4+%5</source>
        <translation>大小为 %1 的窗口放不进大小为 %3、填充 %4+%5 的空间轴 %2</translation>
    </message>
    <message>
        <source>output %1 has no element type %2</source>
        <translation>输出 %1 没有元素类型 %2</translation>
    </message>
    <message>
        <source>output %1 is made, the node has %2</source>
        <translation>产生了输出 %1，而节点有 %2 个输出</translation>
    </message>
    <message>
        <source>output %1 was not made</source>
        <translation>没有产生输出 %1</translation>
    </message>
    <message>
        <source>operator library %1 threw something that is no std::exception</source>
        <translation>算子库 %1 抛出了非 std::exception 的异常</translation>
    </message>
    <message>
        <source>see quantloupe/operators.h</source>
        <translation>请参阅 quantloupe/operators.h</translation>
    </message>
    <message>
        <source>a debugger on a program that only loads it shows where</source>
        <translation>用调试器运行一个只加载它的程序即可看到位置</translation>
    </message>
    <message>
        <source>build it again with this version&apos;s header</source>
        <translation>请用此版本的头文件重新构建</translation>
    </message>
    <message>
        <source>it can&apos;t be loaded: %1</source>
        <translation>无法加载：%1</translation>
    </message>
    <message>
        <source>it is no operator library: it has no function %1</source>
        <translation>这不是算子库：没有函数 %1</translation>
    </message>
    <message>
        <source>it is not loaded, because loading it %1</source>
        <translation>没有加载它，因为加载时%1</translation>
    </message>
    <message>
        <source>it registers no operator</source>
        <translation>它没有注册任何算子</translation>
    </message>
    <message>
        <source>it threw something while it registered its operators</source>
        <translation>它在注册算子时抛出了异常</translation>
    </message>
    <message>
        <source>it threw while it registered its operators: %1</source>
        <translation>它在注册算子时抛出了异常：%1</translation>
    </message>
    <message>
        <source>it was built against version %1 of quantloupe/operators.h, expected %2</source>
        <translation>它是按 quantloupe/operators.h 的版本 %1 构建的，应为 %2</translation>
    </message>
    <message>
        <source>no process can be started: %1</source>
        <translation>无法启动进程：%1</translation>
    </message>
    <message>
        <source>give it a domain of its own, or declare that it replaces the other</source>
        <translation>请给它独立的算子域，或声明它替换另一个</translation>
    </message>
    <message>
        <source>input %1 is no sequence of tensors</source>
        <translation>输入 %1 不是张量序列</translation>
    </message>
    <message>
        <source>operator %1 of domain %2 is there already, from %3</source>
        <translation>算子域 %2 的算子 %1 已存在，来自 %3</translation>
    </message>
    <message>
        <source>operator %1.%2 is registered twice for opset %3</source>
        <translation>算子 %1.%2 在 opset %3 中注册了两次</translation>
    </message>
    <message>
        <source>type %1 is not a quantized integer of 4 to 16 bits</source>
        <translation>类型 %1 不是 4 到 16 位的量化整数</translation>
    </message>
    <message>
        <source>a sequence of tensors is not one array</source>
        <translation>张量序列不是单个数组</translation>
    </message>
    <message>
        <source>no ONNX element type equals LibTorch&apos;s %1</source>
        <translation>没有与 LibTorch 的 %1 对应的 ONNX 元素类型</translation>
    </message>
    <message>
        <source>tensors of type %1 can&apos;t be computed with</source>
        <translation>无法用类型为 %1 的张量计算</translation>
    </message>
    <message>
        <source>there is no tensor</source>
        <translation>没有张量</translation>
    </message>
    <message>
        <source>%1 gives nothing</source>
        <translation>%1 没有给出结果</translation>
    </message>
    <message>
        <source>operator %1 takes %2 arguments, %3 are given</source>
        <translation>算子 %1 需要 %2 个参数，给出了 %3 个</translation>
    </message>
    <message>
        <source>this LibTorch has no operator %1</source>
        <translation>此 LibTorch 没有算子 %1</translation>
    </message>
    <message>
        <source>this LibTorch has no quantized engine %1</source>
        <translation>此 LibTorch 没有量化引擎 %1</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>可用的有 %1</translation>
    </message>
    <message>
        <source>a constant of kind %1 can&apos;t be kept</source>
        <translation>无法保存类型为 %1 的常量</translation>
    </message>
    <message>
        <source>attribute torch: expected %1 at character %2 of &quot;%3&quot;</source>
        <translation>属性 torch：“%3”的第 %2 个字符处应为 %1</translation>
    </message>
    <message>
        <source>the model raises an exception: %1</source>
        <translation>模型抛出了异常：%1</translation>
    </message>
    <message>
        <source>the model takes one number here, a tensor of %1 elements is given</source>
        <translation>模型在此需要一个数，给出的张量有 %1 个元素</translation>
    </message>
    <message>
        <source>the tuple has no element of this number</source>
        <translation>元组中没有该编号的元素</translation>
    </message>
    <!-- Errors: models -->
    <message>
        <source>the model writes into an element of a list which shares memory with another element</source>
        <translation>模型写入了列表中的某个元素，而它与另一元素共享内存</translation>
    </message>
    <message>
        <source>make the elements with clone()</source>
        <translation>请用 clone() 产生各元素</translation>
    </message>
    <message>
        <source>a value is used outside of the branch or loop that makes it</source>
        <translation>某个值在产生它的分支或循环之外被使用</translation>
    </message>
    <message>
        <source>split it in the module before it is scripted</source>
        <translation>请在脚本化之前在模块中拆分它</translation>
    </message>
    <message>
        <source>calls %1, which reaches for files; models may only compute</source>
        <translation>调用了会访问文件的 %1；模型只允许计算</translation>
    </message>
    <message>
        <source>an expression or a block is nested too deeply</source>
        <translation>表达式或代码块嵌套过深</translation>
    </message>
    <message>
        <source>save the module again with PyTorch</source>
        <translation>请用 PyTorch 重新保存模块</translation>
    </message>
    <message>
        <source>class %1: %2</source>
        <translation>类 %1：%2</translation>
    </message>
    <message>
        <source>operator %1 of domain %2 (opset %3) is not supported, used by node %4%5</source>
        <translation>不支持算子域 %2 的算子 %1 (opset %3)，使用它的节点：%4%5</translation>
    </message>
    <message>
        <source>operator %1 of domain %2 (opset %3) is not supported, used by node %4</source>
        <translation>不支持算子域 %2 的算子 %1 (opset %3)，使用它的节点：%4</translation>
    </message>
    <message>
        <source>`quantloupe-cli info` lists every unsupported node</source>
        <translation>`quantloupe-cli info` 会列出所有不支持的节点</translation>
    </message>
    <message>
        <source>input %1 has type %2, expected %3</source>
        <translation>输入 %1 的类型为 %2，应为 %3</translation>
    </message>
    <message>
        <source>input %1 has shape %2, expected %3</source>
        <translation>输入 %1 的形状为 %2，应为 %3</translation>
    </message>
    <message>
        <source>the model has no input %1</source>
        <translation>模型没有输入 %1</translation>
    </message>
    <message>
        <source>the model has no output %1</source>
        <translation>模型没有输出 %1</translation>
    </message>
    <message>
        <source>value %1 is both produced and constant</source>
        <translation>值 %1 既由节点产生，又是常量</translation>
    </message>
    <message>
        <source>value %1 is defined twice</source>
        <translation>值 %1 被定义了两次</translation>
    </message>
    <message>
        <source>value %1 is produced twice</source>
        <translation>值 %1 被产生了两次</translation>
    </message>
    <message>
        <source>nodes depend on each other in a cycle, or follow one: %1</source>
        <translation>节点之间循环依赖，或位于循环之后：%1</translation>
    </message>
    <message>
        <source>function %1: node %2 reads value %3, which nothing defines</source>
        <translation>函数 %1：节点 %2 读取的值 %3 未定义</translation>
    </message>
    <message>
        <source>the call has %1 inputs and %2 outputs, the function %3 and %4</source>
        <translation>调用有 %1 个输入和 %2 个输出，函数有 %3 个和 %4 个</translation>
    </message>
    <message>
        <source>the function has a damaged default attribute</source>
        <translation>函数的默认属性已损坏</translation>
    </message>
    <message>
        <source>external data %1 is &quot;%2&quot;, expected a number</source>
        <translation>外部数据的 %1 为“%2”，应为数</translation>
    </message>
    <message>
        <source>external data %1 ends at byte %2, expected at least %3 bytes from %4</source>
        <translation>外部数据 %1 在第 %2 字节结束，应从 %4 起至少有 %3 字节</translation>
    </message>
    <message>
        <source>external data %1 is a link that leaves the model&apos;s folder, which is refused</source>
        <translation>外部数据 %1 是指向模型文件夹之外的链接，已拒绝</translation>
    </message>
    <message>
        <source>external data %1 is missing</source>
        <translation>缺少外部数据 %1</translation>
    </message>
    <message>
        <source>external data %1 lies outside the model&apos;s folder, which is refused</source>
        <translation>外部数据 %1 在模型文件夹之外，已拒绝</translation>
    </message>
    <message>
        <source>external data has %1 bytes, but %2 of shape %3 takes %4</source>
        <translation>外部数据有 %1 字节，但形状为 %3 的 %2 需要 %4 字节</translation>
    </message>
    <message>
        <source>external data names no file</source>
        <translation>外部数据没有指明文件</translation>
    </message>
    <message>
        <source>is the data file complete, and does it belong to this model?</source>
        <translation>数据文件是否完整，是否属于此模型？</translation>
    </message>
    <message>
        <source>it belongs into %1</source>
        <translation>它应位于 %1</translation>
    </message>
    <message>
        <source>place the data file beside the model</source>
        <translation>请把数据文件放在模型旁边</translation>
    </message>
    <message>
        <source>place the data file itself beside the model</source>
        <translation>请把数据文件本身放在模型旁边</translation>
    </message>
    <message>
        <source>strings cannot be external data</source>
        <translation>字符串不能作为外部数据</translation>
    </message>
    <message>
        <source>the tensor&apos;s bytes lie outside the file</source>
        <translation>张量的字节超出文件</translation>
    </message>
    <message>
        <source>%1 tensor of shape %2 has %3 bytes, expected %4</source>
        <translation>形状为 %2 的 %1 张量有 %3 字节，应为 %4 字节</translation>
    </message>
    <message>
        <source>%1 tensor of shape %2 has %3 entries, expected %4</source>
        <translation>形状为 %2 的 %1 张量有 %3 项，应为 %4 项</translation>
    </message>
    <message>
        <source>string tensor of shape %1 has %2 strings, expected %3</source>
        <translation>形状为 %1 的字符串张量有 %2 个字符串，应为 %3 个</translation>
    </message>
    <message>
        <source>tensor has type %1, expected an integer type</source>
        <translation>张量类型为 %1，应为整数类型</translation>
    </message>
    <message>
        <source>tensor has type %1, expected string</source>
        <translation>张量类型为 %1，应为字符串</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1: cannot be read</source>
        <translation>%1：无法读取</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>download the file itself</source>
        <translation>请下载文件本身</translation>
    </message>
    <message>
        <source>fetch it with git lfs pull</source>
        <translation>请用 git lfs pull 获取</translation>
    </message>
    <message>
        <source>info lists them and weights compares them; anything else needs the model itself, e.g. as ONNX</source>
        <translation>info 可列出权重，weights 可比较权重；其他操作需要模型本身，例如 ONNX</translation>
    </message>
    <message>
        <source>it may be truncated, or something else than an ONNX model</source>
        <translation>它可能不完整，或不是 ONNX 模型</translation>
    </message>
    <message>
        <source>models are read from ONNX and TorchScript files</source>
        <translation>模型从 ONNX 和 TorchScript 文件读取</translation>
    </message>
    <message>
        <source>save its weights as external data</source>
        <translation>请把权重保存为外部数据</translation>
    </message>
    <message>
        <source>the %1 is larger than 2 GiB</source>
        <translation>%1 大于 2 GiB</translation>
    </message>
    <message>
        <source>the bytes are no complete %1</source>
        <translation>字节不是完整的 %1</translation>
    </message>
    <message>
        <source>the file holds no graph</source>
        <translation>文件中没有计算图</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the file may be truncated or damaged: fetch or export it again</source>
        <translation>文件可能不完整或已损坏：请重新获取或导出</translation>
    </message>
    <message>
        <source>the file holds weights without a network</source>
        <translation>文件只含权重，没有网络</translation>
    </message>
    <message>
        <source>this is %1, not an ONNX model</source>
        <translation>这是 %1，不是 ONNX 模型</translation>
    </message>
    <message>
        <source>this is a Git LFS pointer, not the model itself</source>
        <translation>这是 Git LFS 指针，不是模型本身</translation>
    </message>
    <message>
        <source>this is a text file, not a model</source>
        <translation>这是文本文件，不是模型</translation>
    </message>
    <message>
        <source>this is a web page, not a model</source>
        <translation>这是网页，不是模型</translation>
    </message>
    <message>
        <source>was it renamed?</source>
        <translation>它是否被重命名过？</translation>
    </message>
    <message>
        <source>was its download interrupted?</source>
        <translation>下载是否中断？</translation>
    </message>
    <message>
        <source>a Constant needs one of the attributes value, sparse_value or value_…</source>
        <translation>Constant 需要 value、sparse_value 或 value_… 中的一个属性</translation>
    </message>
    <message>
        <source>attribute %1 has a type but no value</source>
        <translation>属性 %1 有类型但没有值</translation>
    </message>
    <message>
        <source>attribute %1 has no value</source>
        <translation>属性 %1 没有值</translation>
    </message>
    <message>
        <source>attribute %1 holds %2, which is not read</source>
        <translation>属性 %1 含有不支持读取的 %2</translation>
    </message>
    <message>
        <source>attribute %1 refers to a function&apos;s attribute, but this is no function</source>
        <translation>属性 %1 引用函数的属性，但这里不是函数</translation>
    </message>
    <message>
        <source>function %1 calls itself, by way of %2</source>
        <translation>函数 %1 经由 %2 调用自身</translation>
    </message>
    <message>
        <source>graphs and functions are nested more than %1 deep</source>
        <translation>计算图和函数嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the model&apos;s functions expand to more than %1 nodes or 1 GiB</source>
        <translation>模型的函数展开后超过 %1 个节点或 1 GiB</translation>
    </message>
    <message>
        <source>a graph input has no name</source>
        <translation>计算图的某个输入没有名称</translation>
    </message>
    <message>
        <source>input %1 reads value %2, which nothing defines</source>
        <translation>输入 %1 读取的值 %2 未定义</translation>
    </message>
    <message>
        <source>nothing defines the graph output %1</source>
        <translation>计算图的输出 %1 未定义</translation>
    </message>
    <message>
        <source>the model imports no operator set of ai.onnx</source>
        <translation>模型没有导入 ai.onnx 的算子集</translation>
    </message>
    <message>
        <source>the model imports no operator set</source>
        <translation>模型没有导入任何算子集</translation>
    </message>
    <message>
        <source>the node has no operator type</source>
        <translation>节点没有算子类型</translation>
    </message>
    <message>
        <source>a model with functions can&apos;t be converted to a later opset</source>
        <translation>带函数的模型无法转换到更新的 opset</translation>
    </message>
    <message>
        <source>opset %1 can&apos;t be converted to %2: %3</source>
        <translation>opset %1 无法转换到 %2：%3</translation>
    </message>
    <message>
        <source>opset %1 of ai.onnx is used, expected %2</source>
        <translation>使用了 ai.onnx 的 opset %1，应为 %2</translation>
    </message>
    <message>
        <source>the file may be truncated</source>
        <translation>文件可能不完整</translation>
    </message>
    <message>
        <source>the model asks for more memory than there is</source>
        <translation>模型所需内存超过可用内存</translation>
    </message>
    <message>
        <source>convert the model with onnx.version_converter</source>
        <translation>请用 onnx.version_converter 转换模型</translation>
    </message>
    <message>
        <source>element type %1 is not known</source>
        <translation>元素类型 %1 未知</translation>
    </message>
    <message>
        <source>tensor has no element type</source>
        <translation>张量没有元素类型</translation>
    </message>
    <message>
        <source>tensors stored in segments are not read</source>
        <translation>不支持读取分段存储的张量</translation>
    </message>
    <message>
        <source>the model is larger than 2 GiB, more than one ONNX file can hold</source>
        <translation>模型大于 2 GiB，超过单个 ONNX 文件的容量</translation>
    </message>
    <message>
        <source>sparse index %1 lies outside shape %2</source>
        <translation>稀疏索引 %1 超出形状 %2</translation>
    </message>
    <message>
        <source>sparse tensor of shape %1 has %2 values and indices of shape %3</source>
        <translation>形状为 %1 的稀疏张量有 %2 个值，而索引的形状为 %3</translation>
    </message>
    <message>
        <source>sparse tensor of shape %1 would take %2 elements</source>
        <translation>形状为 %1 的稀疏张量将占用 %2 个元素</translation>
    </message>
    <message>
        <source>sparse tensors of %1 are not read</source>
        <translation>不支持读取 %1 的稀疏张量</translation>
    </message>
    <message>
        <source>%1 is quantized per channel, but not packed</source>
        <translation>%1 为逐通道量化，但没有打包</translation>
    </message>
    <message>
        <source>an object made by the program leaves it</source>
        <translation>程序创建的对象被传出</translation>
    </message>
    <message>
        <source>the program&apos;s value %1 is used before it is made</source>
        <translation>程序的值 %1 在产生之前被使用</translation>
    </message>
    <message>
        <source>%1 calls %2, which reaches for files; models may only compute</source>
        <translation>%1 调用了会访问文件的 %2；模型只允许计算</translation>
    </message>
    <message>
        <source>leave the call out of the module before it is scripted, or rename a method of that name</source>
        <translation>请在脚本化之前从模块中去掉该调用，或重命名同名方法</translation>
    </message>
    <message>
        <source>load and save it with a newer PyTorch</source>
        <translation>请用更新的 PyTorch 加载并重新保存</translation>
    </message>
    <message>
        <source>the file is of TorchScript&apos;s format before PyTorch 1.2</source>
        <translation>文件是 PyTorch 1.2 之前的 TorchScript 格式</translation>
    </message>
    <message>
        <source>a list of %1 elements has no element %2</source>
        <translation>有 %1 个元素的列表没有元素 %2</translation>
    </message>
    <message>
        <source>simplify this part of the model, or export it to ONNX</source>
        <translation>请简化模型的这一部分，或导出为 ONNX</translation>
    </message>
    <message>
        <source>an operator takes an object of class %1</source>
        <translation>某算子需要类 %1 的对象</translation>
    </message>
    <message>
        <source>recurrent weights packed as %1</source>
        <translation>循环权重以 %1 方式打包</translation>
    </message>
    <message>
        <source>argument %1 of forward has type %2, expected tensors, numbers or tuples of them</source>
        <translation>forward 的参数 %1 类型为 %2，应为张量、数或其元组</translation>
    </message>
    <message>
        <source>modules are nested too deeply</source>
        <translation>模块嵌套过深</translation>
    </message>
    <message>
        <source>save a module that can be called</source>
        <translation>请保存可调用的模块</translation>
    </message>
    <message>
        <source>it may be truncated: save or fetch it again</source>
        <translation>文件可能不完整：请重新保存或获取</translation>
    </message>
    <message>
        <source>the settings of a packed convolution make no sense</source>
        <translation>打包卷积的设置不合理</translation>
    </message>
    <message>
        <source>save a module around it that takes the tensors one by one</source>
        <translation>请保存一个在外层逐个接收张量的模块</translation>
    </message>
    <message>
        <source>the module has no method forward</source>
        <translation>模块没有 forward 方法</translation>
    </message>
    <message>
        <source>LibTorch can&apos;t load the file: %1</source>
        <translation>LibTorch 无法加载该文件：%1</translation>
    </message>
    <message>
        <source>it may be truncated, or saved by a newer PyTorch</source>
        <translation>它可能不完整，或由更新的 PyTorch 保存</translation>
    </message>
    <!-- Errors: inputs and data -->
    <message>
        <source>a tensor of 4-bit elements doesn&apos;t lie in one piece</source>
        <translation>4 位元素的张量不是连续存放的</translation>
    </message>
    <message>
        <source>give it with --input name=file.npy</source>
        <translation>请用 --input name=file.npy 提供</translation>
    </message>
    <message>
        <source>%1: cannot be created</source>
        <translation>%1：无法创建</translation>
    </message>
    <message>
        <source>%1: writing failed</source>
        <translation>%1：写入失败</translation>
    </message>
    <message>
        <source>%1: another program keeps it locked</source>
        <translation>%1：正被其他程序锁定</translation>
    </message>
    <message>
        <source>does the folder exist?</source>
        <translation>文件夹是否存在？</translation>
    </message>
    <message>
        <source>nothing was written; try again when it is done</source>
        <translation>未写入任何内容；请待其完成后重试</translation>
    </message>
    <message>
        <source>the record of %1 holds no scale_d</source>
        <translation>%1 的记录中没有 scale_d</translation>
    </message>
    <message>
        <source>take the record out or complete it</source>
        <translation>请删除该记录或将其补全</translation>
    </message>
    <message>
        <source>line %1: the record of %2 has params without scale_w</source>
        <translation>第 %1 行：%2 的记录有 params 却没有 scale_w</translation>
    </message>
    <message>
        <source>%1: cannot be created: %2</source>
        <translation>%1：无法创建：%2</translation>
    </message>
    <message>
        <source>%1: writing failed: %2</source>
        <translation>%1：写入失败：%2</translation>
    </message>
    <message>
        <source>%1: is no regular file</source>
        <translation>%1：不是普通文件</translation>
    </message>
    <message>
        <source>%1: is read-only</source>
        <translation>%1：是只读文件</translation>
    </message>
    <message>
        <source>make it writable or choose another name</source>
        <translation>请将其设为可写，或选择其他名称</translation>
    </message>
    <message>
        <source>%1: its link leads nowhere that can be written</source>
        <translation>%1：其链接指向无法写入之处</translation>
    </message>
    <message>
        <source>%1: its rights can&apos;t be kept: %2</source>
        <translation>%1：无法保留其权限：%2</translation>
    </message>
    <message>
        <source>%1: its rights can&apos;t be set: %2</source>
        <translation>%1：无法设置其权限：%2</translation>
    </message>
    <message>
        <source>%1: reading failed</source>
        <translation>%1：读取失败</translation>
    </message>
    <message>
        <source>%1: is a folder, expected a file</source>
        <translation>%1：是文件夹，应为文件</translation>
    </message>
    <message>
        <source>is the disk full?</source>
        <translation>磁盘是否已满？</translation>
    </message>
    <message>
        <source>is the folder writable?</source>
        <translation>文件夹是否可写？</translation>
    </message>
    <message>
        <source>does it exist?</source>
        <translation>它是否存在？</translation>
    </message>
    <message>
        <source>does the file exist?</source>
        <translation>文件是否存在？</translation>
    </message>
    <message>
        <source>%1 bytes do not fit into memory</source>
        <translation>%1 字节超出内存</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>there is no such image</source>
        <translation>没有这个图像</translation>
    </message>
    <message>
        <source>not a dataset</source>
        <translation>不是数据集</translation>
    </message>
    <message>
        <source>give a folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a .txt list of paths, or a folder of test_data_set_N</source>
        <translation>请提供 .npy、.npz、.pt 或图像的文件夹，一个堆叠的 .npy 或 .npz，.txt 路径列表，或 test_data_set_N 的文件夹</translation>
    </message>
    <message>
        <source>lists no samples</source>
        <translation>没有列出任何样本</translation>
    </message>
    <message>
        <source>paths are relative to the list&apos;s own folder</source>
        <translation>路径相对于列表文件所在的文件夹</translation>
    </message>
    <message>
        <source>write one path per line</source>
        <translation>请每行写一个路径</translation>
    </message>
    <message>
        <source>%1: has shape %2, the dump says %3</source>
        <translation>%1：形状为 %2，转储记录为 %3</translation>
    </message>
    <message>
        <source>%1: holds %2, the dump says %3</source>
        <translation>%1：内容为 %2，转储记录为 %3</translation>
    </message>
    <message>
        <source>%1: holds no tensors</source>
        <translation>%1：没有张量</translation>
    </message>
    <message>
        <source>%1: no array %2</source>
        <translation>%1：没有数组 %2</translation>
    </message>
    <message>
        <source>%1: tensor %2 is there twice</source>
        <translation>%1：张量 %2 出现两次</translation>
    </message>
    <message>
        <source>a dump is a folder with index.json, or with .npy, .npz or .bin files</source>
        <translation>转储是带 index.json，或带 .npy、.npz、.bin 文件的文件夹</translation>
    </message>
    <message>
        <source>was the file replaced?</source>
        <translation>文件是否被替换过？</translation>
    </message>
    <message>
        <source>%1 is given %2, whose value %3 does not fit %4</source>
        <translation>为 %1 提供了 %2，其值 %3 不适合 %4</translation>
    </message>
    <message>
        <source>%1 is given %2, whose value %3 is too large for %4</source>
        <translation>为 %1 提供了 %2，其值 %3 对 %4 过大</translation>
    </message>
    <message>
        <source>add the leading dimension, with array[None] in numpy</source>
        <translation>请添加最前面的维度，在 numpy 中用 array[None]</translation>
    </message>
    <message>
        <source>give --input %1=file.npy</source>
        <translation>请给出 --input %1=file.npy</translation>
    </message>
    <message>
        <source>give the input as a file</source>
        <translation>请以文件形式提供输入</translation>
    </message>
    <message>
        <source>input %1 declares no shape to draw random numbers for</source>
        <translation>输入 %1 没有声明形状，无法生成随机数</translation>
    </message>
    <message>
        <source>input %1 expects %2, found %3</source>
        <translation>输入 %1 应为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>input %1 expects shape %2, found %3</source>
        <translation>输入 %1 的形状应为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>input %1 of shape %2 is too large for random numbers</source>
        <translation>形状为 %2 的输入 %1 过大，无法使用随机数</translation>
    </message>
    <message>
        <source>no random numbers for input %1</source>
        <translation>输入 %1 不能使用随机数</translation>
    </message>
    <message>
        <source>save the array as %1</source>
        <translation>请把数组保存为 %1</translation>
    </message>
    <message>
        <source>%1: an image has to be preprocessed</source>
        <translation>%1：图像需要预处理</translation>
    </message>
    <message>
        <source>array %1 is for no input of the model</source>
        <translation>数组 %1 不对应模型的任何输入</translation>
    </message>
    <message>
        <source>does not say which input it is for</source>
        <translation>没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>%1: does not say which input it is for</source>
        <translation>%1：没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>input %1 is given twice</source>
        <translation>输入 %1 给出了两次</translation>
    </message>
    <message>
        <source>input_%1.pb is one too many: the model has %2 inputs</source>
        <translation>input_%1.pb 多余：模型有 %2 个输入</translation>
    </message>
    <message>
        <source>its inputs are %1</source>
        <translation>其输入为 %1</translation>
    </message>
    <message>
        <source>no data for input %1</source>
        <translation>输入 %1 没有数据</translation>
    </message>
    <message>
        <source>no data for %1</source>
        <translation>%1 没有数据</translation>
    </message>
    <message>
        <source>say how the model was trained: --preprocess FILE, or --mean, --scale, --layout, --color, --resize</source>
        <translation>请说明模型训练时的预处理：--preprocess FILE，或 --mean、--scale、--layout、--color、--resize</translation>
    </message>
    <message>
        <source>the model&apos;s inputs are %1</source>
        <translation>模型的输入为 %1</translation>
    </message>
    <message>
        <source>%1: holds neither input_0.pb nor .npy files</source>
        <translation>%1：既没有 input_0.pb，也没有 .npy 文件</translation>
    </message>
    <message>
        <source>%1: not a .npy, .npz, .pt, .pb or image file</source>
        <translation>%1：不是 .npy、.npz、.pt、.pb 或图像文件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a shape</source>
        <translation>“%1”不是形状</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a seed</source>
        <translation>“%1”不是随机种子</translation>
    </message>
    <message>
        <source>raw numbers need type and shape, as in file.bin:float32:1x3x224x224</source>
        <translation>原始数据需要类型和形状，例如 file.bin:float32:1x3x224x224</translation>
    </message>
    <message>
        <source>unknown element type &apos;%1&apos;</source>
        <translation>未知的元素类型“%1”</translation>
    </message>
    <message>
        <source>write file.bin:float32:1x3x224x224</source>
        <translation>请写成 file.bin:float32:1x3x224x224</translation>
    </message>
    <message>
        <source>%1 has %2 samples, none of index %3</source>
        <translation>%1 有 %2 个样本，没有序号 %3</translation>
    </message>
    <message>
        <source>%1: holds %2 arrays, none of which is called %3</source>
        <translation>%1：有 %2 个数组，没有名为 %3 的</translation>
    </message>
    <message>
        <source>%1: is a calibration set of %2 arrays, expected one sample</source>
        <translation>%1：是 %2 个数组的校准集，应为一个样本</translation>
    </message>
    <message>
        <source>give --input name=file.npy for each, or --input random</source>
        <translation>请为每个输入给出 --input name=file.npy，或 --input random</translation>
    </message>
    <message>
        <source>save one sample under the inputs&apos; own names</source>
        <translation>请以输入自身的名称保存一个样本</translation>
    </message>
    <message>
        <source>write name=%1; the inputs are %2</source>
        <translation>请写成 name=%1；输入为 %2</translation>
    </message>
    <message>
        <source>write random or random:7</source>
        <translation>请写成 random 或 random:7</translation>
    </message>
    <message>
        <source>%1: found %2 labels for %3 samples</source>
        <translation>%1：有 %2 个标签，而样本为 %3 个</translation>
    </message>
    <message>
        <source>give one label per sample, in the order of the samples</source>
        <translation>请按样本顺序为每个样本给出一个标签</translation>
    </message>
    <message>
        <source>has no label for sample %1</source>
        <translation>样本 %1 没有标签</translation>
    </message>
    <message>
        <source>line %1: %2 is no integer</source>
        <translation>第 %1 行：%2 不是整数</translation>
    </message>
    <message>
        <source>some lines name a sample and some don&apos;t</source>
        <translation>有的行写了样本名，有的没有</translation>
    </message>
    <message>
        <source>write one label per line, or SAMPLE LABEL</source>
        <translation>请每行写一个标签，或写“样本 标签”</translation>
    </message>
    <message>
        <source>OpenCV can&apos;t decode this as an image</source>
        <translation>OpenCV 无法把它解码为图像</translation>
    </message>
    <message>
        <source>OpenCV refuses the image: %1</source>
        <translation>OpenCV 拒绝该图像：%1</translation>
    </message>
    <message>
        <source>crop [%1, %2, %3, %4] leaves the image of %5x%6</source>
        <translation>裁剪 [%1, %2, %3, %4] 超出 %5x%6 的图像</translation>
    </message>
    <message>
        <source>short_side %1 gives %2x%3, too small to cut %4x%5 from</source>
        <translation>short_side %1 得到 %2x%3，不足以裁出 %4x%5</translation>
    </message>
    <message>
        <source>%1 array of shape %2 takes %3 bytes, the file has %4</source>
        <translation>形状为 %2 的 %1 数组需要 %3 字节，文件有 %4 字节</translation>
    </message>
    <message>
        <source>tensors of type %1 can&apos;t be written as .npy</source>
        <translation>类型为 %1 的张量无法写为 .npy</translation>
    </message>
    <message>
        <source>the file seems to be cut off</source>
        <translation>文件似乎被截断</translation>
    </message>
    <message>
        <source>npy header: %1</source>
        <translation>npy 文件头：%1</translation>
    </message>
    <message>
        <source>%1: sample %2</source>
        <translation>%1：样本 %2</translation>
    </message>
    <message>
        <source>array %1 does not say which input it is for</source>
        <translation>数组 %1 没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>array %1 has shape %2, expected a first axis that counts %3 samples</source>
        <translation>数组 %1 的形状为 %2，第一维应为%3样本数</translation>
    </message>
    <message>
        <source>call arrays KEY__INPUT; the inputs are %1</source>
        <translation>请把数组命名为 KEY__INPUT；输入为 %1</translation>
    </message>
    <message>
        <source>the archive holds no arrays</source>
        <translation>归档中没有数组</translation>
    </message>
    <message>
        <source>a tensor is stored as %1, which is not read</source>
        <translation>某张量以 %1 存储，不支持读取</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: %1</source>
        <translation>不是 torch.save 写出的文件：%1</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: it has no record data.pkl</source>
        <translation>不是 torch.save 写出的文件：没有 data.pkl 记录</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: entry %1 is outside %2</source>
        <translation>不是 torch.save 写出的文件：条目 %1 在 %2 之外</translation>
    </message>
    <message>
        <source>save it again with a newer PyTorch</source>
        <translation>请用更新的 PyTorch 重新保存</translation>
    </message>
    <message>
        <source>the file may be truncated or be another pickle</source>
        <translation>文件可能不完整，或是其他 pickle</translation>
    </message>
    <message>
        <source>the file&apos;s protocol is not 1001</source>
        <translation>文件的协议不是 1001</translation>
    </message>
    <message>
        <source>a tensor is quantized as %1, which is not read</source>
        <translation>某张量以 %1 量化，不支持读取</translation>
    </message>
    <message>
        <source>per_tensor_affine and per_channel_affine are</source>
        <translation>支持 per_tensor_affine 和 per_channel_affine</translation>
    </message>
    <message>
        <source>save a dict of tensors: torch.save(model.state_dict(), path)</source>
        <translation>请保存张量字典：torch.save(model.state_dict(), path)</translation>
    </message>
    <message>
        <source>the file asks to call %1; only plain tensors are read</source>
        <translation>文件要求调用 %1；只读取普通张量</translation>
    </message>
    <message>
        <source>the file holds an object of %1, not only tensors</source>
        <translation>文件含有 %1 的对象，不只是张量</translation>
    </message>
    <message>
        <source>the pickle is damaged: %1</source>
        <translation>pickle 已损坏：%1</translation>
    </message>
    <message>
        <source>the pickle is damaged: it nests too deep, holds too many values or too long names</source>
        <translation>pickle 已损坏：嵌套过深、值过多或名称过长</translation>
    </message>
    <message>
        <source>give this input as .npy</source>
        <translation>请以 .npy 提供此输入</translation>
    </message>
    <message>
        <source>images cannot be read: %1</source>
        <translation>无法读取图像：%1</translation>
    </message>
    <message>
        <source>input %1 [%2] does not say how large images are</source>
        <translation>输入 %1 [%2] 没有说明图像大小</translation>
    </message>
    <message>
        <source>input %1 [%2] does not say where its channels are</source>
        <translation>输入 %1 [%2] 没有说明通道位置</translation>
    </message>
    <message>
        <source>input %1 [%2] has %3 channels, the image has %4</source>
        <translation>输入 %1 [%2] 有 %3 个通道，图像有 %4 个</translation>
    </message>
    <message>
        <source>input %1 has shape %2, expected an image: batch 1 and four dimensions</source>
        <translation>输入 %1 的形状为 %2，应为图像：批次为 1，共四维</translation>
    </message>
    <message>
        <source>is OpenCV installed and libquantloupe_images.so beside libquantloupe_engine.so?</source>
        <translation>是否安装了 OpenCV，且 libquantloupe_images.so 与 libquantloupe_engine.so 在同一位置？</translation>
    </message>
    <message>
        <source>leave out range, mean, std and scale</source>
        <translation>请去掉 range、mean、std 和 scale</translation>
    </message>
    <message>
        <source>mean, std, scale and pad have one number or one for each of %1 channels</source>
        <translation>mean、std、scale 和 pad 应为一个数，或 %1 个通道各一个</translation>
    </message>
    <message>
        <source>say layout: nchw or nhwc</source>
        <translation>请指定 layout：nchw 或 nhwc</translation>
    </message>
    <message>
        <source>say size: WIDTHxHEIGHT</source>
        <translation>请指定 size：宽x高</translation>
    </message>
    <message>
        <source>uint8 images can&apos;t be normalised</source>
        <translation>uint8 图像无法归一化</translation>
    </message>
    <message>
        <source>expected lines such as &apos;color: rgb&apos;</source>
        <translation>应为“color: rgb”这样的行</translation>
    </message>
    <message>
        <source>found %1, expected %2</source>
        <translation>实际为 %1，应为 %2</translation>
    </message>
    <message>
        <source>preprocessing has both std and scale</source>
        <translation>预处理同时有 std 和 scale</translation>
    </message>
    <message>
        <source>preprocessing knows %1</source>
        <translation>预处理支持 %1</translation>
    </message>
    <message>
        <source>std divides, scale multiplies: keep one</source>
        <translation>std 是除，scale 是乘：请只保留一个</translation>
    </message>
    <message>
        <source>preprocessing setting %1</source>
        <translation>预处理设置 %1</translation>
    </message>
    <message>
        <source>there is no such preprocessing file</source>
        <translation>没有这个预处理文件</translation>
    </message>
    <message>
        <source>unknown key %1</source>
        <translation>未知的键 %1</translation>
    </message>
    <message>
        <source>write key=value</source>
        <translation>请写成 key=value</translation>
    </message>
    <message>
        <source>is in the archive twice</source>
        <translation>在归档中出现两次</translation>
    </message>
    <message>
        <source>record %1 is missing</source>
        <translation>缺少记录 %1</translation>
    </message>
    <message>
        <source>save the file on a little-endian machine</source>
        <translation>请在小端机器上保存文件</translation>
    </message>
    <message>
        <source>the file may be truncated: save or fetch it again</source>
        <translation>文件可能不完整：请重新保存或获取</translation>
    </message>
    <message>
        <source>the numbers are in byte order &quot;%1&quot;</source>
        <translation>数的字节序为“%1”</translation>
    </message>
    <message>
        <source>the pickle is larger than 256 MiB</source>
        <translation>pickle 大于 256 MiB</translation>
    </message>
    <message>
        <source>%1 has type %2, which a .pt file can&apos;t hold</source>
        <translation>%1 的类型为 %2，.pt 文件无法保存</translation>
    </message>
    <message>
        <source>expected .npy, .npz, .pt or image files, or folders such as test_data_set_0</source>
        <translation>应为 .npy、.npz、.pt 或图像文件，或 test_data_set_0 这样的文件夹</translation>
    </message>
    <message>
        <source>sample %1 has no file for input %2</source>
        <translation>样本 %1 没有输入 %2 的文件</translation>
    </message>
    <message>
        <source>the folder holds no samples</source>
        <translation>文件夹中没有样本</translation>
    </message>
    <message>
        <source>the array has shape %1, expected a first axis that counts samples</source>
        <translation>数组形状为 %1，第一维应为样本数</translation>
    </message>
    <message>
        <source>the array takes %1 bytes, the file has %2</source>
        <translation>数组需要 %1 字节，文件有 %2 字节</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>文件在读取过程中变短</translation>
    </message>
    <message>
        <source>a scale or zero point is not finite</source>
        <translation>量化系数或零点不是有限的数</translation>
    </message>
    <message>
        <source>axis %1 of shape %2 has %3 scales and %4 zero points</source>
        <translation>形状 %2 的轴 %1 有 %3 个量化系数和 %4 个零点</translation>
    </message>
    <message>
        <source>is quantized and holds no integers</source>
        <translation>已量化但不含整数</translation>
    </message>
    <message>
        <source>save the weights: torch.save(model.state_dict(), path)</source>
        <translation>请保存权重：torch.save(model.state_dict(), path)</translation>
    </message>
    <message>
        <source>the file holds no tensors but %1</source>
        <translation>文件中没有张量，只有 %1</translation>
    </message>
    <message>
        <source>tensor %1 is quantized; plain tensors are read</source>
        <translation>张量 %1 已量化；只读取普通张量</translation>
    </message>
    <message>
        <source>save its real numbers: tensor.dequantize()</source>
        <translation>请保存其实数值：tensor.dequantize()</translation>
    </message>
    <message>
        <source>the file holds no ONNX tensor</source>
        <translation>文件中没有 ONNX 张量</translation>
    </message>
    <message>
        <source>expected a serialized TensorProto, such as input_0.pb of the standard&apos;s test data</source>
        <translation>应为序列化的 TensorProto，例如标准测试数据中的 input_0.pb</translation>
    </message>
    <message>
        <source>compression method %1 is not known</source>
        <translation>未知的压缩方法 %1</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>pack the archive again, stored or deflated</source>
        <translation>请以 stored 或 deflated 方式重新打包</translation>
    </message>
    <message>
        <source>unpack it with its password first</source>
        <translation>请先用密码解包</translation>
    </message>
    <!-- Errors: questions -->
    <message>
        <source>accuracy needs a model with one input, this one has %1</source>
        <translation>准确率需要单输入模型，此模型有 %1 个输入</translation>
    </message>
    <message>
        <source>%1: expected one label for each of %2 samples, found shape %3</source>
        <translation>%1：应为 %2 个样本各一个标签，实际形状为 %3</translation>
    </message>
    <message>
        <source>the output is empty: no class to choose</source>
        <translation>输出为空：没有可选的类别</translation>
    </message>
    <message>
        <source>no searched output is called %1</source>
        <translation>没有查找名为 %1 的输出</translation>
    </message>
    <message>
        <source>the baseline&apos;s outputs are %1</source>
        <translation>基准模型的输出为 %1</translation>
    </message>
    <message>
        <source>the models have no common output %1</source>
        <translation>两个模型没有共同的输出 %1</translation>
    </message>
    <message>
        <source>from bad to good: --order descending if large values are bad, --order ascending if small ones are</source>
        <translation>由差到好：值大为差用 --order descending，值小为差用 --order ascending</translation>
    </message>
    <message>
        <source>max_qscale_diff is a measure of layers: a model&apos;s output has no one scale</source>
        <translation>max_qscale_diff 是逐层指标：模型输出没有统一的量化系数</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot; needs an order</source>
        <translation>指标“%1”需要排序方向</translation>
    </message>
    <message>
        <source>rank by atol</source>
        <translation>请按 atol 排序</translation>
    </message>
    <message>
        <source>unknown order %1</source>
        <translation>未知的排序方向 %1</translation>
    </message>
    <message>
        <source>belongs to another search</source>
        <translation>属于另一次查找</translation>
    </message>
    <message>
        <source>belongs to another ranking</source>
        <translation>属于另一次排序</translation>
    </message>
    <message>
        <source>holds numbers that do not belong together</source>
        <translation>含有互不匹配的数</translation>
    </message>
    <message>
        <source>lacks %1</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>both sides are dumps, so that nothing runs on an input</source>
        <translation>两边都是转储，不会用输入运行任何模型</translation>
    </message>
    <message>
        <source>compare the two models</source>
        <translation>请比较两个模型</translation>
    </message>
    <message>
        <source>decisions can&apos;t be replayed in a dump: it has run already</source>
        <translation>转储中的决策无法重放：它已经运行过</translation>
    </message>
    <message>
        <source>leave out --input</source>
        <translation>请去掉 --input</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot; gives one number per element</source>
        <translation>指标“%1”对每个元素给出一个数</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot;, character %2: %3</source>
        <translation>指标“%1”，第 %2 个字符：%3</translation>
    </message>
    <message>
        <source>metrics are names such as atol, or expressions such as max(abs(x-y))/max(abs(x))</source>
        <translation>指标可以是 atol 等名称，或 max(abs(x-y))/max(abs(x)) 等表达式</translation>
    </message>
    <message>
        <source>wrap it in mean(), max(), sum() or norm()</source>
        <translation>请套上 mean()、max()、sum() 或 norm()</translation>
    </message>
    <message>
        <source>feedback %1 is no OUTPUT=INPUT of the model</source>
        <translation>反馈 %1 不是模型的 输出=输入</translation>
    </message>
    <message>
        <source>give the first state with the data</source>
        <translation>请随数据给出初始状态</translation>
    </message>
    <message>
        <source>input %1 declares no shape for its first state</source>
        <translation>输入 %1 没有声明初始状态的形状</translation>
    </message>
    <message>
        <source>its outputs are %1</source>
        <translation>其输出为 %1</translation>
    </message>
    <message>
        <source>its outputs are %1, its inputs are %2</source>
        <translation>其输出为 %1，其输入为 %2</translation>
    </message>
    <message>
        <source>the analysis model has no counterpart of the feedback into %1</source>
        <translation>待分析模型没有与反馈到 %1 对应的部分</translation>
    </message>
    <message>
        <source>check the map file&apos;s path</source>
        <translation>请检查映射文件的路径</translation>
    </message>
    <message>
        <source>each line is a baseline name, a blank and an analysis name</source>
        <translation>每行是基准名称、空格和待分析名称</translation>
    </message>
    <message>
        <source>each line is a layer or tensor name of the baseline and one of the analysis model</source>
        <translation>每行是基准模型和待分析模型各一个层名或张量名</translation>
    </message>
    <message>
        <source>the map file names %1, which is no layer of the %2 model</source>
        <translation>映射文件中的 %1 不是%2模型的层</translation>
    </message>
    <message>
        <source>%1, line %2: expected two names, found &quot;%3&quot;</source>
        <translation>%1，第 %2 行：应为两个名称，实际为“%3”</translation>
    </message>
    <message>
        <source>input %1 of the analysis model has no counterpart in the baseline</source>
        <translation>待分析模型的输入 %1 在基准模型中没有对应项</translation>
    </message>
    <message>
        <source>the baseline&apos;s inputs are %1, the analysis model&apos;s are %2</source>
        <translation>基准模型的输入为 %1，待分析模型的输入为 %2</translation>
    </message>
    <message>
        <source>no layer has such a name and operator type</source>
        <translation>没有层具有这样的名称和算子类型</translation>
    </message>
    <message>
        <source>see `compare` or a profile without --prefix and --type for the names</source>
        <translation>名称请参阅 `compare`，或不带 --prefix 和 --type 的 profile</translation>
    </message>
    <message>
        <source>info MODEL lists its layers</source>
        <translation>info MODEL 会列出各层</translation>
    </message>
    <message>
        <source>info --json lists the model&apos;s layers</source>
        <translation>info --json 会列出模型的各层</translation>
    </message>
    <message>
        <source>no layer&apos;s name starts with %1</source>
        <translation>没有层名以 %1 开头</translation>
    </message>
    <message>
        <source>the model has no layer %1 to skip</source>
        <translation>模型没有可跳过的层 %1</translation>
    </message>
    <message>
        <source>is it quantized, and made from this baseline?</source>
        <translation>它是否已量化，且由此基准模型生成？</translation>
    </message>
    <message>
        <source>is the analysis model made from this very baseline?</source>
        <translation>待分析模型是否由这个基准模型生成？</translation>
    </message>
    <message>
        <source>the analysis model has no quantizer that matches the baseline</source>
        <translation>待分析模型没有与基准模型匹配的量化器</translation>
    </message>
    <message>
        <source>output %1 has shape %2 in the baseline and %3 in the analysis model</source>
        <translation>输出 %1 的形状在基准模型中为 %2，在待分析模型中为 %3</translation>
    </message>
    <message>
        <source>output %1: the analysis model&apos;s quantizers, moved onto the baseline, reproduce it at %2 dB only, expected at least %3 dB%4</source>
        <translation>输出 %1：把待分析模型的量化器移到基准模型上，只能以 %2 dB 重现，应至少为 %3 dB%4</translation>
    </message>
    <message>
        <source>output %1: the analysis model&apos;s quantizers, moved onto the baseline, reproduce it at %2 dB only, expected at least %3 dB</source>
        <translation>输出 %1：把待分析模型的量化器移到基准模型上，只能以 %2 dB 重现，应至少为 %3 dB</translation>
    </message>
    <message>
        <source>output %1: with every quantizer off the baseline is not itself (off by %2)</source>
        <translation>输出 %1：关闭所有量化器后基准模型与自身不一致（相差 %2）</translation>
    </message>
    <message>
        <source>both inputs and a dataset are given</source>
        <translation>同时给出了输入和数据集</translation>
    </message>
    <message>
        <source>leave out --input or --data</source>
        <translation>请去掉 --input 或 --data</translation>
    </message>
    <message>
        <source>%1: holds no sample</source>
        <translation>%1：没有样本</translation>
    </message>
    <message>
        <source>the baseline has no output %1</source>
        <translation>基准模型没有输出 %1</translation>
    </message>
    <message>
        <source>no metric is given</source>
        <translation>没有给出指标</translation>
    </message>
    <message>
        <source>a ranking of all layers gives their names</source>
        <translation>对所有层排序会给出名称</translation>
    </message>
    <message>
        <source>no quantized layer is called %1</source>
        <translation>没有名为 %1 的量化层</translation>
    </message>
    <message>
        <source>no quantized layer passes the filters</source>
        <translation>没有量化层通过筛选</translation>
    </message>
    <message>
        <source>see the names and operator types in a ranking without them</source>
        <translation>不带筛选的排序会给出名称和算子类型</translation>
    </message>
    <message>
        <source>nothing to calibrate with</source>
        <translation>没有可用于校准的数据</translation>
    </message>
    <message>
        <source>give samples with --data (--calibration-data in other commands), or known scales with --record</source>
        <translation>请用 --data（其他命令为 --calibration-data）给出样本，或用 --record 给出已知的量化系数</translation>
    </message>
    <message>
        <source>bias correction needs data</source>
        <translation>偏置校正需要数据</translation>
    </message>
    <message>
        <source>calibrate with --data instead of --record</source>
        <translation>请用 --data 校准，而不是 --record</translation>
    </message>
    <message>
        <source>tuning needs samples</source>
        <translation>调优需要样本</translation>
    </message>
    <message>
        <source>give some with --data</source>
        <translation>请用 --data 给出</translation>
    </message>
    <message>
        <source>tuning needs a target</source>
        <translation>调优需要目标</translation>
    </message>
    <message>
        <source>give one with --target sqnr_db=VALUE</source>
        <translation>请用 --target sqnr_db=值 给出</translation>
    </message>
    <message>
        <source>no constant scale found for the integers of %1</source>
        <translation>没有找到 %1 的整数对应的常量量化系数</translation>
    </message>
    <message>
        <source>scales that are computed while the model runs can&apos;t be compared</source>
        <translation>模型运行时才计算的量化系数无法比较</translation>
    </message>
    <message>
        <source>device %1 is not available</source>
        <translation>设备 %1 不可用</translation>
    </message>
    <message>
        <source>this LibTorch was built without CUDA: use --device cpu</source>
        <translation>此 LibTorch 构建时没有 CUDA：请使用 --device cpu</translation>
    </message>
    <message>
        <source>the decisions in a dump are made and can&apos;t be replayed</source>
        <translation>转储中的决策已经做出，无法重放</translation>
    </message>
    <message>
        <source>leave out --replay-decisions, or give two models</source>
        <translation>请去掉 --replay-decisions，或给出两个模型</translation>
    </message>
    <message>
        <source>the engine cannot be loaded: %1</source>
        <translation>无法加载计算引擎：%1</translation>
    </message>
    <message>
        <source>is LibTorch installed and libquantloupe_engine.so beside libquantloupe_core.so?</source>
        <translation>是否安装了 LibTorch，且 libquantloupe_engine.so 与 libquantloupe_core.so 在同一位置？</translation>
    </message>
    <message>
        <source>%1 is of another version: no %2</source>
        <translation>%1 的版本不同：没有 %2</translation>
    </message>
    <message>
        <source>unknown log level &apos;%1&apos;</source>
        <translation>未知的日志级别“%1”</translation>
    </message>
    <message>
        <source>use trace, debug, info, warning, error, critical or off</source>
        <translation>请使用 trace、debug、info、warning、error、critical 或 off</translation>
    </message>
    <message>
        <source>an unknown exception</source>
        <translation>未知异常</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>close other programs or use a smaller input</source>
        <translation>请关闭其他程序，或使用更小的输入</translation>
    </message>
    <message>
        <source>%1 was not installed; looked for %2</source>
        <translation>%1 没有安装；查找过 %2</translation>
    </message>
    <message>
        <source>set QUANTLOUPE_DATA to the folder that holds it</source>
        <translation>请把 QUANTLOUPE_DATA 设为它所在的文件夹</translation>
    </message>
    <message>
        <source>%1: has no metric %2</source>
        <translation>%1：没有指标 %2</translation>
    </message>
    <message>
        <source>there is %1</source>
        <translation>可用的有 %1</translation>
    </message>
    <message>
        <source>a result of %1 can&apos;t be read back</source>
        <translation>%1 的结果无法读回</translation>
    </message>
    <message>
        <source>no JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>not a result of this program</source>
        <translation>不是本程序的结果</translation>
    </message>
    <message>
        <source>schema %1: this version reads version %2</source>
        <translation>schema %1：此版本读取版本 %2</translation>
    </message>
    <message>
        <source>write the document anew with this version</source>
        <translation>请用此版本重新生成文档</translation>
    </message>
    <message>
        <source>%1 and %2 have no measured layer, sample or output in common</source>
        <translation>%1 与 %2 没有共同的已测层、样本或输出</translation>
    </message>
    <message>
        <source>%1 is a result of %2, %3 one of %4</source>
        <translation>%1 是 %2 的结果，%3 是 %4 的结果</translation>
    </message>
    <message>
        <source>%1 measures %2, %3 measures %4</source>
        <translation>%1 的指标为 %2，%3 的指标为 %4</translation>
    </message>
    <message>
        <source>compare two runs of the same network</source>
        <translation>请比较同一网络的两次运行</translation>
    </message>
    <message>
        <source>give two results of the same command</source>
        <translation>请给出同一命令的两个结果</translation>
    </message>
    <message>
        <source>give two results with the same metric</source>
        <translation>请给出相同指标的两个结果</translation>
    </message>
    <!-- Errors: quantization -->
    <message>
        <source>there are no samples to calibrate with</source>
        <translation>没有可用于校准的样本</translation>
    </message>
    <message>
        <source>%1 scales do not fit axis %2 of shape %3</source>
        <translation>%1 个量化系数与形状 %3 的轴 %2 不符</translation>
    </message>
    <message>
        <source>%1 has %2 bits, expected 4 or 8 to 16</source>
        <translation>%1 为 %2 位，应为 4 位或 8 到 16 位</translation>
    </message>
    <message>
        <source>observer %1: %2 is %3, expected %4</source>
        <translation>观察器 %1：%2 为 %3，应为 %4</translation>
    </message>
    <message>
        <source>observer %1 is not known</source>
        <translation>未知的观察器 %1</translation>
    </message>
    <message>
        <source>the observers are %1</source>
        <translation>可用的观察器为 %1</translation>
    </message>
    <message>
        <source>axis %1 has %2 channels, expected %3 as before</source>
        <translation>轴 %1 有 %2 个通道，应与之前相同，为 %3 个</translation>
    </message>
    <message>
        <source>observer fixed: a scale and a zero point must be given</source>
        <translation>观察器 fixed：必须给出量化系数和零点</translation>
    </message>
    <message>
        <source>observer fixed: a scale must be greater than 0</source>
        <translation>观察器 fixed：量化系数必须大于 0</translation>
    </message>
    <message>
        <source>observer ifmr: search_end must be greater than search_start</source>
        <translation>观察器 ifmr：search_end 必须大于 search_start</translation>
    </message>
    <message>
        <source>observer snq: init_algo is %1, expected uniform, gaussian or d2sampling</source>
        <translation>观察器 snq：init_algo 为 %1，应为 uniform、gaussian 或 d2sampling</translation>
    </message>
    <message>
        <source>%1: %2-bit activations with %3-bit weights do not go together</source>
        <translation>%1：%2 位激活与 %3 位权重不能搭配</translation>
    </message>
    <message>
        <source>9 to 16 activation bits need 8-bit weights, 4 activation bits 4-bit weights</source>
        <translation>9 到 16 位激活需要 8 位权重，4 位激活需要 4 位权重</translation>
    </message>
    <message>
        <source>check the skips and the operator types</source>
        <translation>请检查跳过的层和算子类型</translation>
    </message>
    <message>
        <source>the settings leave every layer in float: there is nothing to quantize</source>
        <translation>这些设置让所有层都保持浮点：没有可量化的内容</translation>
    </message>
    <message>
        <source>quantizer %1 is not known</source>
        <translation>未知的量化器 %1</translation>
    </message>
    <message>
        <source>the quantizers are %1</source>
        <translation>可用的量化器为 %1</translation>
    </message>
    <message>
        <source>clip_max is %1, expected more than clip_min, %2</source>
        <translation>clip_max 为 %1，应大于 clip_min (%2)</translation>
    </message>
    <message>
        <source>%1: the record has %2 weight scales, expected 1 or %3</source>
        <translation>%1：记录有 %2 个权重量化系数，应为 1 个或 %3 个</translation>
    </message>
    <message>
        <source>the record speaks of input %1 of %2, which has %3</source>
        <translation>记录中有 %2 的输入 %1，而它有 %3 个输入</translation>
    </message>
    <message>
        <source>the record speaks of layer %1, which the model lacks</source>
        <translation>记录中有层 %1，而模型中没有</translation>
    </message>
    <message>
        <source>was the record made from this model?</source>
        <translation>记录是否由此模型生成？</translation>
    </message>
    <message>
        <source>a quantization-factor record is a text-proto ScaleOffsetRecord</source>
        <translation>量化因子记录是 text-proto 格式的 ScaleOffsetRecord</translation>
    </message>
    <message>
        <source>line %1: expected %2, found %3</source>
        <translation>第 %1 行：应为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>line %1: %2 is &quot;%3&quot;, expected %4</source>
        <translation>第 %1 行：%2 为“%3”，应为 %4</translation>
    </message>
    <message>
        <source>line %1: %2 is %3, expected %4</source>
        <translation>第 %1 行：%2 为 %3，应为 %4</translation>
    </message>
    <message>
        <source>line %1: %2 stands twice in one message</source>
        <translation>第 %1 行：%2 在同一消息中出现两次</translation>
    </message>
    <message>
        <source>line %1: the record has no key</source>
        <translation>第 %1 行：记录没有键</translation>
    </message>
    <message>
        <source>the file holds no record</source>
        <translation>文件中没有记录</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>不支持 %1</translation>
    </message>
    <!-- Errors: configs and projects -->
    <message>
        <source>%1 can&apos;t be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1 is a folder, expected a config file</source>
        <translation>%1 是文件夹，应为配置文件</translation>
    </message>
    <message>
        <source>%1 was changed by someone else since it was read</source>
        <translation>%1 在读取之后被其他程序修改</translation>
    </message>
    <message>
        <source>%1: %2 is not edited</source>
        <translation>%1：没有编辑 %2</translation>
    </message>
    <message>
        <source>%1: editing %2 would change other layers too</source>
        <translation>%1：编辑 %2 会同时改变其他层</translation>
    </message>
    <message>
        <source>nothing was written</source>
        <translation>没有写入任何内容</translation>
    </message>
    <message>
        <source>nothing was written; edit the file by hand</source>
        <translation>没有写入任何内容；请手动编辑文件</translation>
    </message>
    <message>
        <source>nothing was written; edit the line by hand</source>
        <translation>没有写入任何内容；请手动编辑该行</translation>
    </message>
    <message>
        <source>open it again and repeat the edit; nothing was written</source>
        <translation>请重新打开并再次编辑；没有写入任何内容</translation>
    </message>
    <message>
        <source>quantloupe-cli config check %1 lists everything</source>
        <translation>quantloupe-cli config check %1 会列出全部问题</translation>
    </message>
    <message>
        <source>%1 is UTF-16</source>
        <translation>%1 是 UTF-16 编码</translation>
    </message>
    <message>
        <source>%1 is larger than 16 MiB</source>
        <translation>%1 大于 16 MiB</translation>
    </message>
    <message>
        <source>is it a config file?</source>
        <translation>它是配置文件吗？</translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation>请保存为 UTF-8</translation>
    </message>
    <message>
        <source>%1: %2 is shared through an alias</source>
        <translation>%1：%2 通过别名共享</translation>
    </message>
    <message>
        <source>%1: there is no message to add %2 to</source>
        <translation>%1：没有可添加 %2 的消息</translation>
    </message>
    <message>
        <source>%1: this place can&apos;t be edited safely: %2</source>
        <translation>%1：此处无法安全编辑：%2</translation>
    </message>
    <message>
        <source>edit the anchor by hand</source>
        <translation>请手动编辑锚点</translation>
    </message>
    <message>
        <source>%1: a key that is no plain or quoted word</source>
        <translation>%1：键不是普通单词或带引号的单词</translation>
    </message>
    <message>
        <source>%1: a second document in one file</source>
        <translation>%1：一个文件中有第二个文档</translation>
    </message>
    <message>
        <source>split the file</source>
        <translation>请拆分文件</translation>
    </message>
    <message>
        <source>no key %1: this is not a project file</source>
        <translation>没有键 %1：这不是工程文件</translation>
    </message>
    <message>
        <source>%1 bytes are too many for a project, expected at most %2</source>
        <translation>工程文件有 %1 字节，过大，最多 %2 字节</translation>
    </message>
    <message>
        <source>a project begins with the line  %1: %2</source>
        <translation>工程文件以此行开头：%1: %2</translation>
    </message>
    <message>
        <source>add  run: [compare]</source>
        <translation>请添加  run: [compare]</translation>
    </message>
    <message>
        <source>check the path and its permissions</source>
        <translation>请检查路径及其权限</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>the project asks nothing</source>
        <translation>工程没有要求执行任何操作</translation>
    </message>
    <message>
        <source>the project cannot be read</source>
        <translation>无法读取工程</translation>
    </message>
    <message>
        <source>the project was written for another version of this program</source>
        <translation>工程是为本程序的其他版本编写的</translation>
    </message>
    <message>
        <source>this is not a project file: expected names with values</source>
        <translation>这不是工程文件：应为名称和值</translation>
    </message>
    <!-- Trials (core/project) -->
    <message>
        <source>%1 has no value</source>
        <translation>%1 没有值</translation>
    </message>
    <message>
        <source>%1 is no number</source>
        <translation>%1 不是数</translation>
    </message>
    <message>
        <source>%1 values, expected %2</source>
        <translation>有 %1 个值，应为 %2 个</translation>
    </message>
    <message>
        <source>%1, expected %2 or %3</source>
        <translation>是 %1，应为 %2 或 %3</translation>
    </message>
    <message>
        <source>row %1 of the values</source>
        <translation>数值表第 %1 行</translation>
    </message>
    <message>
        <source>the line of titles is not  %1</source>
        <translation>标题行不是  %1</translation>
    </message>
    <message>
        <source>%1 cannot be renamed: %2</source>
        <translation>无法重命名 %1：%2</translation>
    </message>
    <message>
        <source>no line  %1: %2  at the beginning: these are no trials</source>
        <translation>开头没有  %1: %2  这一行：这不是试运行记录</translation>
    </message>
    <message>
        <source>the trials were written by another version of this program</source>
        <translation>这些试运行记录由本程序的另一版本写成</translation>
    </message>
    <!-- Values of one layer (core/analysis/compare/layer_tensors.cpp, error_map.cpp, channel_values.cpp, inspect_layer.cpp) -->
    <message>
        <source>axis %1 of a tensor of rank %2</source>
        <translation>秩为 %2 的张量没有轴 %1</translation>
    </message>
    <message>
        <source>axes count from 0</source>
        <translation>轴从 0 开始计数</translation>
    </message>
    <message>
        <source>axis %1 can&apos;t give the rows and the columns</source>
        <translation>轴 %1 不能同时作为行和列</translation>
    </message>
    <message>
        <source>choose two axes</source>
        <translation>请选择两个轴</translation>
    </message>
    <message>
        <source>%1 indexes for a tensor of rank %2</source>
        <translation>给了 %1 个下标，而张量的秩为 %2</translation>
    </message>
    <message>
        <source>give one per axis</source>
        <translation>请为每个轴给出一个</translation>
    </message>
    <message>
        <source>index %1 on axis %2, which has %3 elements</source>
        <translation>轴 %2 只有 %3 个元素，没有下标 %1</translation>
    </message>
    <message>
        <source>indexes count from 0</source>
        <translation>下标从 0 开始计数</translation>
    </message>
    <message>
        <source>channel axis %1 of a tensor of rank %2</source>
        <translation>秩为 %2 的张量没有通道轴 %1</translation>
    </message>
    <message>
        <source>channel %1 of %2</source>
        <translation>共 %2 个通道，没有通道 %1</translation>
    </message>
    <message>
        <source>channels count from 0</source>
        <translation>通道从 0 开始计数</translation>
    </message>
    <message>
        <source>no layer is named %1</source>
        <translation>没有名为 %1 的层</translation>
    </message>
    <message>
        <source>take a name that compare lists</source>
        <translation>请使用 compare 列出的名称</translation>
    </message>
    <message>
        <source>layer %1 is fused into %2</source>
        <translation>层 %1 已融合到 %2 中</translation>
    </message>
    <message>
        <source>ask for that one</source>
        <translation>请查询后者</translation>
    </message>
    <message>
        <source>layer %1 has no partner in the other model</source>
        <translation>层 %1 在另一个模型中没有对应层</translation>
    </message>
    <message>
        <source>pair it with a map file</source>
        <translation>请用映射文件配对</translation>
    </message>
    <message>
        <source>the two values of layer %1 differ in shape</source>
        <translation>层 %1 的两个值形状不同</translation>
    </message>
    <message>
        <source>compare says which shapes they have</source>
        <translation>compare 会列出它们的形状</translation>
    </message>
    <message>
        <source>running as far as the layer</source>
        <translation>正在运行到该层</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>looking at the values</source>
        <translation>正在查看数值</translation>
    </message>
</context>
</TS>
