<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Every message that core says to a user, by its format, beside its Chinese; lupdate leaves this file alone, tst_message_catalog compares it with the sources. -->
<TS version="2.1" language="zh_CN">
<context>
    <name>Core</name>
    <!-- core/base/program -->
    <message>
        <source>no pipe can be made: {}</source>
        <translation>无法建立管道：{}</translation>
    </message>
    <message>
        <source>the program {} can&apos;t be started: {}</source>
        <translation>无法启动程序 {}：{}</translation>
    </message>
    <message>
        <source>is it installed, and may it be run?</source>
        <translation>是否已安装，是否允许运行？</translation>
    </message>
    <message>
        <source>the command {} has a quote {} without its end</source>
        <translation>命令 {} 中的引号 {} 没有结束</translation>
    </message>
    <message>
        <source>the command names no program</source>
        <translation>命令没有指明程序</translation>
    </message>
    <!-- core/base/journal -->
    <message>
        <source>it is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>it belongs to another model, other data, options or another version</source>
        <translation>它属于其他模型、数据、选项或其他版本</translation>
    </message>
    <!-- core/base/writing -->
    <message>
        <source>{}: is what this command reads as {}; it is not replaced</source>
        <translation>{}：正是本命令作为 {} 读取的文件，不会被覆盖</translation>
    </message>
    <message>
        <source>write to another file or folder</source>
        <translation>请写到另一个文件或文件夹</translation>
    </message>
    <message>
        <source>{}: is {}, which {} would replace</source>
        <translation>{}：是{}，将被{}取代</translation>
    </message>
    <message>
        <source>name another file, or remove this one first; on the command line --force replaces it</source>
        <translation>请指定另一个文件，或先移走这一个；在命令行中可用 --force 覆盖</translation>
    </message>
    <message>
        <source>{}: is no state that this program kept, and a state is kept under this name</source>
        <translation>{}：不是本程序保存的状态，而状态要以此名保存</translation>
    </message>
    <message>
        <source>move it away or write to another folder; --force replaces and removes it</source>
        <translation>请将其移走或写到另一个文件夹；--force 会覆盖并删除它</translation>
    </message>
    <message>
        <source>{}: is {}, expected a log to append to</source>
        <translation>{}：是{}，应为可追加的日志</translation>
    </message>
    <message>
        <source>name another file</source>
        <translation>请指定另一个文件</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>a JSON document of another program</source>
        <translation>其他程序的 JSON 文档</translation>
    </message>
    <message>
        <source>a JSON document of this program</source>
        <translation>本程序的 JSON 文档</translation>
    </message>
    <message>
        <source>a SARIF document</source>
        <translation>SARIF 文档</translation>
    </message>
    <message>
        <source>an XML document</source>
        <translation>XML 文档</translation>
    </message>
    <message>
        <source>a JUnit document</source>
        <translation>JUnit 文档</translation>
    </message>
    <message>
        <source>an HTML page</source>
        <translation>HTML 网页</translation>
    </message>
    <message>
        <source>an SVG picture</source>
        <translation>SVG 图片</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>an archive (.npz, .pt, .pt2, .zip)</source>
        <translation>归档文件（.npz、.pt、.pt2、.zip）</translation>
    </message>
    <message>
        <source>a cancelled job&apos;s state</source>
        <translation>被取消任务的状态</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <!-- core/import/exported_program -->
    <message>
        <source>&quot;{}&quot; is no number</source>
        <translation>“{}”不是数字</translation>
    </message>
    <message>
        <source>more than {} graphs stand within each other</source>
        <translation>超过 {} 个图相互嵌套</translation>
    </message>
    <message>
        <source>an input has no role</source>
        <translation>有一个输入没有说明用途</translation>
    </message>
    <message>
        <source>the program has schema version {}, {} to {} are read</source>
        <translation>程序的模式版本为 {}，可读取 {} 至 {}</translation>
    </message>
    <message>
        <source>export it with a PyTorch from 2.3 to 2.9</source>
        <translation>请用 PyTorch 2.3 至 2.9 导出</translation>
    </message>
    <message>
        <source>something is missing or of another kind: {}</source>
        <translation>缺少内容或类型不符：{}</translation>
    </message>
    <message>
        <source>export the model without it, or read it as ONNX</source>
        <translation>请导出不含它的模型，或以 ONNX 读取</translation>
    </message>
    <message>
        <source>value {} is used before it is made</source>
        <translation>值 {} 在产生之前被使用</translation>
    </message>
    <message>
        <source>the file may be damaged: export it again</source>
        <translation>文件可能已损坏：请重新导出</translation>
    </message>
    <message>
        <source>the file may be truncated or damaged: export it again</source>
        <translation>文件可能被截断或损坏：请重新导出</translation>
    </message>
    <message>
        <source>it has a graph within</source>
        <translation>它内含一个图</translation>
    </message>
    <message>
        <source>it takes an argument of kind {}</source>
        <translation>它接受类型为 {} 的参数</translation>
    </message>
    <message>
        <source>this LibTorch has no operator {} for its arguments</source>
        <translation>此 LibTorch 没有适合这些参数的算子 {}</translation>
    </message>
    <message>
        <source>a graph within it is missing</source>
        <translation>缺少它内含的图</translation>
    </message>
    <message>
        <source>this LibTorch&apos;s operator has no argument {}</source>
        <translation>此 LibTorch 的该算子没有参数 {}</translation>
    </message>
    <message>
        <source>this operator is not known here</source>
        <translation>这里不认识该算子</translation>
    </message>
    <message>
        <source>argument {} is missing</source>
        <translation>缺少参数 {}</translation>
    </message>
    <message>
        <source>its output {} is read, which is not known here</source>
        <translation>它的输出 {} 被读取，而这里不认识该输出</translation>
    </message>
    <message>
        <source>grouped queries are not known here</source>
        <translation>这里不认识分组查询</translation>
    </message>
    <message>
        <source>it drops out: export the model in evaluation mode</source>
        <translation>它会随机丢弃：请在评估模式下导出模型</translation>
    </message>
    <message>
        <source>this function is not known here</source>
        <translation>这里不认识该函数</translation>
    </message>
    <message>
        <source>the graph within it is missing</source>
        <translation>缺少它内含的图</translation>
    </message>
    <message>
        <source>it gives {} values, {} are expected</source>
        <translation>它给出 {} 个值，应为 {} 个</translation>
    </message>
    <message>
        <source>its branches give different numbers of values</source>
        <translation>它的分支给出的值的个数不同</translation>
    </message>
    <message>
        <source>the program takes an input of kind {}</source>
        <translation>程序接受类型为 {} 的输入</translation>
    </message>
    <message>
        <source>export the model without it</source>
        <translation>请导出不含它的模型</translation>
    </message>
    <message>
        <source>tensor {} is missing</source>
        <translation>缺少张量 {}</translation>
    </message>
    <message>
        <source>a graph within takes {} inputs, {} are given</source>
        <translation>内含的图接受 {} 个输入，给出了 {} 个</translation>
    </message>
    <message>
        <source>result {} is never made</source>
        <translation>结果 {} 从未产生</translation>
    </message>
    <message>
        <source>tensor {} is quantized, which is not read here</source>
        <translation>张量 {} 是量化的，这里不读取</translation>
    </message>
    <message>
        <source>quantize the model with PT2E, whose integers are plain tensors</source>
        <translation>请用 PT2E 量化模型，其整数是普通张量</translation>
    </message>
    <message>
        <source>its element type is not read here</source>
        <translation>这里不读取它的元素类型</translation>
    </message>
    <message>
        <source>export the model with another one</source>
        <translation>请用另一种类型导出模型</translation>
    </message>
    <message>
        <source>its shape and strides contradict each other</source>
        <translation>它的形状与步长相互矛盾</translation>
    </message>
    <message>
        <source>the numbers are not in little-endian byte order</source>
        <translation>数字不是小端字节序</translation>
    </message>
    <message>
        <source>export the model on a little-endian machine</source>
        <translation>请在小端机器上导出模型</translation>
    </message>
    <message>
        <source>an exported program</source>
        <translation>导出的程序</translation>
    </message>
    <message>
        <source>the package holds what AOTInductor compiled, without the program</source>
        <translation>该包中只有 AOTInductor 编译的内容，没有程序</translation>
    </message>
    <message>
        <source>save the exported program itself with torch.export.save</source>
        <translation>请用 torch.export.save 保存导出的程序本身</translation>
    </message>
    <message>
        <source>LibTorch can&apos;t take the program</source>
        <translation>LibTorch 无法接受该程序</translation>
    </message>
    <message>
        <source>{} scales or zero points along axis {} of {} dimensions</source>
        <translation>沿轴 {1} 有 {0} 个量化系数或零点，共 {2} 维</translation>
    </message>
    <message>
        <source>one number is expected, {} elements are given</source>
        <translation>应为一个数，给出了 {} 个元素</translation>
    </message>
    <!-- core/analysis/advice -->
    <message>
        <source>check finds at {}: {} {}</source>
        <translation>check 在 {} 处发现：{} {}</translation>
    </message>
    <message>
        <source>the error starts here: {}.</source>
        <translation>误差从这里开始：{}。</translation>
    </message>
    <message>
        <source>the error starts here: {}; why: {}.</source>
        <translation>误差从这里开始：{}；原因：{}。</translation>
    </message>
    <message>
        <source>set right, {} goes from {} to {}</source>
        <translation>将该层改为正确后，{} 从 {} 变为 {}</translation>
    </message>
    <message>
        <source>set right together with {}, {} goes from {} to {}, since their quantizers act as one</source>
        <translation>将该层与 {} 一起改为正确后，{} 从 {} 变为 {}，因为这些量化器如同一个量化器</translation>
    </message>
    <message>
        <source>{} This start is proposed by local errors: the output was not run with the layer set right.</source>
        <translation>{} 该起点由局部误差推测得出：尚未在将该层改为正确的情况下运行输出。</translation>
    </message>
    <message>
        <source>its quantizer shares scale and zero point with {}, as {} joins both: these values go on beyond the {}, which a quantizer of its own would end</source>
        <translation>其量化器与 {} 共用比例和零点，因为 {} 将两者拼接：这些值越过了 {} 的界限，而独立的量化器会在该处截止</translation>
    </message>
    <message>
        <source>Give each input of {} a scale and zero point of its own.</source>
        <translation>请为 {} 的每个输入分别设置比例和零点。</translation>
    </message>
    <message>
        <source>what layers in loops mean for the output was not run</source>
        <translation>未运行循环中各层对输出的影响</translation>
    </message>
    <message>
        <source>this {} is missing in the analysis model, and with it put back {} goes from {} to {}</source>
        <translation>待分析模型中缺少该 {}；补上后，{} 从 {} 变为 {}</translation>
    </message>
    <message>
        <source>with this layer alone wrong, {} is at {}, and with everything as it is at {}</source>
        <translation>仅该层有误差时，{} 为 {}；整个模型为 {}</translation>
    </message>
    <message>
        <source>on exact inputs the layer alone is at {} ({}). {}</source>
        <translation>在精确输入上仅量化该层时为 {}（{}）。{}</translation>
    </message>
    <message>
        <source>Put this layer back into the analysis model: export it again.</source>
        <translation>请在待分析模型中补上该层：重新导出。</translation>
    </message>
    <message>
        <source>Leave this layer in float32, together with {}; or give what it merges scales of its own.</source>
        <translation>将该层与 {} 一起保留为 float32；或为其合并的各部分分别设置量化系数。</translation>
    </message>
    <message>
        <source>Leave this layer in float32: that is what was measured.</source>
        <translation>将该层保留为 float32：测量的正是这种情况。</translation>
    </message>
    <message>
        <source>Compare this layer's attributes and constants with the baseline's: it computes something else.</source>
        <translation>请将该层的属性和常量与基准模型比较：它的计算与基准模型不同。</translation>
    </message>
    <message>
        <source>the error starts here, and {} more layers lose nearly everything by themselves, too: {}; on exact inputs it alone is at {} ({}). {}.</source>
        <translation>误差从这里开始，另有 {} 层单独也会丢失几乎全部信息：{}；在精确输入上仅量化本层时为 {}（{}）。{}。</translation>
    </message>
    <message>
        <source>what it reads is exact, what it gives is at {}</source>
        <translation>该层的输入是精确的，该层的输出为 {}</translation>
    </message>
    <message>
        <source>what it reads is at {}, what it gives is at {}</source>
        <translation>该层的输入为 {}，该层的输出为 {}</translation>
    </message>
    <message>
        <source>{}; seen at {} ({}), which is at {}</source>
        <translation>{0}；表现在为 {3} 的 {1} ({2})</translation>
    </message>
    <message>
        <source>truncation error: it clamps {}, which by itself leaves the layer at {}. The data spans {}, the quantizer {}.</source>
        <translation>截断误差：截断 {}，仅此一项使该层为 {}。数据范围为 {}，量化器范围为 {}。</translation>
    </message>
    <message>
        <source>rounding error at a step of {}: {}.</source>
        <translation>步长为 {} 的舍入误差：{}。</translation>
    </message>
    <message>
        <source>weight error: with nothing but its weights quantized it is at {}; {}.</source>
        <translation>权重误差：仅量化其权重时为 {}；{}。</translation>
    </message>
    <message>
        <source>Its weight {}</source>
        <translation>其权重 {}</translation>
    </message>
    <message>
        <source>its weight {}</source>
        <translation>其权重 {}</translation>
    </message>
    <message>
        <source>Its bias {}</source>
        <translation>其偏置 {}</translation>
    </message>
    <message>
        <source>its bias {}</source>
        <translation>其偏置 {}</translation>
    </message>
    <message>
        <source>Its constant {}</source>
        <translation>其常量 {}</translation>
    </message>
    <message>
        <source>its constant {}</source>
        <translation>其常量 {}</translation>
    </message>
    <message>
        <source>{} isn't the baseline's, rounded: {} are more than {} steps from it, one is {}</source>
        <translation>{} 并非由基准的舍入而来：{} 与之相差超过 {} 步，其中一个相差 {} 步</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: it is at {} to that</source>
        <translation>{} 不是基准的：与之相比为 {}</translation>
    </message>
    <message>
        <source>{} isn't the baseline's in {} of {} channels ({}): there it is at {} to that, elsewhere at {}</source>
        <translation>{} 有 {} 个通道（共 {} 个：{}）不是基准的：在这些通道上与之相比为 {}，其余为 {}</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: it is {} times that</source>
        <translation>{} 不是基准的：是其 {} 倍</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: its channels are {} … {} times that, as where a BatchNormalization with other statistics was folded in</source>
        <translation>{} 不是基准的：其各通道是基准的 {} … {} 倍，如同折叠了统计量不同的 BatchNormalization</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: its input channels stand in reverse order, as RGB and BGR do</source>
        <translation>{} 不是基准的：其输入通道顺序相反，如 RGB 与 BGR</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: its input channels stand in the order {}</source>
        <translation>{} 不是基准的：其输入通道的顺序为 {}</translation>
    </message>
    <message>
        <source>{} isn't the baseline's: it is that of {}</source>
        <translation>{} 不是基准的：它是 {} 的</translation>
    </message>
    <message>
        <source>Write weight and bias again from the float model, with its BatchNormalization's own statistics.</source>
        <translation>请按浮点模型重新写入权重和偏置，使用其 BatchNormalization 自身的统计量。</translation>
    </message>
    <message>
        <source>Write it again from the float model, and look at {}: the two may have been exchanged.</source>
        <translation>请按浮点模型重新写入，并查看 {}：二者可能被互换。</translation>
    </message>
    <message>
        <source>Write this weight again from the float model, or give it its input channels in the order that it wants.</source>
        <translation>请按浮点模型重新写入该权重，或按其所需的顺序提供输入通道。</translation>
    </message>
    <message>
        <source>Write this weight again from the float model; after training, from the one trained.</source>
        <translation>请按浮点模型重新写入该权重；若经过训练，则按训练后的模型。</translation>
    </message>
    <message>
        <source>Write this weight again from the float model.</source>
        <translation>请按浮点模型重新写入该权重。</translation>
    </message>
    <message>
        <source>Write this bias again from the float model, in steps of its own: those of the input times those of the weight.</source>
        <translation>请按浮点模型重新写入该偏置，以其自身的步长计：输入的步长乘以权重的步长。</translation>
    </message>
    <message>
        <source>Write this bias again from the float model.</source>
        <translation>请按浮点模型重新写入该偏置。</translation>
    </message>
    <message>
        <source>the error starts here: {}. {}.</source>
        <translation>误差从此处开始：{}。{}。</translation>
    </message>
    <message>
        <source>Write its weight and bias again from the float model.</source>
        <translation>请按浮点模型重新写入其权重和偏置。</translation>
    </message>
    <message>
        <source>Write this constant again from the float model.</source>
        <translation>请按浮点模型重新写入该常量。</translation>
    </message>
    <message>
        <source>quantize its weight with a scale for each output channel (its scales lie along another axis), or skip it.</source>
        <translation>为其权重的每个输出通道设一个量化系数（现有的沿另一轴），或跳过它。</translation>
    </message>
    <message>
        <source>quantize its weight with more bits, or skip it.</source>
        <translation>用更多位数量化其权重，或跳过它。</translation>
    </message>
    <message>
        <source>quantize its weight per channel or with more bits, or skip it.</source>
        <translation>逐通道或用更多位数量化其权重，或跳过它。</translation>
    </message>
    <message>
        <source>Quantize the weight with more bits.</source>
        <translation>请用更多位数量化该权重。</translation>
    </message>
    <message>
        <source>Quantize the weight with a scale for each output channel.</source>
        <translation>请为该权重的每个输出通道设一个量化系数。</translation>
    </message>
    <message>
        <source>Fix this layer first. {}</source>
        <translation>请先处理该层。{}</translation>
    </message>
    <message>
        <source>Fix this layer first: {}</source>
        <translation>请先处理该层：{}</translation>
    </message>
    <message>
        <source>Fix this layer first: a scale of {} covers its data with zero point {}; else try {}.</source>
        <translation>请先处理该层：量化系数 {} 配合零点 {} 可覆盖其数据；否则尝试 {}。</translation>
    </message>
    <message>
        <source>Try a scale of {} with zero point {}</source>
        <translation>请尝试量化系数 {} 和零点 {}</translation>
    </message>
    <message>
        <source>Try a larger fixed scale ({}) with zero point {}</source>
        <translation>请尝试更大的固定量化系数（{}）和零点 {}</translation>
    </message>
    <message>
        <source>Should that matter, a scale of {} covers the data with zero point {}.</source>
        <translation>若确有影响，量化系数 {} 配合零点 {} 可覆盖数据。</translation>
    </message>
    <message>
        <source>truncation error: {}. It clamps {}, which by itself leaves the layer at {}.</source>
        <translation>截断误差：{}。它截断了 {}，仅此即使该层为 {}。</translation>
    </message>
    <message>
        <source>its zero point {} shifts the range to {}, while the data spans {}</source>
        <translation>其零点 {} 使范围移到 {}，而数据范围为 {}</translation>
    </message>
    <message>
        <source>Truncation: {}, so that it clamps {}</source>
        <translation>截断：{}，因此截断了 {}</translation>
    </message>
    <message>
        <source>as pixels of 0 … 255 do that nobody normalised, {} times as large</source>
        <translation>与未归一化的 0 … 255 像素相同，为其 {} 倍</translation>
    </message>
    <message>
        <source>as pixels of 0 … 1 do without the model's mean and standard deviation</source>
        <translation>与未按模型的均值和标准差归一化的 0 … 1 像素相同</translation>
    </message>
    <message>
        <source>{} times as large</source>
        <translation>为其 {} 倍</translation>
    </message>
    <message>
        <source>Calibrate again with data prepared as the model expects it: here it spans {}.</source>
        <translation>请用按模型要求预处理的数据重新校准：此处其范围为 {}。</translation>
    </message>
    <message>
        <source>Compare with the float model that it was made from; after training, that is the one trained.</source>
        <translation>请与生成它的浮点模型比较；若经过训练，则为训练后的模型。</translation>
    </message>
    <message>
        <source>on exact inputs it alone is at {}</source>
        <translation>在精确输入上仅量化本层时为 {}</translation>
    </message>
    <message>
        <source>the error starts here: {}; on exact inputs it alone is at {} ({}). {}.</source>
        <translation>误差从这里开始：{}；在精确输入上仅量化本层时为 {}（{}）。{}。</translation>
    </message>
    <message>
        <source>the error may start here: {}. {}.</source>
        <translation>误差可能从这里开始：{}。{}。</translation>
    </message>
    <message>
        <source>Nothing was run again to make sure: shadow and attribution tell.</source>
        <translation>没有重新运行任何层来确认：shadow 和 attribution 可以给出结论。</translation>
    </message>
    <message>
        <source>the scale is exactly 1, as on {} of {} quantized layers: it may never have been calibrated.</source>
        <translation>量化系数恰好为 1（{1} 个量化层中有 {0} 个如此）：可能从未校准。</translation>
    </message>
    <message>
        <source>on exact inputs it alone is at {} ({})</source>
        <translation>在精确输入上仅量化本层时为 {}（{}）</translation>
    </message>
    <message>
        <source>Should that matter, larger scales for its channels may help.</source>
        <translation>如果这有影响，为其各通道使用更大的量化系数可能有帮助。</translation>
    </message>
    <message>
        <source>Should that matter, a scale of {} covers the data.</source>
        <translation>如果这有影响，量化系数 {} 可覆盖其数据。</translation>
    </message>
    <message>
        <source>it is at {}, {} worse than what it reads, and at most {} steps off: this may be rounding error at a step of {}.</source>
        <translation>该层为 {}，比其输入差 {}，最多相差 {} 个步长：可能是步长为 {} 的舍入误差。</translation>
    </message>
    <message>
        <source>If so, {} may help.</source>
        <translation>如果是这样，{} 可能有帮助。</translation>
    </message>
    <message>
        <source>Quantize the weight per channel or with more bits.</source>
        <translation>请对权重逐通道量化，或增加位数。</translation>
    </message>
    <message>
        <source>inherited error: {}; what it reads makes {} of its error.</source>
        <translation>继承误差：{}；其输入造成 {} 的误差。</translation>
    </message>
    <message>
        <source>inherited error: {}, in the model at {}.</source>
        <translation>继承误差：{}，在模型中为 {}。</translation>
    </message>
    <message>
        <source>Look before it: what it reads is at {} at worst.</source>
        <translation>请看它之前的层：其输入最差为 {}。</translation>
    </message>
    <message>
        <source>clamping {}, rounding {}, weights {}</source>
        <translation>截断 {}，舍入 {}，权重 {}</translation>
    </message>
    <message>
        <source>The weights: nothing but them quantized, it is at {}</source>
        <translation>权重：仅量化权重时为 {}</translation>
    </message>
    <message>
        <source>The range may be too large for it.</source>
        <translation>对它来说范围可能过大。</translation>
    </message>
    <message>
        <source>on this input the data reaches {}, the quantizer {}: only {} of its range is used.</source>
        <translation>在此输入上数据达到 {}，量化器达到 {}：仅使用了其范围的 {}。</translation>
    </message>
    <message>
        <source>A smaller fixed scale ({}) may do better.</source>
        <translation>更小的固定量化系数 ({}) 可能更好。</translation>
    </message>
    <message>
        <source>all values of this input lie on one side of 0 ({}), while the quantizer represents {}: half of it is idle.</source>
        <translation>此输入的所有值都在 0 的一侧 ({})，而量化器表示 {}：一半范围被闲置。</translation>
    </message>
    <message>
        <source>A zero point, or an input symmetric around 0, may do better.</source>
        <translation>使用零点，或使输入关于 0 对称，可能更好。</translation>
    </message>
    <message>
        <source>Normalised, or in int16, it may do better.</source>
        <translation>归一化或使用 int16 可能更好。</translation>
    </message>
    <message>
        <source>A scale per channel may help.</source>
        <translation>逐通道的量化系数可能有帮助。</translation>
    </message>
    <message>
        <source>one scale serves all {} weight channels of this depthwise convolution, but their ranges differ: channel {} uses {} steps, channel {} only {}.</source>
        <translation>此深度卷积的全部 {} 个权重通道共用一个量化系数，但它们的范围不同：通道 {} 使用 {} 个步长，通道 {} 仅使用 {} 个。</translation>
    </message>
    <message>
        <source>{} of its weight {} are NaN or infinite, in the baseline already.</source>
        <translation>其权重 {1} 中有 {0} 为 NaN 或无穷，在基准模型中就已如此。</translation>
    </message>
    <message>
        <source>{} of its constant {} are NaN or infinite, in the analysis model alone.</source>
        <translation>其常量 {1} 中有 {0} 为 NaN 或无穷大，仅待分析模型如此。</translation>
    </message>
    <message>
        <source>float16 holds up to 65504: leave this layer in float32.</source>
        <translation>float16 最大为 65504：请让此层保持 float32。</translation>
    </message>
    <message>
        <source>Convert the model again, and leave this layer in float32.</source>
        <translation>请重新转换模型，并让此层保持 float32。</translation>
    </message>
    <message>
        <source>Calibrate or convert the model again: no value has such a scale.</source>
        <translation>请重新校准或转换模型：任何数值都不会有这样的量化系数。</translation>
    </message>
    <message>
        <source>the error starts here: {} of the constant {} are NaN or infinite, in the analysis model alone; the layer&apos;s output is at {}.</source>
        <translation>误差始于此层：仅在待分析模型中，{}（常量 {}）为 NaN 或无穷大；本层输出为 {}。</translation>
    </message>
    <message>
        <source>inherited: {} are NaN or infinite, as part of {} is already, which it reads.</source>
        <translation>继承：{} 为 NaN 或无穷大，其输入 {} 中已有这样的值。</translation>
    </message>
    <message>
        <source>Look before it.</source>
        <translation>请看它之前的层。</translation>
    </message>
    <message>
        <source>its constant {} holds such values</source>
        <translation>其常量 {} 含这样的值</translation>
    </message>
    <message>
        <source>the baseline&apos;s values reach {}, and float16 holds up to {}</source>
        <translation>基准模型的值达到 {}，而 float16 最大为 {}</translation>
    </message>
    <message>
        <source>on exact inputs it alone gives such values, too</source>
        <translation>仅它自己在精确输入上也给出这样的值</translation>
    </message>
    <message>
        <source>it computes in {}, the baseline in {}</source>
        <translation>它以 {} 计算，基准模型以 {} 计算</translation>
    </message>
    <message>
        <source>Fix this layer first: leave it in high precision, or scale its values down.</source>
        <translation>先修复此层：保持高精度，或缩小其数值。</translation>
    </message>
    <message>
        <source>Fix this layer first: give the constant its number, by converting the model again.</source>
        <translation>请先修复此层：重新转换模型，使该常量恢复应有的数值。</translation>
    </message>
    <message>
        <source>NaN and infinite values may begin here: {}, while what it reads has none; {}.</source>
        <translation>NaN 和无穷大可能从这里开始：{}，而其输入中没有；{}。</translation>
    </message>
    <message>
        <source>all NaN and infinite values of the output begin here: {}; {}.</source>
        <translation>输出中的 NaN 和无穷大都从这里开始：{}；{}。</translation>
    </message>
    <message>
        <source>NaN and infinite values of the output begin here, and in other layers: {}; {}.</source>
        <translation>输出中的 NaN 和无穷大从这里以及其他层开始：{}；{}。</translation>
    </message>
    <message>
        <source>a side is a dump, so that no layer of it can run again</source>
        <translation>其中一侧是转储，其中的层无法重新运行</translation>
    </message>
    <message>
        <source>no quantizer of the analysis model has a place in the baseline</source>
        <translation>待分析模型的量化器在基准模型中都没有对应位置</translation>
    </message>
    <message>
        <source>Bound the values in the model itself: the float model has them too.</source>
        <translation>请在模型本身中限制数值范围：浮点模型中也有这些值。</translation>
    </message>
    <message>
        <source>Calibrate again, or try a smaller fixed scale ({}).</source>
        <translation>请重新校准，或尝试更小的固定量化系数 ({})。</translation>
    </message>
    <message>
        <source>Change the model so that the range is bounded (normalise, clip), or leave the layer in float.</source>
        <translation>请修改模型以限制数值范围（归一化、截断），或让该层保持浮点。</translation>
    </message>
    <message>
        <source>Check the scales of its input and weight, or leave it in float.</source>
        <translation>请检查其输入和权重的量化系数，或让它保持浮点。</translation>
    </message>
    <message>
        <source>Fix this layer first: a scale of {} covers its data; else try {}.</source>
        <translation>请先处理该层：量化系数 {} 可覆盖其数据；否则尝试 {}。</translation>
    </message>
    <message>
        <source>Fix this layer first: try {}, or skip it.</source>
        <translation>请先处理该层：尝试 {}，或跳过它。</translation>
    </message>
    <message>
        <source>It computes on integers of its own scale</source>
        <translation>它以自己的量化系数在整数上计算</translation>
    </message>
    <message>
        <source>Leave this layer in high precision, or check the scales before it.</source>
        <translation>请让该层保持高精度，或检查它之前的量化系数。</translation>
    </message>
    <message>
        <source>More bits are needed here. Try {}.</source>
        <translation>这里需要更多位数。请尝试 {}。</translation>
    </message>
    <message>
        <source>Normalise the input symmetrically around 0, or quantize it with a zero point.</source>
        <translation>请把输入归一化到关于 0 对称，或使用带零点的量化。</translation>
    </message>
    <message>
        <source>Normalise the input, or quantize it to int16.</source>
        <translation>请归一化输入，或把它量化为 int16。</translation>
    </message>
    <message>
        <source>Quantize the weight per channel.</source>
        <translation>请对权重逐通道量化。</translation>
    </message>
    <message>
        <source>Rounding, not truncation: its quantizer clamps {} and rounds to steps of {}</source>
        <translation>是舍入而非截断：其量化器截断 {}，并舍入到步长 {}</translation>
    </message>
    <message>
        <source>Run calibration before the comparison.</source>
        <translation>请在比较之前先校准。</translation>
    </message>
    <message>
        <source>The quantizer does not act on this value. Is fake quantization enabled?</source>
        <translation>量化器没有作用于该值。伪量化是否已启用？</translation>
    </message>
    <message>
        <source>The range is large for 8 bits. If it was trained without a BatchNormalization behind it, add one and train again; else try int16.</source>
        <translation>范围对 8 位来说过大。若训练时其后没有 BatchNormalization，请添加一个并重新训练；否则尝试 int16。</translation>
    </message>
    <message>
        <source>The range is large for 8 bits. Try int16.</source>
        <translation>该范围对 8 位而言过大。请尝试 int16。</translation>
    </message>
    <message>
        <source>Truncation: its quantizer clamps {}</source>
        <translation>截断：其量化器截断 {}</translation>
    </message>
    <message>
        <source>Try a larger fixed scale ({})</source>
        <translation>请尝试更大的固定量化系数 ({})</translation>
    </message>
    <message>
        <source>Try larger scales for its channels</source>
        <translation>请尝试增大各通道的量化系数</translation>
    </message>
    <message>
        <source>Use high-precision output: leave the quantizer after the last layer out.</source>
        <translation>请使用高精度输出：去掉最后一层之后的量化器。</translation>
    </message>
    <message>
        <source>clamps {}: truncation error. The data spans {}, the quantizer {}.</source>
        <translation>截断 {}：截断误差。数据范围为 {}，量化器范围为 {}。</translation>
    </message>
    <message>
        <source>input values reach {}, and 8 bits represent them in steps of {}.</source>
        <translation>输入值达到 {}，8 位以 {} 的步长表示它们。</translation>
    </message>
    <message>
        <source>its values reach {}: one step of {} is {}.</source>
        <translation>其数值达到 {}：{} 的一个步长为 {}。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>0 个值</translation>
    </message>
    <message>
        <source>the analysis values span {}, the quantizer represents only {}.</source>
        <translation>待分析模型的值范围为 {}，量化器只能表示 {}。</translation>
    </message>
    <message>
        <source>the model&apos;s output comes straight out of {} and is quantized to {}.</source>
        <translation>模型输出直接来自 {}，并被量化为 {}。</translation>
    </message>
    <message>
        <source>{} are NaN and {} infinite in the analysis model, {} and {} in the baseline.</source>
        <translation>待分析模型中 {} 为 NaN，{} 个为无穷大；基准模型中分别为 {} 个和 {} 个。</translation>
    </message>
    <message>
        <source>{} of {} values ({})</source>
        <translation>{1} 个值中的 {0} 个 ({2})</translation>
    </message>
    <message>
        <source>{} or {}, and calibrate with more samples.</source>
        <translation>{}或使用 {}，并用更多样本校准。</translation>
    </message>
    <!-- core/analysis/attribution -->
    <message>
        <source>taking errors apart</source>
        <translation>正在分解误差</translation>
    </message>
    <!-- core/analysis/badcase -->
    <message>
        <source>Over {} samples of {}; everything else is about sample {} ({}).</source>
        <translation>{1} 的 {0} 个样本；其余一切针对样本 {2}（{3}）。</translation>
    </message>
    <message>
        <source>Over {} samples of {}; everything else is about sample {} ({}), where {} is worst.</source>
        <translation>在 {1} 的 {0} 个样本上；其余一切针对样本 {2}（{3}），其中 {4} 最差。</translation>
    </message>
    <message>
        <source>The percentiles are over one of {} samples each.</source>
        <translation>百分位取每 {} 个样本中的一个。</translation>
    </message>
    <message>
        <source>functions of the calling program are asked about one run, not a dataset</source>
        <translation>调用方程序的函数只针对一次运行，不针对数据集</translation>
    </message>
    <message>
        <source>pass one sample as inputs, or leave out the functions</source>
        <translation>请以 inputs 传入一个样本，或不使用这些函数</translation>
    </message>
    <message>
        <source>{} of one input runs on one process, {} were started</source>
        <translation>只有一个输入的 {} 只用一个进程，却启动了 {} 个</translation>
    </message>
    <message>
        <source>pass a dataset by --data, or start it without the launcher</source>
        <translation>请用 --data 传入数据集，或不用启动器来启动</translation>
    </message>
    <message>
        <source>a dump holds one run, so it can&apos;t be compared over a dataset</source>
        <translation>转储只包含一次运行，因此无法在数据集上比较</translation>
    </message>
    <message>
        <source>leave out --data, or compare two models</source>
        <translation>请去掉 --data，或比较两个模型</translation>
    </message>
    <message>
        <source>comparing samples</source>
        <translation>正在比较样本</translation>
    </message>
    <message>
        <source>fed-back states go from one sample into the next: such a search runs on one process, {} were started</source>
        <translation>反馈状态会从一个样本传到下一个样本：此类搜索只能用一个进程，而启动了 {} 个</translation>
    </message>
    <message>
        <source>start the program without its launcher</source>
        <translation>请不要通过启动器来启动程序</translation>
    </message>
    <message>
        <source>feedback {} is no OUTPUT=INPUT of the model</source>
        <translation>反馈 {} 不是模型的 输出=输入</translation>
    </message>
    <message>
        <source>from bad to good: --order descending if large values are bad, --order ascending if small ones are</source>
        <translation>由差到好：值大为差用 --order descending，值小为差用 --order ascending</translation>
    </message>
    <message>
        <source>give the first state with the data</source>
        <translation>请随数据给出初始状态</translation>
    </message>
    <message>
        <source>input {} declares no shape for its first state</source>
        <translation>输入 {} 没有声明初始状态的形状</translation>
    </message>
    <message>
        <source>its outputs are {}, its inputs are {}</source>
        <translation>其输出为 {}，其输入为 {}</translation>
    </message>
    <message>
        <source>max_qscale_diff is a measure of layers: a model&apos;s output has no one scale</source>
        <translation>max_qscale_diff 是逐层指标：模型输出没有统一的量化系数</translation>
    </message>
    <message>
        <source>metric &quot;{}&quot; needs an order</source>
        <translation>指标“{}”需要排序方向</translation>
    </message>
    <message>
        <source>no searched output is called {}</source>
        <translation>没有查找名为 {} 的输出</translation>
    </message>
    <message>
        <source>rank by atol</source>
        <translation>请按 atol 排序</translation>
    </message>
    <message>
        <source>sample {} ({})</source>
        <translation>样本 {} ({})</translation>
    </message>
    <message>
        <source>searching the bad case</source>
        <translation>正在查找坏样本</translation>
    </message>
    <message>
        <source>the analysis model has no counterpart of the feedback into {}</source>
        <translation>待分析模型没有与反馈到 {} 对应的部分</translation>
    </message>
    <message>
        <source>the baseline&apos;s outputs are {}</source>
        <translation>基准模型的输出为 {}</translation>
    </message>
    <message>
        <source>the models have no common output {}</source>
        <translation>两个模型没有共同的输出 {}</translation>
    </message>
    <message>
        <source>the output is empty: no class to choose</source>
        <translation>输出为空：没有可选的类别</translation>
    </message>
    <message>
        <source>unknown order {}</source>
        <translation>未知的排序方向 {}</translation>
    </message>
    <!-- core/analysis/calibrate -->
    <message>
        <source>comparing outputs</source>
        <translation>正在比较输出</translation>
    </message>
    <!-- core/analysis/check -->
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <!-- core/analysis/checks -->
    <message>
        <source> of channel {}</source>
        <translation>通道 {}</translation>
    </message>
    <message>
        <source>Bound it, or leave the operators that read it in float.</source>
        <translation>请限制其范围，或让读取它的算子保持浮点。</translation>
    </message>
    <message>
        <source>Calibrate again; a tensor that is all zero still needs a positive scale.</source>
        <translation>请重新校准；全零的张量也需要正的量化系数。</translation>
    </message>
    <message>
        <source>Calibrate with real data before the quantizers are fixed.</source>
        <translation>请在固定量化器之前用真实数据校准。</translation>
    </message>
    <message>
        <source>Calibrate with real data.</source>
        <translation>请用真实数据校准。</translation>
    </message>
    <message>
        <source>Change the bit width of the input or of the weight if the target refuses it.</source>
        <translation>如果目标平台不接受，请修改输入或权重的位宽。</translation>
    </message>
    <message>
        <source>Change the model so that the range is bounded, or leave it in float.</source>
        <translation>请修改模型以限制数值范围，或让它保持浮点。</translation>
    </message>
    <message>
        <source>Compilers for accelerators often want fixed shapes.</source>
        <translation>加速器的编译器通常要求固定形状。</translation>
    </message>
    <message>
        <source>Convert the model to the newer opset, or use com.microsoft&apos;s quantizers.</source>
        <translation>请把模型转换到更新的 opset，或使用 com.microsoft 的量化算子。</translation>
    </message>
    <message>
        <source>Cut the operator off the model, express it in supported ones, or give it with --op-library.</source>
        <translation>请从模型中去掉该算子、用受支持的算子表达，或通过 --op-library 提供它。</translation>
    </message>
    <message>
        <source>Export the model again; runtimes refuse it.</source>
        <translation>请重新导出模型；运行时会拒绝它。</translation>
    </message>
    <message>
        <source>Export the model again; training may have diverged.</source>
        <translation>请重新导出模型；训练可能已经发散。</translation>
    </message>
    <message>
        <source>Fold the normalisation into the weight before quantizing.</source>
        <translation>请在量化之前把归一化折叠进权重。</translation>
    </message>
    <message>
        <source>Give both the same scale and zero point: its numbers are off by a factor.</source>
        <translation>请让两者使用相同的量化系数和零点：现在其数值相差一个倍数。</translation>
    </message>
    <message>
        <source>Give each call an operator of its own when you quantize in training.</source>
        <translation>量化训练时，请让每次调用使用各自的算子。</translation>
    </message>
    <message>
        <source>Give every node a name of its own: a config that names it may hit the wrong one.</source>
        <translation>请给每个节点独立的名称：配置按名称可能指错节点。</translation>
    </message>
    <message>
        <source>Give its input the quantization parameters of its consumer.</source>
        <translation>请让其输入使用读取方的量化参数。</translation>
    </message>
    <message>
        <source>Leave the name of that output empty if the operator allows it.</source>
        <translation>如果算子允许，请把该输出的名称留空。</translation>
    </message>
    <message>
        <source>Leave the quantizer inside the run out.</source>
        <translation>请去掉这一串算子中间的量化器。</translation>
    </message>
    <message>
        <source>Look at the weight: a channel that large, or a dead one, often comes from training.</source>
        <translation>请检查该权重：如此大的通道或失效的通道往往来自训练。</translation>
    </message>
    <message>
        <source>No integer stands for it: bound it before quantizing.</source>
        <translation>没有整数能表示它：请在量化前限制其范围。</translation>
    </message>
    <message>
        <source>Per-channel scales cost nothing here and are safer.</source>
        <translation>这里逐通道的量化系数没有额外代价，而且更安全。</translation>
    </message>
    <message>
        <source>Quantize all inputs alike, or none of them.</source>
        <translation>请以相同方式量化所有输入，或都不量化。</translation>
    </message>
    <message>
        <source>Quantize it once, with the same parameters for every reader.</source>
        <translation>请只量化一次，让所有读取方使用相同参数。</translation>
    </message>
    <message>
        <source>Quantize it symmetrically, or swap the operands (A·B = (Bᵀ·Aᵀ)ᵀ) when the first one&apos;s range is the smaller.</source>
        <translation>请使用对称量化；如果第一个操作数的范围更小，也可交换两个操作数 (A·B = (Bᵀ·Aᵀ)ᵀ)。</translation>
    </message>
    <message>
        <source>Quantize it unless it was left out on purpose; some accelerators can&apos;t leave it out.</source>
        <translation>除非有意跳过，请量化它；有些加速器不能跳过它。</translation>
    </message>
    <message>
        <source>Quantize its output, too, or leave its neighbours in float.</source>
        <translation>请也量化其输出，或让相邻层保持浮点。</translation>
    </message>
    <message>
        <source>Remove it from the file.</source>
        <translation>请从文件中移除它。</translation>
    </message>
    <message>
        <source>Remove it, or make its result an output.</source>
        <translation>请移除它，或把其结果设为输出。</translation>
    </message>
    <message>
        <source>Remove it: a quantizer around it rounds for nothing.</source>
        <translation>请移除它：其周围的量化器只会白白舍入。</translation>
    </message>
    <message>
        <source>Write torch.split in place of torch.chunk.</source>
        <translation>请用 torch.split 代替 torch.chunk。</translation>
    </message>
    <message>
        <source>{} is cut into {} slices at bounds worked out from its shape, as torch.chunk is exported; AMCT does not quantize what it was split into.</source>
        <translation>{} 被切成 {} 个 Slice，其边界由形状算出，torch.chunk 就是这样导出的；AMCT 不对拆分后的算子量化。</translation>
    </message>
    <message>
        <source>Leave it out of the quantization: quant_enable false, or its name in skip_layers.</source>
        <translation>请跳过它的量化：quant_enable 设为 false，或在 skip_layers 中写上其名称。</translation>
    </message>
    <message>
        <source>it reads no data, only constants (Tensor.data); AMCT&apos;s compiler works it out beforehand and refuses it quantized: "can&apos;t gen offline output".</source>
        <translation>它不读取数据，只读取常量（Tensor.data）；AMCT 的编译器会离线计算它，量化后则报错："can&apos;t gen offline output"。</translation>
    </message>
    <message>
        <source>Reshape its input to two dimensions and its output back, or write it as a 1×1 convolution.</source>
        <translation>请把输入变为两维、再把输出还原，或改写成 1×1 卷积。</translation>
    </message>
    <message>
        <source>it is a Linear with a bias on more than two dimensions, exported as MatMul and Add; AMCT does not quantize that (its compiler takes no offset of a MatMul).</source>
        <translation>它是输入超过两维且带偏置的 Linear，导出为 MatMul 和 Add；AMCT 不支持对其量化（其编译器不接受带偏移的 MatMul）。</translation>
    </message>
    <message>
        <source>Targets that quantize a tensor once for all readers refuse this.</source>
        <translation>对每个张量只量化一次的目标平台不接受这种做法。</translation>
    </message>
    <message>
        <source>Use an integer form of it, if there is one.</source>
        <translation>如果有整数形式，请使用它。</translation>
    </message>
    <message>
        <source>Write the model again: runtimes refuse it or compute something else.</source>
        <translation>请重新生成模型：运行时会拒绝它，或算出别的结果。</translation>
    </message>
    <message>
        <source>a scale made at run time</source>
        <translation>运行时产生的量化系数</translation>
    </message>
    <message>
        <source>all {} activation quantizers have the scale {}, whatever they quantize: a placeholder, it seems, and no calibration.</source>
        <translation>全部 {} 个激活量化器的量化系数都是 {}，与所量化的内容无关：看来只是占位值，没有校准。</translation>
    </message>
    <message>
        <source>has channel axis {}, the tensor&apos;s rank is {}</source>
        <translation>通道轴为 {}，而张量的秩为 {}</translation>
    </message>
    <message>
        <source>has type {}, but the integers are {}</source>
        <translation>类型为 {}，但整数为 {}</translation>
    </message>
    <message>
        <source>has type {}, expected that of the integers</source>
        <translation>类型为 {}，应与整数的类型一致</translation>
    </message>
    <message>
        <source>has {} elements, but axis {} has {}</source>
        <translation>有 {} 个元素，但轴 {} 有 {} 个</translation>
    </message>
    <message>
        <source>has {} elements, the scale {}</source>
        <translation>有 {} 个元素，而量化系数有 {} 个</translation>
    </message>
    <message>
        <source>is denormal: hardware that flushes denormals to zero divides by it</source>
        <translation>是非规格化数：会把非规格化数清零的硬件将以零为除数</translation>
    </message>
    <message>
        <source>is negative</source>
        <translation>为负数</translation>
    </message>
    <message>
        <source>is not a finite number</source>
        <translation>不是有限的数</translation>
    </message>
    <message>
        <source>is zero</source>
        <translation>为零</translation>
    </message>
    <message>
        <source>is {}, and {} ends at {} and {}</source>
        <translation>为 {}，而 {} 的范围是 {} 到 {}</translation>
    </message>
    <message>
        <source>is {}, but int32 has none</source>
        <translation>为 {}，但 int32 没有零点</translation>
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
        <source>it cuts nothing off.</source>
        <translation>它没有截断任何值。</translation>
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
        <source>it joins a single tensor.</source>
        <translation>它只拼接一个张量。</translation>
    </message>
    <message>
        <source>it leaves the axes in their order.</source>
        <translation>它没有改变各轴的顺序。</translation>
    </message>
    <message>
        <source>it multiplies by 1.</source>
        <translation>它只乘以 1。</translation>
    </message>
    <message>
        <source>it only moves data, yet {} comes in as {} and goes on as {}: every value is rounded twice.</source>
        <translation>它只搬运数据，但 {} 输入时为 {}，输出时为 {}：每个值被舍入两次。</translation>
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
        <source>it reads {} as {}, but that was quantized as {}.</source>
        <translation>它把 {} 当作 {} 读取，但它是按 {} 量化的。</translation>
    </message>
    <message>
        <source>it subtracts 0.</source>
        <translation>它只减 0。</translation>
    </message>
    <message>
        <source>its input has 4 bits, which need a weight of 4 bits, but that has {}</source>
        <translation>其输入为 4 位，要求权重为 4 位，但权重为 {} 位</translation>
    </message>
    <message>
        <source>its input has that shape already.</source>
        <translation>其输入已是该形状。</translation>
    </message>
    <message>
        <source>its input has {} bits, which need a weight of 8 bits, but that has {}</source>
        <translation>其输入为 {} 位，要求权重为 8 位，但权重为 {} 位</translation>
    </message>
    <message>
        <source>its inputs differ in precision: {}.</source>
        <translation>其各输入精度不同：{}。</translation>
    </message>
    <message>
        <source>its output {} feeds several operators and is quantized differently for them: {}.</source>
        <translation>其输出 {} 供多个算子使用，但量化方式各不相同：{}。</translation>
    </message>
    <message>
        <source>its quantizer reaches {}: one step of {} is {}.</source>
        <translation>其量化器达到 {}：{} 的一个步长为 {}。</translation>
    </message>
    <message>
        <source>its second input {} is {}; some accelerators take 8 bits, symmetric, there.</source>
        <translation>其第二个输入 {} 为 {}；有些加速器在此处只接受 8 位对称量化。</translation>
    </message>
    <message>
        <source>its weight has {} bits, and accelerators take 4 or 8</source>
        <translation>其权重为 {} 位，而加速器只接受 4 或 8 位</translation>
    </message>
    <message>
        <source>no output of the model depends on this {}.</source>
        <translation>模型的输出都不依赖此 {}。</translation>
    </message>
    <message>
        <source>nobody reads its output {}.</source>
        <translation>没有算子读取其输出 {}。</translation>
    </message>
    <message>
        <source>it computes as in training: what it gives hangs on chance or on the rest of the batch.</source>
        <translation>它按训练方式计算：结果取决于随机数或同批次的其他样本。</translation>
    </message>
    <message>
        <source>Save the model for inference: model.eval() before torch.jit.trace, torch.export or torch.onnx.export.</source>
        <translation>请以推理模式保存模型：先调用 model.eval()，再用 torch.jit.trace、torch.export 或 torch.onnx.export 导出。</translation>
    </message>
    <message>
        <source>nobody reads the constant {}.</source>
        <translation>没有算子读取常量 {}。</translation>
    </message>
    <message>
        <source>not quantized</source>
        <translation>未量化</translation>
    </message>
    <message>
        <source>one scale serves all {} weight channels of this depthwise convolution; their ranges are alike.</source>
        <translation>该深度卷积的 {} 个权重通道共用一个量化系数；各通道范围相近。</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>量化系数</translation>
    </message>
    <message>
        <source>scales per channel need opset {}, the model imports {}</source>
        <translation>逐通道量化系数需要 opset {}，模型导入的是 {}</translation>
    </message>
    <message>
        <source>several nodes of the file are called {}.</source>
        <translation>文件中有多个节点都叫 {}。</translation>
    </message>
    <message>
        <source>some readers of its output {} see it quantized ({}), others in float: {}.</source>
        <translation>其输出 {} 的部分读取方得到量化值（{}），其余得到浮点值：{}。</translation>
    </message>
    <message>
        <source>the constant {} reaches {}, too far for any integer type of 16 bits.</source>
        <translation>常量 {} 达到 {}，超出任何 16 位整数类型的能力。</translation>
    </message>
    <message>
        <source>the model imports no version of the domain {} that {} belongs to.</source>
        <translation>模型没有导入 {1} 所属算子域 {0} 的任何版本。</translation>
    </message>
    <message>
        <source>the model&apos;s output comes straight out of {} ({}) and is quantized to {}.</source>
        <translation>模型输出直接来自 {} ({})，并被量化为 {}。</translation>
    </message>
    <message>
        <source>the model&apos;s output is quantized to {}.</source>
        <translation>模型输出被量化为 {}。</translation>
    </message>
    <message>
        <source>the scales of {} differ {}-fold between channels: {} for channel {}, {} for channel {}.</source>
        <translation>{0} 各通道的量化系数相差 {1} 倍：通道 {3} 为 {2}，通道 {5} 为 {4}。</translation>
    </message>
    <message>
        <source>the scale{} of {} ({}) {}.</source>
        <translation>{1}{0}的量化系数 ({2}) {3}。</translation>
    </message>
    <message>
        <source>the shape of input {} is {}.</source>
        <translation>输入 {} 的形状为 {}。</translation>
    </message>
    <message>
        <source>{} of {} scales are no positive numbers.</source>
        <translation>{1} 个量化系数中有 {0} 个不是正数。</translation>
    </message>
    <message>
        <source>Train or calibrate again from an earlier checkpoint.</source>
        <translation>请从更早的检查点重新训练或校准。</translation>
    </message>
    <message>
        <source>{}: the file holds weights without a network, which nothing can run</source>
        <translation>{}：该文件只有权重，没有网络，无法运行</translation>
    </message>
    <message>
        <source>check a network that was saved whole: torch.jit.save, or exported to ONNX</source>
        <translation>请检查完整保存的网络：用 torch.jit.save 保存，或导出为 ONNX</translation>
    </message>
    <message>
        <source>{}: there is no such folder</source>
        <translation>{}：没有这个文件夹</translation>
    </message>
    <message>
        <source>name a folder that an earlier command wrote into</source>
        <translation>请给出此前的命令写入过的文件夹</translation>
    </message>
    <message>
        <source>{}: can&apos;t be removed: {}</source>
        <translation>{}：无法删除：{}</translation>
    </message>
    <message>
        <source>the module {} ({}) is called {} times. One operator, called several times, sees several ranges.</source>
        <translation>模块 {}（{}）被调用 {} 次。同一算子多次调用时，会遇到多种数值范围。</translation>
    </message>
    <message>
        <source>the module {} ({}) is never called.</source>
        <translation>模块 {}（{}）从未被调用。</translation>
    </message>
    <message>
        <source>Call it or remove it: what is never called is neither calibrated nor trained.</source>
        <translation>请调用它或将其删除：从未被调用的模块既不会被校准，也不会被训练。</translation>
    </message>
    <message>
        <source>the weight {} is shared by {} layers: {}. One operator, called several times, sees several ranges.</source>
        <translation>权重 {} 由 {} 个层共享：{}。同一算子多次调用时，会遇到多种数值范围。</translation>
    </message>
    <message>
        <source>the {} of {} {}.</source>
        <translation>{1} 的{0}{2}。</translation>
    </message>
    <message>
        <source>this {} computes in float in a quantized model.</source>
        <translation>此 {} 在量化模型中以浮点计算。</translation>
    </message>
    <message>
        <source>this {} is not quantized, but everything around it is.</source>
        <translation>此 {} 未量化，而其前后都已量化。</translation>
    </message>
    <message>
        <source>this {} runs in float between integer operators: its values are dequantized and quantized again around it.</source>
        <translation>此 {} 在整数算子之间以浮点运行：其数值在前后被反量化再重新量化。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>{} and {} more</source>
        <translation>{} 等另外 {} 个</translation>
    </message>
    <message>
        <source>{} could be one operator: {}.</source>
        <translation>{} 可以合并为一个算子：{}。</translation>
    </message>
    <message>
        <source>{} could be one operator: {}. A quantizer between them rounds once more than needed.</source>
        <translation>{} 可以合并为一个算子：{}。它们之间的量化器多舍入了一次。</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{}：{}</translation>
    </message>
    <message>
        <source>{} needs opset {}, the model imports {}</source>
        <translation>{} 需要 opset {}，模型导入的是 {}</translation>
    </message>
    <message>
        <source>{} of the constant {} is NaN.</source>
        <translation>常量 {1} 中 {0} 为 NaN。</translation>
    </message>
    <message>
        <source>{} of the constant {} is infinite.</source>
        <translation>常量 {1} 中 {0} 为无穷大。</translation>
    </message>
    <message>
        <source>{} of {} (version {}) is not supported, because {}: the model can be viewed and checked, but not run.</source>
        <translation>不支持 {1} 的 {0}（版本 {2}），原因：{3}。模型可以查看和检查，但不能运行。</translation>
    </message>
    <message>
        <source>its scale is exactly 1, as before calibration; that of {} of {} activation quantizers is another.</source>
        <translation>其量化系数恰为 1，与校准之前相同；{1} 个激活量化器中有 {0} 个不是。</translation>
    </message>
    <message>
        <source>{} of {} activation quantizers have a scale of exactly 1: they were never calibrated.</source>
        <translation>{1} 个激活量化器中有 {0} 个的量化系数恰为 1：从未校准。</translation>
    </message>
    <message>
        <source>{}, scale {}, zero point {}</source>
        <translation>{}，量化系数 {}，零点 {}</translation>
    </message>
    <message>
        <source>{}, {} scales</source>
        <translation>{}，{} 个量化系数</translation>
    </message>
    <message>
        <source>{}.</source>
        <translation>{}。</translation>
    </message>
    <!-- core/analysis/compare -->
    <message>
        <source>{} compute nothing and have no rows: what comes out is what goes in</source>
        <translation>{} 不做任何计算，没有对应的行：输出即输入</translation>
    </message>
    <message>
        <source>{} was saved in training mode, where dropout is on and normalization goes by the batch: {}</source>
        <translation>{}以训练模式保存，此时 dropout 生效、归一化按当前批次进行：{}</translation>
    </message>
    <message>
        <source>save it for inference: model.eval() before torch.jit.trace, torch.export or torch.onnx.export</source>
        <translation>请以推理模式保存：先调用 model.eval()，再用 torch.jit.trace、torch.export 或 torch.onnx.export 导出</translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>the analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>if so, give the float model as the baseline: causes and advice go by the analysis model</source>
        <translation>若是如此，请以浮点模型为基准模型：原因与建议都针对待分析模型</translation>
    </message>
    <message>
        <source>the baseline is quantized ({}) and the analysis model is in float: they may be swapped</source>
        <translation>基准模型已量化（{}），而待分析模型是浮点模型：两者可能给反了</translation>
    </message>
    <message>
        <source>the baseline computes in 16 bits and the analysis model in 32: they may be swapped</source>
        <translation>基准模型以 16 位计算，而待分析模型以 32 位计算：两者可能给反了</translation>
    </message>
    <message>
        <source>the analysis model&apos;s quantizers only observe: it computes in float, and says nothing of what quantization does</source>
        <translation>待分析模型的量化器只作观察：它以浮点计算，看不出量化的影响</translation>
    </message>
    <message>
        <source>some of the analysis model&apos;s quantizers only observe: what those would do is not in the numbers</source>
        <translation>待分析模型的部分量化器只作观察：它们的影响不在这些数字之中</translation>
    </message>
    <message>
        <source>switch fake quantization on (torch.ao.quantization.enable_fake_quant), or convert the model, and compare that</source>
        <translation>请打开伪量化（torch.ao.quantization.enable_fake_quant）或转换模型，再作比较</translation>
    </message>
    <message>
        <source>neither model has a quantizer that acts: that they agree says nothing of quantization</source>
        <translation>两个模型都没有起作用的量化器：它们一致并不说明量化的好坏</translation>
    </message>
    <message>
        <source>to see what quantization does, compare with the quantized model, or name a config</source>
        <translation>要了解量化的影响，请与量化后的模型比较，或指定量化配置</translation>
    </message>
    <message>
        <source>chosen otherwise than in the baseline: {}; behind that, other elements are compared with each other</source>
        <translation>选择与基准模型不同：{}；其后互相比较的已是不同的元素</translation>
    </message>
    <message>
        <source>compare with --replay-decisions, too: both models then choose alike, and the numbers&apos; own errors show</source>
        <translation>请再用 --replay-decisions 比较：两个模型作出相同的选择，数值本身的误差才会显现</translation>
    </message>
    <message>
        <source>no variant can be made of a dump</source>
        <translation>无法由转储生成变体</translation>
    </message>
    <message>
        <source>name the model as the baseline, and leave out --target-arithmetic</source>
        <translation>请将模型指定为基准，并去掉 --target-arithmetic</translation>
    </message>
    <message>
        <source>compare a model with the dump, or a dump of `run --dump`</source>
        <translation>请将模型与转储比较，或使用 `run --dump` 的转储</translation>
    </message>
    <message>
        <source>the dumps don't say which tensors are outputs, so no function can be asked</source>
        <translation>转储未说明哪些张量是输出，因此无法调用函数</translation>
    </message>
    <message>
        <source>ask for that one</source>
        <translation>请查询后者</translation>
    </message>
    <message>
        <source>both sides are dumps, so that nothing runs on an input</source>
        <translation>两边都是转储，不会用输入运行任何模型</translation>
    </message>
    <message>
        <source>compare says which shapes they have</source>
        <translation>compare 会列出它们的形状</translation>
    </message>
    <message>
        <source>Describe it by NAME.shape.json, or pair it with another layer by a map file.</source>
        <translation>用 NAME.shape.json 说明它，或用映射文件将它与另一层配对。</translation>
    </message>
    <message>
        <source>Describe it by NAME.shape.json.</source>
        <translation>用 NAME.shape.json 说明它。</translation>
    </message>
    <message>
        <source>An error of the scale doesn't show. NAME.shape.json can tell the true one.</source>
        <translation>因此量化系数的误差显示不出来。可用 NAME.shape.json 给出真实值。</translation>
    </message>
    <message>
        <source>the file {} could not be read as this layer's: {}.</source>
        <translation>文件 {} 无法读作这一层的数据：{}。</translation>
    </message>
    <message>
        <source>the file {} fits {} {} as well as {}; it was read as the former, as other files.</source>
        <translation>文件 {} 读作 {} {} 与读作 {} 同样符合；按其他文件的情形取前者。</translation>
    </message>
    <message>
        <source>the file {} fits {} {} as well as {}; it was read as the former, which is a guess.</source>
        <translation>文件 {} 读作 {} {} 与读作 {} 同样符合；取前者，这只是推测。</translation>
    </message>
    <message>
        <source>the {} of {} were read in fixed point with {} fraction bits, which fit best.</source>
        <translation>{1} 的 {0} 按 {2} 位小数的定点数读取，这样最符合。</translation>
    </message>
    <message>
        <source>the scale {:.6g} and zero point {} of the {} in {} were fitted to the other model.</source>
        <translation>{3} 中 {2} 的量化系数 {0:.6g} 和零点 {1} 是按另一模型拟合的。</translation>
    </message>
    <message>
        <source>Files without description that were read as {} {}, which fits best: {}.</source>
        <translation>没有说明、按最符合的方式读作 {} {} 的文件：{} 个。</translation>
    </message>
    <message>
        <source>Files that could not be read as their rows say: {}.</source>
        <translation>无法读取的文件（原因见各行）：{} 个。</translation>
    </message>
    <message>
        <source>the folder holds {} samples; the first, {}, is compared: name {} for another</source>
        <translation>文件夹中有 {} 个样本；比较的是第一个，即 {}：要比较另一个，请写 {}</translation>
    </message>
    <message>
        <source>these are no numbers</source>
        <translation>这些不是数</translation>
    </message>
    <message>
        <source>the other model's value has no elements</source>
        <translation>另一模型的值没有元素</translation>
    </message>
    <message>
        <source>no type and layout of {} takes {} bytes</source>
        <translation>{} 没有哪种类型和布局占 {} 字节</translation>
    </message>
    <message>
        <source>{} bytes resemble {} in no type and layout that takes as many</source>
        <translation>{} 字节按占用同样大小的任何类型和布局读取都不像 {}</translation>
    </message>
    <message>
        <source>a dump is a folder with index.json, or with .npy, .npz, .bin, .raw or .txt files</source>
        <translation>导出数据是含有 index.json，或 .npy、.npz、.bin、.raw、.txt 文件的文件夹</translation>
    </message>
    <message>
        <source>layers are named by the list that the tool left beside their files</source>
        <translation>层名取自工具留在文件旁的列表</translation>
    </message>
    <message>
        <source>files are named as {} names them</source>
        <translation>文件按 {} 的方式命名</translation>
    </message>
    <message>
        <source>AIMET's encodings 0.6.1, Qualcomm's quantization overrides (JSON)</source>
        <translation>AIMET encodings 0.6.1、高通 quantization overrides（JSON）</translation>
    </message>
    <message>
        <source>AIMET's encodings 1.0.0 (JSON)</source>
        <translation>AIMET 1.0.0 版 encodings（JSON）</translation>
    </message>
    <message>
        <source>AIMET's encodings 2.0.0 (JSON)</source>
        <translation>AIMET 2.0.0 版 encodings（JSON）</translation>
    </message>
    <message>
        <source>TensorRT's calibration cache</source>
        <translation>TensorRT 校准缓存</translation>
    </message>
    <message>
        <source>TensorRT calibration cache</source>
        <translation>TensorRT 校准缓存</translation>
    </message>
    <message>
        <source>a type of floating point</source>
        <translation>浮点类型</translation>
    </message>
    <message>
        <source>one scale per channel</source>
        <translation>每通道一个量化系数</translation>
    </message>
    <message>
        <source>a zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>a scale with more digits than float32 has</source>
        <translation>位数多于 float32 的量化系数</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>TensorRT quantizes them by itself</source>
        <translation>TensorRT 自行量化它们</translation>
    </message>
    <message>
        <source>skip the layer, so that it stays in floating point</source>
        <translation>跳过该层，使其保持浮点</translation>
    </message>
    <message>
        <source>the scale of a weight: TensorRT finds its own</source>
        <translation>权重的量化系数：TensorRT 自行求取</translation>
    </message>
    <message>
        <source>expected "name: value", found {}</source>
        <translation>应为“名称: 值”，实为 {}</translation>
    </message>
    <message>
        <source>PPQ's JSON</source>
        <translation>PPQ 的 JSON</translation>
    </message>
    <message>
        <source>PPQ's and ESP-PPQ's quantization parameters (JSON)</source>
        <translation>PPQ 与 ESP-PPQ 的量化参数（JSON）</translation>
    </message>
    <message>
        <source>values without a scale</source>
        <translation>values 中没有量化系数</translation>
    </message>
    <message>
        <source>values has no such number</source>
        <translation>values 中没有这个编号</translation>
    </message>
    <message>
        <source>{} is no map of settings</source>
        <translation>{} 不是设置的映射</translation>
    </message>
    <message>
        <source>{} quantizes {} otherwise than the operation before: simulated as there</source>
        <translation>{} 对 {} 的量化与之前的算子不同：按之前的模拟</translation>
    </message>
    <message>
        <source>a scale for {}, which no operation of the file has</source>
        <translation>{} 的量化系数，文件中没有算子含有它</translation>
    </message>
    <message>
        <source>AIMET's encodings</source>
        <translation>AIMET 的 encodings</translation>
    </message>
    <message>
        <source>how a range is found</source>
        <translation>范围如何求得</translation>
    </message>
    <message>
        <source>calibrate, and write the scales that come of it</source>
        <translation>先校准，再写入得到的量化系数</translation>
    </message>
    <message>
        <source>a width for {}, which has no scale here</source>
        <translation>{} 的位宽，它在这里没有量化系数</translation>
    </message>
    <message>
        <source>{} for {} without its scales</source>
        <translation>没有相应量化系数的 {}（{}）</translation>
    </message>
    <message>
        <source>anything about {}, which has no entry in this file</source>
        <translation>{} 的设置，它不在此文件中</translation>
    </message>
    <message>
        <source>name the network with --model, or a tensor of the file</source>
        <translation>用 --model 指定网络，或给出文件中的张量名</translation>
    </message>
    <message>
        <source>{} is no list of encodings</source>
        <translation>{} 不是 encodings 列表</translation>
    </message>
    <message>
        <source>an encoding without a name</source>
        <translation>encoding 缺少名称</translation>
    </message>
    <message>
        <source>an encoding without a name or type</source>
        <translation>encoding 缺少名称或类型</translation>
    </message>
    <message>
        <source>encodings of kind {} are not followed</source>
        <translation>不支持 {} 类 encodings</translation>
    </message>
    <message>
        <source>a block size of {}, expected 1 to {}</source>
        <translation>块大小为 {}，应为 1 到 {}</translation>
    </message>
    <message>
        <source>the scales of blocks are no list, or no lists that are all as long</source>
        <translation>各块的量化系数不是列表，或各列表长度不一</translation>
    </message>
    <message>
        <source>a block&apos;s factor is {}, expected a whole number from 1 to {}</source>
        <translation>块的系数为 {}，应为 1 到 {} 的整数</translation>
    </message>
    <message>
        <source>blocks of {} bits are not followed, only of 2 to {}</source>
        <translation>不支持 {} 位的块，只支持 2 到 {} 位</translation>
    </message>
    <message>
        <source>LPBQ with {} factors and a compressed_bw of {}, expected one for each block and 2 to {} bits</source>
        <translation>LPBQ 有 {} 个系数，compressed_bw 为 {}；应为每块一个系数，且为 2 到 {} 位</translation>
    </message>
    <message>
        <source>channels of {} and of {} bits are not followed</source>
        <translation>不支持同时有 {} 位和 {} 位的通道</translation>
    </message>
    <message>
        <source>encodings of type {} are not followed</source>
        <translation>不支持类型为 {} 的 encodings</translation>
    </message>
    <message>
        <source>{} has blocks of {}, which don&apos;t divide the {} values that {} sums over</source>
        <translation>{0} 的块大小为 {1}，不能整除 {3} 求和的 {2} 个值</translation>
    </message>
    <message>
        <source>{} blocks for {} channels with a scale</source>
        <translation>{} 个块对应 {} 个有量化系数的通道</translation>
    </message>
    <message>
        <source>offsets of blocks are not followed, only {} in the middle of the integers</source>
        <translation>不支持各块的偏移，只支持位于整数中点的 {}</translation>
    </message>
    <message>
        <source>blocks along axis {}, and the lists of their scales have {} axes</source>
        <translation>块沿第 {} 轴排列，而其量化系数的列表有 {} 个轴</translation>
    </message>
    <message>
        <source>a width for {}, whose blocks have scales of their own</source>
        <translation>{} 的位宽：它的各块有自己的量化系数</translation>
    </message>
    <message>
        <source>quantize the weight anew, and write the scales that come of it</source>
        <translation>请重新量化该权重，并写入得到的量化系数</translation>
    </message>
    <message>
        <source>{} has scales of blocks, and is no weight of a convolution or a matrix product</source>
        <translation>{} 有按块的量化系数，但不是卷积或矩阵乘法的权重</translation>
    </message>
    <message>
        <source>{} has blocks along axis {}, and {} sums over axis {}</source>
        <translation>{} 的块沿第 {} 轴排列，而 {} 沿第 {} 轴求和</translation>
    </message>
    <message>
        <source>{} has one input channel for each output channel: there are no blocks in it</source>
        <translation>{} 的每个输出通道只有一个输入通道：其中没有块</translation>
    </message>
    <message>
        <source>{} has {} scales of blocks, expected {}: {} channels of {} values in blocks of {}</source>
        <translation>{} 有 {} 个按块的量化系数，应为 {} 个：{} 个通道，每个 {} 个值，每块 {} 个</translation>
    </message>
    <message>
        <source>write the scales of this very weight</source>
        <translation>请写入这个权重自己的量化系数</translation>
    </message>
    <message>
        <source>config check tells all of them</source>
        <translation>config check 会列出全部问题</translation>
    </message>
    <message>
        <source>{} scales for groups of {}, expected {} and no zero points</source>
        <translation>{1} 的各组有 {0} 个量化系数，应为 {2} 个，且没有零点</translation>
    </message>
    <message>
        <source>layer {}: weight {} has {} scales of groups, expected {}, {} for each channel</source>
        <translation>层 {}：权重 {} 有 {} 个按组的量化系数，应为 {} 个，每个通道 {} 个</translation>
    </message>
    <message>
        <source>{}, which it reads, has no encoding</source>
        <translation>它读取的 {} 没有 encoding</translation>
    </message>
    <message>
        <source>it stays in float, or is calibrated where there are data</source>
        <translation>它保持浮点，或在有数据时校准</translation>
    </message>
    <message>
        <source>comparing layers</source>
        <translation>正在逐层比较</translation>
    </message>
    <message>
        <source>layer {} has no partner in the other model</source>
        <translation>层 {} 在另一个模型中没有对应层</translation>
    </message>
    <message>
        <source>layer {} is fused into {}</source>
        <translation>层 {} 已融合到 {} 中</translation>
    </message>
    <message>
        <source>leave out --input</source>
        <translation>请去掉 --input</translation>
    </message>
    <message>
        <source>leave out --replay-decisions, or give two models</source>
        <translation>请去掉 --replay-decisions，或给出两个模型</translation>
    </message>
    <message>
        <source>looking at the values</source>
        <translation>正在查看数值</translation>
    </message>
    <message>
        <source>no document is called {}</source>
        <translation>没有名为 {} 的文档</translation>
    </message>
    <message>
        <source>there are {}</source>
        <translation>现有 {}</translation>
    </message>
    <message>
        <source>no layer is named {}</source>
        <translation>没有名为 {} 的层</translation>
    </message>
    <message>
        <source>pair it with a map file</source>
        <translation>请用映射文件配对</translation>
    </message>
    <message>
        <source>reading the dumps</source>
        <translation>正在读取转储</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>running as far as the layer</source>
        <translation>正在运行到该层</translation>
    </message>
    <message>
        <source>take a name that compare lists</source>
        <translation>请使用 compare 列出的名称</translation>
    </message>
    <message>
        <source>the decisions in a dump are made and can&apos;t be replayed</source>
        <translation>转储中的决策已经做出，无法重放</translation>
    </message>
    <message>
        <source>the two values of layer {} differ in shape</source>
        <translation>层 {} 的两个值形状不同</translation>
    </message>
    <!-- core/analysis/matching -->
    <message>
        <source>{}, line {}: {} has a partner already, in line {}</source>
        <translation>{}，第 {} 行：{} 已有对应，在第 {} 行</translation>
    </message>
    <message>
        <source>nothing that it makes is read outside of it</source>
        <translation>它产生的结果在其外部没有被读取</translation>
    </message>
    <message>
        <source>{} of its values are read outside of it, so it is no single layer: {}</source>
        <translation>它有 {} 个值在其外部被读取，因此不能当作一层：{}</translation>
    </message>
    <message>
        <source>the analysis model has nothing of it</source>
        <translation>待分析模型中没有它的任何部分</translation>
    </message>
    <message>
        <source>convert the file to another type</source>
        <translation>请将文件转换为其他类型</translation>
    </message>
    <message>
        <source>tensor {} is kept as {}, whose tables are not known here</source>
        <translation>张量 {} 以 {} 存储，这里不知道其码表</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
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
        <source>input {} of the analysis model has no counterpart in the baseline</source>
        <translation>待分析模型的输入 {} 在基准模型中没有对应项</translation>
    </message>
    <message>
        <source>no constant scale found for the integers of {}</source>
        <translation>没有找到 {} 的整数对应的常量量化系数</translation>
    </message>
    <message>
        <source>scales that are computed while the model runs can&apos;t be compared</source>
        <translation>模型运行时才计算的量化系数无法比较</translation>
    </message>
    <message>
        <source>the baseline&apos;s inputs are {}, the analysis model&apos;s are {}</source>
        <translation>基准模型的输入为 {}，待分析模型的输入为 {}</translation>
    </message>
    <message>
        <source>the map file names {}, which is no layer of the {} model</source>
        <translation>映射文件中的 {} 不是{}模型的层</translation>
    </message>
    <message>
        <source>{}, line {}: expected two names, found &quot;{}&quot;</source>
        <translation>{}，第 {} 行：应为两个名称，实际为“{}”</translation>
    </message>
    <!-- core/analysis/measure -->
    <message>
        <source>it must return the same outputs for every sample and both models</source>
        <translation>对每个样本和两个模型都须返回相同的输出</translation>
    </message>
    <message>
        <source>output {} holds no numbers</source>
        <translation>输出 {} 不含数值</translation>
    </message>
    <message>
        <source>the post-processing returns no output</source>
        <translation>后处理没有返回输出</translation>
    </message>
    <message>
        <source>the post-processing returns {}, and returned {} before</source>
        <translation>后处理返回 {}，而此前返回 {}</translation>
    </message>
    <message>
        <source>axes count from 0</source>
        <translation>轴从 0 开始计数</translation>
    </message>
    <message>
        <source>axis {} can&apos;t give the rows and the columns</source>
        <translation>轴 {} 不能同时作为行和列</translation>
    </message>
    <message>
        <source>axis {} of a tensor of rank {}</source>
        <translation>秩为 {1} 的张量没有轴 {0}</translation>
    </message>
    <message>
        <source>channel axis {} of a tensor of rank {}</source>
        <translation>秩为 {1} 的张量没有通道轴 {0}</translation>
    </message>
    <message>
        <source>channel {} of {}</source>
        <translation>共 {1} 个通道，没有通道 {0}</translation>
    </message>
    <message>
        <source>channels count from 0</source>
        <translation>通道从 0 开始计数</translation>
    </message>
    <message>
        <source>choose two axes</source>
        <translation>请选择两个轴</translation>
    </message>
    <message>
        <source>expected )</source>
        <translation>应为 )</translation>
    </message>
    <message>
        <source>expected , or )</source>
        <translation>应为 , 或 )</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>应为 数</translation>
    </message>
    <message>
        <source>expected a number, x, y, a function or (</source>
        <translation>应为数字、x、y、函数或 (</translation>
    </message>
    <message>
        <source>expected a value, found the end</source>
        <translation>应为一个值，实际已到末尾</translation>
    </message>
    <message>
        <source>expected an operator or the end</source>
        <translation>应为运算符或末尾</translation>
    </message>
    <message>
        <source>what is made of outputs is an expression such as softmax(x)</source>
        <translation>由输出得到的内容应为 softmax(x) 之类的表达式</translation>
    </message>
    <message>
        <source>unknown name {}; there are x, pi and the functions {}</source>
        <translation>未知名称 {}；可用的有 x、pi 和函数 {}</translation>
    </message>
    <message>
        <source>looking for sensitive values</source>
        <translation>正在查找敏感的值</translation>
    </message>
    <message>
        <source>mixing calibration methods</source>
        <translation>正在混合校准方法</translation>
    </message>
    <message>
        <source>output {}</source>
        <translation>输出 {}</translation>
    </message>
    <message>
        <source>nothing in the model can be folded or fused, so the variant is the model as it is</source>
        <translation>模型中没有可折叠或融合的部分，因此该变体就是模型本身</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文本末尾</translation>
    </message>
    <message>
        <source>expected ]</source>
        <translation>应为 ]</translation>
    </message>
    <message>
        <source>the name of an output is not closed</source>
        <translation>输出名称的引号没有闭合</translation>
    </message>
    <message>
        <source>expected the name of an output</source>
        <translation>应为输出的名称</translation>
    </message>
    <message>
        <source>expected an output: its name in quotes, or its place from 0</source>
        <translation>应为一个输出：带引号的名称，或从 0 开始的序号</translation>
    </message>
    <message>
        <source>no output is called {}</source>
        <translation>没有名为 {} 的输出</translation>
    </message>
    <message>
        <source>the outputs are {}</source>
        <translation>输出有 {}</translation>
    </message>
    <message>
        <source>there is no output {}, expected 0 to {}</source>
        <translation>没有第 {} 个输出，应为 0 到 {}</translation>
    </message>
    <message>
        <source>{} is the only output, and there are {}</source>
        <translation>{} 表示唯一的输出，而这里有 {} 个</translation>
    </message>
    <message>
        <source>choose one, as {}[&quot;{}&quot;]</source>
        <translation>请选择一个，如 {}[&quot;{}&quot;]</translation>
    </message>
    <message>
        <source>&quot;{}&quot; makes no output: expected NAME = EXPRESSION, the name of letters and digits</source>
        <translation>“{}”没有给出输出：应为 名称 = 表达式，名称由字母和数字组成</translation>
    </message>
    <message>
        <source>for example probabilities = softmax(x)</source>
        <translation>例如 probabilities = softmax(x)</translation>
    </message>
    <message>
        <source>the output {} is made twice</source>
        <translation>输出 {} 给出了两次</translation>
    </message>
    <message>
        <source>there are two post-processings, a function and expressions</source>
        <translation>有两个后处理：一个函数和若干表达式</translation>
    </message>
    <message>
        <source>--post-process is about the outputs of one run, not of a dataset</source>
        <translation>--post-process 针对一次运行的输出，而不是数据集</translation>
    </message>
    <message>
        <source>pass one sample as inputs, or search the dataset with badcase</source>
        <translation>请用输入给出一个样本，或用 badcase 搜索数据集</translation>
    </message>
    <message>
        <source>accuracy needs the right classes</source>
        <translation>准确率需要正确的类别</translation>
    </message>
    <message>
        <source>give them with --labels</source>
        <translation>请用 --labels 给出</translation>
    </message>
    <message>
        <source>give it as --target {}=VALUE</source>
        <translation>请写成 --target {}=VALUE</translation>
    </message>
    <message>
        <source>give one per axis</source>
        <translation>请为每个轴给出一个</translation>
    </message>
    <message>
        <source>index {} on axis {}, which has {} elements</source>
        <translation>轴 {1} 只有 {2} 个元素，没有下标 {0}</translation>
    </message>
    <message>
        <source>indexes count from 0</source>
        <translation>下标从 0 开始计数</translation>
    </message>
    <message>
        <source>is longer than {} characters</source>
        <translation>超过 {} 个字符</translation>
    </message>
    <message>
        <source>metric &quot;{}&quot; gives one number per element</source>
        <translation>指标“{}”对每个元素给出一个数</translation>
    </message>
    <message>
        <source>expression &quot;{}&quot;, character {}: {}</source>
        <translation>表达式“{}”，第 {} 个字符：{}</translation>
    </message>
    <message>
        <source>metrics are names such as atol, or expressions such as max(abs(x-y))/max(abs(x))</source>
        <translation>指标可以是 atol 等名称，或 max(abs(x-y))/max(abs(x)) 等表达式</translation>
    </message>
    <message>
        <source>nests too deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>no function {} of {} arguments; there are {}</source>
        <translation>没有 {1} 个参数的函数 {0}；可用的有 {2}</translation>
    </message>
    <message>
        <source>the second argument of {} is one number</source>
        <translation>{} 的第二个参数是一个数</translation>
    </message>
    <message>
        <source>expression, up to character {}: {}</source>
        <translation>表达式，至第 {} 个字符：{}</translation>
    </message>
    <message>
        <source>is given {} numbers beside {}</source>
        <translation>得到 {} 个数和 {} 个数</translation>
    </message>
    <message>
        <source>what is taken together must be equally long</source>
        <translation>一起计算的内容必须一样长</translation>
    </message>
    <message>
        <source>is asked for {} numbers, expected 1 or more</source>
        <translation>被要求给出 {} 个数，应为 1 个或更多</translation>
    </message>
    <message>
        <source>is given {} numbers, expected 4 for each box</source>
        <translation>得到 {} 个数，每个框应有 4 个</translation>
    </message>
    <message>
        <source>unknown name {}; there are x, y, pi and the functions {}</source>
        <translation>未知的名称 {}；可用的有 x、y、pi 和函数 {}</translation>
    </message>
    <message>
        <source>wrap it in mean(), max(), sum() or norm()</source>
        <translation>请套上 mean()、max()、sum() 或 norm()</translation>
    </message>
    <message>
        <source>{} indexes for a tensor of rank {}</source>
        <translation>给了 {} 个下标，而张量的秩为 {}</translation>
    </message>
    <message>
        <source>the output holds no numbers: no class to choose</source>
        <translation>输出中没有数值：无法选出类别</translation>
    </message>
    <message>
        <source>output {} holds strings: there is nothing to measure</source>
        <translation>输出 {} 是字符串：没有什么可以测量</translation>
    </message>
    <message>
        <source>the outputs hold strings: there is nothing to measure</source>
        <translation>输出都是字符串：没有什么可以测量</translation>
    </message>
    <!-- core/analysis/model -->
    <message>
        <source>accuracy needs a model with one input, this one has {}</source>
        <translation>准确率需要单输入模型，此模型有 {} 个输入</translation>
    </message>
    <message>
        <source>measuring accuracy</source>
        <translation>正在测量准确率</translation>
    </message>
    <message>
        <source>running the model</source>
        <translation>正在运行模型</translation>
    </message>
    <!-- core/analysis/profile -->
    <message>
        <source>no layer has such a name and operator type</source>
        <translation>没有层具有这样的名称和算子类型</translation>
    </message>
    <message>
        <source>profiling</source>
        <translation>正在收集统计</translation>
    </message>
    <message>
        <source>see `compare` or a profile without --prefix and --type for the names</source>
        <translation>名称请参阅 `compare`，或不带 --prefix 和 --type 的 profile</translation>
    </message>
    <!-- core/analysis/samples -->
    <message>
        <source>both inputs and a dataset are given</source>
        <translation>同时给出了输入和数据集</translation>
    </message>
    <message>
        <source>leave out --input or --data</source>
        <translation>请去掉 --input 或 --data</translation>
    </message>
    <message>
        <source>{}: holds no sample</source>
        <translation>{}：没有样本</translation>
    </message>
    <!-- core/analysis/sensitivity -->
    <message>
        <source>the post-processing returns no {}</source>
        <translation>后处理不返回 {}</translation>
    </message>
    <message>
        <source>it returns {}</source>
        <translation>它返回 {}</translation>
    </message>
    <message>
        <source>a ranking of all layers gives their names</source>
        <translation>对所有层排序会给出名称</translation>
    </message>
    <message>
        <source>its outputs are {}</source>
        <translation>其输出为 {}</translation>
    </message>
    <message>
        <source>leaving the worst float together</source>
        <translation>正在把最差的几层一起保持浮点</translation>
    </message>
    <message>
        <source>measuring sensitivity</source>
        <translation>正在测量敏感度</translation>
    </message>
    <message>
        <source>no metric is given</source>
        <translation>没有给出指标</translation>
    </message>
    <message>
        <source>no quantized layer is called {}</source>
        <translation>没有名为 {} 的量化层</translation>
    </message>
    <message>
        <source>no layer passes the filters</source>
        <translation>没有层通过筛选</translation>
    </message>
    <message>
        <source>types are operators (Conv), modules of one operator (Conv2d), or in TorchScript the classes of modules (BasicBlock); elsewhere name a block by its path with --module</source>
        <translation>类型是算子 (Conv)、只含一个算子的模块 (Conv2d)，或 TorchScript 中模块的类 (BasicBlock)；其他情况请用 --module 按路径指明模块</translation>
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
        <source>the baseline has no output {}</source>
        <translation>基准模型没有输出 {}</translation>
    </message>
    <!-- core/analysis/shadow -->
    <message>
        <source>what it gives is not paired with what it gives in the analysis model</source>
        <translation>它的结果没有与待分析模型中它的结果配成一对</translation>
    </message>
    <message>
        <source>{} iterations of {} are left out, as the tensors of all of them take too much memory: the numbers are those of {} iterations, evenly spaced from the first</source>
        <translation>{1} 的 {0} 次迭代未计入，因为全部迭代的张量占用内存过多：数字来自从第一次起等间隔的 {2} 次迭代</translation>
    </message>
    <message>
        <source>it reads what {} hands from one iteration to the next, which can't be exchanged between the models</source>
        <translation>它读取 {} 在迭代之间传递的值，该值无法在两个模型之间交换</translation>
    </message>
    <message>
        <source>the models ran no iteration of {} in common</source>
        <translation>两个模型没有运行 {} 的共同迭代</translation>
    </message>
    <message>
        <source>it stands in {}, which one of the models did not run, or neither</source>
        <translation>它位于 {} 中，有一个模型没有运行该部分，或者两个模型都没有运行</translation>
    </message>
    <message>
        <source>shadowing layers</source>
        <translation>正在测量局部误差</translation>
    </message>
    <message>
        <source>rows share quantizers; rank layers with a row for activations and one for weights</source>
        <translation>多行共用同一量化器；请按层排序，激活与权重各占一行</translation>
    </message>
    <message>
        <source>shares come from a one-on ranking, in which only one row is quantized at a time</source>
        <translation>占比来自“只量化该项”的排序 (one-on)，即每次只量化一行</translation>
    </message>
    <message>
        <source>the ranking is about {} of {} quantizers</source>
        <translation>排序只涉及 {1} 个量化器中的 {0} 个</translation>
    </message>
    <!-- core/analysis/simulation -->
    <message>
        <source>names of inputs and outputs are given, but no model is written</source>
        <translation>给出了输入和输出的名称，但没有写出模型</translation>
    </message>
    <message>
        <source>give a folder with --out</source>
        <translation>请用 --out 给出文件夹</translation>
    </message>
    <message>
        <source>{}: the file holds no state dict</source>
        <translation>{}：文件中没有状态字典</translation>
    </message>
    <message>
        <source>weight {} has shape {}, the model&apos;s {} has {}</source>
        <translation>权重 {} 的形状为 {}，而模型的 {} 为 {}</translation>
    </message>
    <message>
        <source>are the weights those of this model?</source>
        <translation>这些权重属于这个模型吗？</translation>
    </message>
    <message>
        <source>none of the {} weights in {} has the name of one of the model&apos;s</source>
        <translation>{} 个权重（{}）中没有一个与模型的权重同名</translation>
    </message>
    <message>
        <source>the file has {}; the model has {}</source>
        <translation>文件中有 {}；模型中有 {}</translation>
    </message>
    <message>
        <source>{} weights are those of {}</source>
        <translation>{} 个权重取自 {}</translation>
    </message>
    <message>
        <source>{} weights of {} have the name of none of the model&apos;s: {}</source>
        <translation>{} 个权重（{}）与模型的权重都不同名：{}</translation>
    </message>
    <message>
        <source>{} weights stay as they are in the model&apos;s file: {}</source>
        <translation>{} 个权重保持模型文件中的值：{}</translation>
    </message>
    <message>
        <source>{} layers compute in {} and are left as they are: scales are found of float32 only</source>
        <translation>{} 层以 {} 计算，保持不变：只为 float32 求量化系数</translation>
    </message>
    <message>
        <source>export the model in float32: model.float() in PyTorch, without autocast</source>
        <translation>请以 float32 导出模型：在 PyTorch 中用 model.float()，且不用 autocast</translation>
    </message>
    <message>
        <source>{} is no dynamic axis</source>
        <translation>{} 不是动态轴</translation>
    </message>
    <message>
        <source>write NAME:AXIS or NAME:AXIS=SYMBOL, as input:0=batch</source>
        <translation>请写成 NAME:AXIS 或 NAME:AXIS=SYMBOL，例如 input:0=batch</translation>
    </message>
    <message>
        <source>{} names for {} inputs: {}</source>
        <translation>{} 个名称对应 {} 个输入：{}</translation>
    </message>
    <message>
        <source>{} names for {} outputs: {}</source>
        <translation>{} 个名称对应 {} 个输出：{}</translation>
    </message>
    <message>
        <source>give one for each, in their order; info MODEL lists them</source>
        <translation>请按顺序各给一个；info MODEL 会列出它们</translation>
    </message>
    <message>
        <source>&quot;{}&quot; can&apos;t be the name of {}: it is taken, or empty</source>
        <translation>“{}”不能作为 {} 的名称：已被占用，或为空</translation>
    </message>
    <message>
        <source>{} is neither an input nor an output</source>
        <translation>{} 既不是输入也不是输出</translation>
    </message>
    <message>
        <source>they are {}</source>
        <translation>它们是 {}</translation>
    </message>
    <message>
        <source>{} has no axis {}: its rank is {}</source>
        <translation>{} 没有轴 {}：它的秩为 {}</translation>
    </message>
    <message>
        <source>several percentiles and the observer {} are both asked for</source>
        <translation>同时要求了多个分位数和观察器 {}</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
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
        <source>calibrating</source>
        <translation>正在校准</translation>
    </message>
    <message>
        <source>correcting biases</source>
        <translation>正在校正偏置</translation>
    </message>
    <message>
        <source>every output of the float model holds NaN or infinity on the first sample: no calibration method can be chosen by that</source>
        <translation>浮点模型的每个输出在第一个样本上都含有 NaN 或无穷：无法据此选择校准方法</translation>
    </message>
    <message>
        <source>give samples with --data (--calibration-data in other commands), or known scales with --record</source>
        <translation>请用 --data（其他命令为 --calibration-data）给出样本，或用 --record 给出已知的量化系数</translation>
    </message>
    <message>
        <source>info MODEL lists its layers</source>
        <translation>info MODEL 会列出各层</translation>
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
        <source>name one with --observer, or begin with another sample</source>
        <translation>请用 --observer 指定一种，或以其他样本开头</translation>
    </message>
    <message>
        <source>no layer&apos;s name starts with {}</source>
        <translation>没有层名以 {} 开头</translation>
    </message>
    <message>
        <source>calibrate with 20 to 100 samples of every kind that the model will meet</source>
        <translation>请用 20 到 100 个样本校准，涵盖模型会遇到的各种情况</translation>
    </message>
    <message>
        <source>red and blue swapped</source>
        <translation>红蓝互换</translation>
    </message>
    <message>
        <source>values divided by 255</source>
        <translation>数值除以 255</translation>
    </message>
    <message>
        <source>values multiplied by 255</source>
        <translation>数值乘以 255</translation>
    </message>
    <message>
        <source>pixels from 0 to 255 brought to -1 to 1</source>
        <translation>把 0 到 255 的像素变换到 -1 到 1</translation>
    </message>
    <message>
        <source>values from -1 to 1 brought to pixels</source>
        <translation>把 -1 到 1 的数值变换回像素</translation>
    </message>
    <message>
        <source>ImageNet&apos;s mean and deviation taken off</source>
        <translation>减去并除以 ImageNet 的均值和标准差</translation>
    </message>
    <message>
        <source>ImageNet&apos;s mean and deviation taken off pixels from 0 to 255</source>
        <translation>对 0 到 255 的像素减去并除以 ImageNet 的均值和标准差</translation>
    </message>
    <message>
        <source>ImageNet&apos;s normalization taken back</source>
        <translation>撤销 ImageNet 的归一化</translation>
    </message>
    <message>
        <source>the samples may be prepared otherwise than those that the model knows: with {} its first {} layers that tell are {} from what they saw then, as given {} (measured on {} samples)</source>
        <translation>样本的预处理可能与模型见过的不同：若{0}，最前面 {1} 个可作依据的层与当时所见相距 {2}，按现状为 {3}（在 {4} 个样本上测得）</translation>
    </message>
    <message>
        <source>compare color, range, mean and scale with the code that trained or calibrated it</source>
        <translation>请与训练或校准它的代码核对颜色、范围、均值和系数</translation>
    </message>
    <message>
        <source>trying other preprocessings</source>
        <translation>正在尝试其他预处理</translation>
    </message>
    <message>
        <source>the analysis model&apos;s quantizers are in the state of quantization-aware training: its weights may have changed since the baseline, and the differences show that, too</source>
        <translation>待分析模型的量化器处于量化感知训练状态：与基准相比其权重可能已改变，差异中也包含这一部分</translation>
    </message>
    <message>
        <source>compare with the calibrated model that the training began with, or with the float weights of the trained one; weights shows which changed</source>
        <translation>请与训练开始时的校准模型比较，或与训练后的浮点权重比较；weights 会显示哪些改变了</translation>
    </message>
    <message>
        <source>one sample only: every range is what this one happens to hold</source>
        <translation>只有一个样本：所有范围都只取决于这一个样本的数值</translation>
    </message>
    <message>
        <source>{} samples only: the ranges depend on single ones</source>
        <translation>只有 {} 个样本：范围取决于个别样本</translation>
    </message>
    <message>
        <source>{} of {} samples hold what an earlier one holds: {}</source>
        <translation>{1} 个样本中有 {0} 个与前面的样本内容相同：{2}</translation>
    </message>
    <message>
        <source>see that each was read from a file of its own</source>
        <translation>请确认每个样本都来自各自的文件</translation>
    </message>
    <message>
        <source>input {}: {} of {} samples hold their highest value in more than half of all places: {}</source>
        <translation>输入 {0}：{2} 个样本中有 {1} 个超过一半的位置都是其最大值：{3}</translation>
    </message>
    <message>
        <source>leave out over-exposed pictures, unless they are masks or drawings</source>
        <translation>请去掉过曝的图片，除非它们是掩码或线稿</translation>
    </message>
    <message>
        <source>input {}: {} of {} samples hold NaN or infinity: {}</source>
        <translation>输入 {0}：{2} 个样本中有 {1} 个含有 NaN 或无穷大：{3}</translation>
    </message>
    <message>
        <source>take them out, or repair what makes them</source>
        <translation>请去掉这些样本，或修正产生它们的步骤</translation>
    </message>
    <message>
        <source>input {}: {} of {} samples hold one and the same value everywhere, such as {}: {}</source>
        <translation>输入 {0}：{2} 个样本中有 {1} 个处处为同一数值，例如 {3}：{4}</translation>
    </message>
    <message>
        <source>leave out black, white and empty samples</source>
        <translation>请去掉全黑、全白和空的样本</translation>
    </message>
    <message>
        <source>input {}: values up to {}; if these are pixels, of at most 255, they were multiplied twice</source>
        <translation>输入 {}：数值高达 {}；如果这是像素（最大为 255），则被缩放了两次</translation>
    </message>
    <message>
        <source>compare --range, --mean and --scale with what the model was trained on</source>
        <translation>请将 --range、--mean、--scale 与模型训练时的预处理核对</translation>
    </message>
    <message>
        <source>examining the samples</source>
        <translation>正在检查样本</translation>
    </message>
    <message>
        <source>{}: {} bytes of raw numbers don't make the input {}</source>
        <translation>{}：{} 字节的裸数据与输入 {} 不符</translation>
    </message>
    <message>
        <source>they do as {}: write {}</source>
        <translation>作为 {} 则可以：请写 {}</translation>
    </message>
    <message>
        <source>{}: {} bytes make the input as {} ({}) with numbers from {} to {}, and as {} ({}) with numbers from {} to {}</source>
        <translation>{}：{} 字节作为 {}（{}）可构成该输入，数值从 {} 到 {}；作为 {}（{}）亦可，数值从 {} 到 {}</translation>
    </message>
    <message>
        <source>write {}, or {}</source>
        <translation>请写 {}，或 {}</translation>
    </message>
    <message>
        <source>convert them, or write {} if that is what they are</source>
        <translation>请转换它们；若确为该类型，请写 {}</translation>
    </message>
    <message>
        <source>raw files hold the numbers of one input as the model declares it; write others as .npy</source>
        <translation>裸数据文件须按模型声明保存一个输入的数值；其他数据请存为 .npy</translation>
    </message>
    <message>
        <source>a search from {} to {}: it has to end above its start</source>
        <translation>搜索范围从 {} 到 {}：终点必须大于起点</translation>
    </message>
    <message>
        <source>swap search_start and search_end</source>
        <translation>请交换 search_start 与 search_end</translation>
    </message>
    <message>
        <source>a search from {} to {} in steps of {}: the first step leaves it</source>
        <translation>搜索范围从 {} 到 {}，步长 {}：第一步就超出范围</translation>
    </message>
    <message>
        <source>make search_step smaller than the range</source>
        <translation>请使 search_step 小于搜索范围</translation>
    </message>
    <message>
        <source>{}: its scales make a factor of {}, expected 0 to 2^30</source>
        <translation>{}：其量化系数得到的乘数为 {}，应在 0 到 2^30 之间</translation>
    </message>
    <message>
        <source>the scales of the model are wrong: compare without --target-arithmetic to see where</source>
        <translation>模型的量化系数有误：不带 --target-arithmetic 比较可看出位置</translation>
    </message>
    <message>
        <source>nothing to calibrate with</source>
        <translation>没有可用于校准的数据</translation>
    </message>
    <message>
        <source>output {} has shape {} in the baseline and {} in the analysis model</source>
        <translation>输出 {} 的形状在基准模型中为 {}，在待分析模型中为 {}</translation>
    </message>
    <message>
        <source>output {}: the analysis model&apos;s quantizers, moved onto the baseline, reproduce it at {:.1f} dB only, expected at least {:.0f} dB{}</source>
        <translation>输出 {}：把待分析模型的量化器移到基准模型上，只能以 {} dB 重现，应至少为 {} dB{}</translation>
    </message>
    <message>
        <source>output {}: with every quantizer off the baseline is not itself (off by {})</source>
        <translation>输出 {}：关闭所有量化器后基准模型与自身不一致（相差 {}）</translation>
    </message>
    <message>
        <source>searching a calibration method</source>
        <translation>正在搜索校准方法</translation>
    </message>
    <message>
        <source>the quantizers were switched inside the analysis model, the others bypassed, and measured against it with all bypassed, which agrees with the baseline at {} dB: {}</source>
        <translation>量化器在待分析模型内部切换（其余旁路），以全部旁路的待分析模型为参照测量；全部旁路时与基准模型的一致度为 {} dB：{}</translation>
    </message>
    <message>
        <source>the analysis model has no quantizer that can be bypassed</source>
        <translation>待分析模型没有可旁路的量化器</translation>
    </message>
    <message>
        <source>is it quantized?</source>
        <translation>它量化过吗？</translation>
    </message>
    <message>
        <source>{} of its nodes compute in integers ({}, for example), and have no form without their quantizers</source>
        <translation>其中 {} 个节点以整数计算（例如 {}），去掉量化器便无法计算</translation>
    </message>
    <message>
        <source>is the analysis model made from this very baseline? If so, export it as QDQ (with ONNX Runtime: quant_format=QuantFormat.QDQ), or compare the models and look at local errors, which switch no quantizer</source>
        <translation>待分析模型是由这个基准模型得到的吗？若是，请将其导出为 QDQ 格式（ONNX Runtime：quant_format=QuantFormat.QDQ），或改用逐层比较和局部误差，它们不切换量化器</translation>
    </message>
    <message>
        <source>checking that the quantizers reproduce the analysis model</source>
        <translation>检查量化器能否复现待分析模型</translation>
    </message>
    <message>
        <source>{}; and they can't be switched inside the analysis model either: {}</source>
        <translation>{}；也无法在待分析模型内部切换它们：{}</translation>
    </message>
    <message>
        <source>the models differ by more than their quantizers: with all of them bypassed, output {} of the analysis model has {} dB against the baseline, with them {} dB</source>
        <translation>两个模型的差异不止来自量化器：旁路全部量化器时，待分析模型的输出 {} 相对基准模型为 {} dB，不旁路时为 {} dB</translation>
    </message>
    <message>
        <source>no config with a record can say how this model is quantized: none of its {} quantizers is that of a layer whose input and weight have one scale per tensor or channel, the first is {} of {}</source>
        <translation>没有任何配置加记录能说明此模型的量化方式：它的 {} 个量化器都不属于输入和权重逐张量或逐通道各有一个量化系数的层，第一个是 {}，属于 {}</translation>
    </message>
    <message>
        <source>an activation in {}</source>
        <translation>{} 的激活</translation>
    </message>
    <message>
        <source>a weight in {}</source>
        <translation>{} 的权重</translation>
    </message>
    <message>
        <source>compare, weights, sensitivity and attribution read the model as it is; another config beside the float model is a start for fix and tune</source>
        <translation>compare、weights、sensitivity 和 attribution 可直接读取此模型；fix 和 tune 可从浮点模型加另一份配置开始</translation>
    </message>
    <message>
        <source>the analysis model has no quantizer that matches the baseline</source>
        <translation>待分析模型没有与基准模型匹配的量化器</translation>
    </message>
    <message>
        <source>the model has no layer {} to skip</source>
        <translation>模型没有可跳过的层 {}</translation>
    </message>
    <!-- core/analysis/fix -->
    <message>
        <source>combining repairs</source>
        <translation>正在组合修复</translation>
    </message>
    <message>
        <source>measuring repairs</source>
        <translation>正在测量各项修复</translation>
    </message>
    <message>
        <source>give more samples with --data, or others to judge on with --held-out</source>
        <translation>请用 --data 给出更多样本，或用 --held-out 另给评判样本</translation>
    </message>
    <message>
        <source>one sample can&apos;t be fitted to and held out</source>
        <translation>同一个样本不能既用于拟合又用于评判</translation>
    </message>
    <message>
        <source>give other samples</source>
        <translation>请给出其他样本</translation>
    </message>
    <message>
        <source>no output of the float model holds finite numbers on the samples that are held out: nothing can be judged by them</source>
        <translation>浮点模型在留出的样本上没有任何输出全为有限数值：无法据此评判</translation>
    </message>
    <message>
        <source>repairs are fitted to samples and judged on others</source>
        <translation>修复在一部分样本上拟合，在其他样本上评判</translation>
    </message>
    <message>
        <source>training takes samples, and others to judge on</source>
        <translation>训练需要样本，评判需要另外的样本</translation>
    </message>
    <message>
        <source>a trained network is judged by sqnr_db or cosine</source>
        <translation>训练后的网络按 sqnr_db 或 cosine 评判</translation>
    </message>
    <message>
        <source>training takes steps, samples in each, and a learning rate above 0</source>
        <translation>训练需要步数、每步的样本数和大于 0 的学习率</translation>
    </message>
    <message>
        <source>leave --steps, --batch and --learning-rate as they are</source>
        <translation>请保持 --steps、--batch 和 --learning-rate 的默认值</translation>
    </message>
    <message>
        <source>a network is trained by one process</source>
        <translation>网络由单个进程训练</translation>
    </message>
    <message>
        <source>start one</source>
        <translation>请只启动一个</translation>
    </message>
    <message>
        <source>nothing of the quantized network can be trained</source>
        <translation>量化网络中没有可训练的部分</translation>
    </message>
    <message>
        <source>quantize more, or train both weights and ranges</source>
        <translation>请量化更多部分，或同时训练权重和范围</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>no output or layer of the quantized network depends on anything that can be trained</source>
        <translation>量化网络没有任何输出或层取决于可训练的量</translation>
    </message>
    <message>
        <source>give other data, or a config that quantizes more</source>
        <translation>请给出其他数据，或量化更多部分的配置</translation>
    </message>
    <message>
        <source>{} is no checkpoint of finetune</source>
        <translation>{} 不是 finetune 的检查点</translation>
    </message>
    <message>
        <source>{} is the checkpoint of an older version, which alone continues it</source>
        <translation>{} 是旧版本的检查点，只有旧版本能继续</translation>
    </message>
    <message>
        <source>name a file that is not there yet</source>
        <translation>请指定尚不存在的文件</translation>
    </message>
    <message>
        <source>name a file that finetune wrote, or one that is not there yet</source>
        <translation>请指定 finetune 写出的文件，或尚不存在的文件</translation>
    </message>
    <message>
        <source>{} is the checkpoint of other training: other models, data or options</source>
        <translation>{} 是另一次训练的检查点：模型、数据或选项不同</translation>
    </message>
    <message>
        <source>give what it was begun with, or another file</source>
        <translation>请给出开始时的模型、数据和选项，或另一个文件</translation>
    </message>
    <message>
        <source>the checkpoint has other parameters than the network</source>
        <translation>检查点的参数与网络不符</translation>
    </message>
    <message>
        <source>repairs are judged by sqnr_db or cosine</source>
        <translation>修复按 sqnr_db 或 cosine 评判</translation>
    </message>
    <!-- core/analysis/judge -->
    <message>
        <source>the judge {}</source>
        <translation>评判程序 {}</translation>
    </message>
    <message>
        <source>took longer than {} s, expected one number by then</source>
        <translation>超过 {} 秒仍未结束，应在此之前给出一个数</translation>
    </message>
    <message>
        <source>--judge-time-limit gives it more time</source>
        <translation>--judge-time-limit 可给它更多时间</translation>
    </message>
    <message>
        <source>printed more than {} bytes, expected one number</source>
        <translation>输出超过 {} 字节，应为一个数</translation>
    </message>
    <message>
        <source>was ended by signal {} ({}), expected one number</source>
        <translation>被信号 {} ({}) 终止，应给出一个数</translation>
    </message>
    <message>
        <source>ended with exit status {}, expected 0 and one number</source>
        <translation>以退出状态 {} 结束，应为 0 并给出一个数</translation>
    </message>
    <message>
        <source>printed nothing, expected one number on its standard output</source>
        <translation>什么也没有输出，应在标准输出上给出一个数</translation>
    </message>
    <message>
        <source>printed &quot;{}&quot;, expected one finite number and nothing else</source>
        <translation>输出了“{}”，应为一个有限的数，别无其他</translation>
    </message>
    <message>
        <source>its last words on standard error: {}</source>
        <translation>它在标准错误上的最后一行：{}</translation>
    </message>
    <message>
        <source>there are two judges, a function and a command</source>
        <translation>有两个评判者：一个函数和一个命令</translation>
    </message>
    <message>
        <source>give one of them</source>
        <translation>请只给一个</translation>
    </message>
    <message>
        <source>{}: what the judge shall see can&apos;t be written</source>
        <translation>{}：无法写入要给评判程序看的内容</translation>
    </message>
    <message>
        <source>is the disk full? TMPDIR names another folder for temporary files</source>
        <translation>磁盘已满？可用 TMPDIR 指定另一个临时文件夹</translation>
    </message>
    <!-- core/analysis/tune -->
    <message>
        <source>a judge says one number of all samples: such a search runs on one process, {} were started</source>
        <translation>评判者对全部样本只给出一个数：此类搜索只能用一个进程，而启动了 {} 个</translation>
    </message>
    <message>
        <source>a judge says one number of all outputs: it takes one target, and no output</source>
        <translation>评估函数对全部输出只给出一个数：只接受一个目标，且不指定输出</translation>
    </message>
    <message>
        <source>there is no judge that a target could be held against</source>
        <translation>没有可用来对照目标的评估函数</translation>
    </message>
    <message>
        <source>adding overrides</source>
        <translation>正在添加覆盖设置</translation>
    </message>
    <message>
        <source>give the target of another output by name, as --target OUTPUT:sqnr_db=30, or leave these samples out</source>
        <translation>请按名称给出其他输出的目标，如 --target OUTPUT:sqnr_db=30，或去掉这些样本</translation>
    </message>
    <message>
        <source>output {} of the float model holds NaN or infinity on {} of {} samples: nothing can be judged by it</source>
        <translation>浮点模型的输出 {} 在 {} 个（共 {} 个）样本上含有 NaN 或无穷：无法据此判断</translation>
    </message>
    <message>
        <source>trying scopes</source>
        <translation>正在尝试模块</translation>
    </message>
    <message>
        <source>trying single quantizers</source>
        <translation>正在尝试单个量化器</translation>
    </message>
    <message>
        <source>the config can&apos;t speak of one value alone</source>
        <translation>该配置无法只针对单个张量</translation>
    </message>
    <message>
        <source>searching from float</source>
        <translation>正在从浮点开始搜索</translation>
    </message>
    <message>
        <source>give one with --target sqnr_db=VALUE</source>
        <translation>请用 --target sqnr_db=值 给出</translation>
    </message>
    <message>
        <source>give some with --data</source>
        <translation>请用 --data 给出</translation>
    </message>
    <message>
        <source>ranking layers</source>
        <translation>正在给各层排序</translation>
    </message>
    <message>
        <source>taking overrides back</source>
        <translation>正在撤回覆盖设置</translation>
    </message>
    <message>
        <source>the label is {}, and the output has {} classes</source>
        <translation>标签是 {}，而输出有 {} 个类别</translation>
    </message>
    <message>
        <source>name the output of the classes with --label-output</source>
        <translation>请用 --label-output 指定给出类别的输出</translation>
    </message>
    <message>
        <source>the model has no output {}</source>
        <translation>模型没有输出 {}</translation>
    </message>
    <message>
        <source>tuning needs a target</source>
        <translation>调优需要目标</translation>
    </message>
    <message>
        <source>tuning needs samples</source>
        <translation>调优需要样本</translation>
    </message>
    <!-- core/analysis/weights -->
    <message>
        <source>comparing weights</source>
        <translation>正在比较权重</translation>
    </message>
    <message>
        <source>reading the models</source>
        <translation>正在读取模型</translation>
    </message>
    <!-- core/analysis/workspace -->
    <message>
        <source>reading the model</source>
        <translation>正在读取模型</translation>
    </message>
    <!-- core/base -->
    <message>
        <source>have you the rights to it, and to the folders above it?</source>
        <translation>是否有权访问它及其上级文件夹？</translation>
    </message>
    <message>
        <source>its folder can&apos;t be made: {}</source>
        <translation>无法创建其文件夹：{}</translation>
    </message>
    <message>
        <source>may you write where it shall lie, and is that a folder?</source>
        <translation>是否有权在该处写入，该处是否是文件夹？</translation>
    </message>
    <message>
        <source>{} bytes of file stand for more than {} MB in memory</source>
        <translation>文件的 {} 字节在内存中代表超过 {} MB</translation>
    </message>
    <message>
        <source>if you trust the file, allow more with --max-memory, 8G for example</source>
        <translation>如果信任该文件，可用 --max-memory 允许更多，例如 8G</translation>
    </message>
    <message>
        <source>it can't be read: it has no function {}</source>
        <translation>无法读取：它没有函数 {}</translation>
    </message>
    <message>
        <source>it was built against version {} of {}, expected {}</source>
        <translation>它是按 {1} 的版本 {0} 构建的，应为 {2}</translation>
    </message>
    <message>
        <source>write it against {}</source>
        <translation>请按 {} 编写</translation>
    </message>
    <message>
        <source>another process sent bytes that mean nothing here</source>
        <translation>另一个进程发来的字节在此无法理解</translation>
    </message>
    <message>
        <source>start the same version of the program everywhere</source>
        <translation>请在各处启动同一版本的程序</translation>
    </message>
    <message>
        <source>rank {}</source>
        <translation>进程 {}</translation>
    </message>
    <message>
        <source>cannot be created: {}</source>
        <translation>无法创建：{}</translation>
    </message>
    <message>
        <source>does the file exist?</source>
        <translation>文件是否存在？</translation>
    </message>
    <message>
        <source>does the folder exist?</source>
        <translation>文件夹是否存在？</translation>
    </message>
    <message>
        <source>is no regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is read-only</source>
        <translation>是只读的</translation>
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
        <source>its link leads nowhere that can be written</source>
        <translation>其链接指向无法写入的位置</translation>
    </message>
    <message>
        <source>its rights can&apos;t be kept: {}</source>
        <translation>无法保留其权限：{}</translation>
    </message>
    <message>
        <source>its rights can&apos;t be set: {}</source>
        <translation>无法设置其权限：{}</translation>
    </message>
    <message>
        <source>make it writable or choose another name</source>
        <translation>请将其设为可写，或选择其他名称</translation>
    </message>
    <message>
        <source>nothing was written; try again when it is done</source>
        <translation>没有写入任何内容；请在其完成后重试</translation>
    </message>
    <message>
        <source>{}: the log can&apos;t be written</source>
        <translation>{}：无法写入日志</translation>
    </message>
    <message>
        <source>name a file in a folder that exists and may be written</source>
        <translation>请指定一个存在且可写的文件夹中的文件</translation>
    </message>
    <message>
        <source>unknown log level &apos;{}&apos;</source>
        <translation>未知的日志级别“{}”</translation>
    </message>
    <message>
        <source>use trace, debug, info, warning, error, critical or off</source>
        <translation>请使用 trace、debug、info、warning、error、critical 或 off</translation>
    </message>
    <message>
        <source>writing failed</source>
        <translation>写入失败</translation>
    </message>
    <message>
        <source>writing failed: {}</source>
        <translation>写入失败：{}</translation>
    </message>
    <message>
        <source>{} bytes do not fit into memory</source>
        <translation>{} 字节超出内存</translation>
    </message>
    <message>
        <source>{}: another program keeps it locked</source>
        <translation>{}：被其他程序锁定</translation>
    </message>
    <message>
        <source>{}: cannot be read</source>
        <translation>{}：无法读取</translation>
    </message>
    <message>
        <source>is a pipe or a device, expected a file</source>
        <translation>是管道或设备，应为文件</translation>
    </message>
    <message>
        <source>{}: the file changed while it was used</source>
        <translation>{}：文件在使用过程中发生了变化</translation>
    </message>
    <message>
        <source>run it again</source>
        <translation>请重新运行</translation>
    </message>
    <message>
        <source>use fewer --threads</source>
        <translation>请减少 --threads</translation>
    </message>
    <message>
        <source>{} threads can&apos;t be started</source>
        <translation>无法启动 {} 个线程</translation>
    </message>
    <message>
        <source>raise the limit (ulimit -v), or use fewer --threads</source>
        <translation>请提高限制 (ulimit -v)，或减少 --threads</translation>
    </message>
    <message>
        <source>the address space of the process is limited to {} MB, expected at least {} MB</source>
        <translation>进程的地址空间限制为 {} MB，至少需要 {} MB</translation>
    </message>
    <message>
        <source>reading failed</source>
        <translation>读取失败</translation>
    </message>
    <message>
        <source>is a folder, expected a file</source>
        <translation>是文件夹，应为文件</translation>
    </message>
    <!-- core/caller -->
    <message>
        <source>its tap {} lacks a name or a function</source>
        <translation>它的记录器 {} 缺少名称或函数</translation>
    </message>
    <message>
        <source>tap {}: {}</source>
        <translation>记录器 {}：{}</translation>
    </message>
    <!-- core/config -->
    <message>
        <source>Quantize it otherwise, or leave it to a processor that can do it.</source>
        <translation>换一种方式量化，或交给能执行它的处理器。</translation>
    </message>
    <message>
        <source>Replace it, or leave it to a processor that can do it.</source>
        <translation>换掉它，或交给能执行它的处理器。</translation>
    </message>
    <message>
        <source>a device profile, which begins with quantloupe_device: 1</source>
        <translation>以 quantloupe_device: 1 开头的设备说明文件</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a word or a number</source>
        <translation>一个词或一个数</translation>
    </message>
    <message>
        <source>at least {}</source>
        <translation>至少 {}</translation>
    </message>
    <message>
        <source>at most {}</source>
        <translation>至多 {}</translation>
    </message>
    <message>
        <source>axis {} of its input has {} elements; of {} {} takes {}.</source>
        <translation>其输入的第 {0} 轴有 {1} 个元素；对 {2}，{3} 接受{4}。</translation>
    </message>
    <message>
        <source>error, warning, info or allowed</source>
        <translation>error、warning、info 或 allowed</translation>
    </message>
    <message>
        <source>its input has rank {} ({}); of {} {} takes {}.</source>
        <translation>其输入的维数为 {0}（{1}）；对 {2}，{3} 接受 {4}。</translation>
    </message>
    <message>
        <source>its {} is {}; of {} {} takes {}.</source>
        <translation>其 {0} 为 {1}；对 {2}，{3} 接受{4}。</translation>
    </message>
    <message>
        <source>its weight is {}; of {} {} takes {}.</source>
        <translation>其权重为 {0}；对 {1}，{2} 接受 {3}。</translation>
    </message>
    <message>
        <source>its input is {}; of {} {} takes {}.</source>
        <translation>其输入为 {0}；对 {1}，{2} 接受 {3}。</translation>
    </message>
    <message>
        <source>its output is {}; of {} {} takes {}.</source>
        <translation>其输出为 {0}；对 {1}，{2} 接受 {3}。</translation>
    </message>
    <message>
        <source>name: and what the device is called</source>
        <translation>name: 与设备名称</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>没有名称</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>{} 之一</translation>
    </message>
    <message>
        <source>the format {}</source>
        <translation>格式 {}</translation>
    </message>
    <message>
        <source>the guide&apos;s chapter about check describes device profiles</source>
        <translation>指南中关于 check 的一章介绍设备说明文件</translation>
    </message>
    <message>
        <source>the key {}</source>
        <translation>键 {}</translation>
    </message>
    <message>
        <source>{} has no {}.</source>
        <translation>{} 没有 {}。</translation>
    </message>
    <message>
        <source>an activation has one scale, not one per channel</source>
        <translation>激活只有一个量化系数，而非每通道一个</translation>
    </message>
    <message>
        <source>give the mean and scale of the config, or leave the options out: the config&apos;s are taken then</source>
        <translation>请给出配置中的均值和系数，或去掉这些选项：那样会采用配置中的值</translation>
    </message>
    <message>
        <source>input_type_rt {} can&apos;t become input_type_train {}</source>
        <translation>input_type_rt {} 无法变成 input_type_train {}</translation>
    </message>
    <message>
        <source>input_type_train is nv12, which only input_type_rt may be</source>
        <translation>input_type_train 为 nv12，而只有 input_type_rt 可以是它</translation>
    </message>
    <message>
        <source>leave out mean and scale here, or export the network without it</source>
        <translation>此处不要给出均值和系数，或导出不含该操作的网络</translation>
    </message>
    <message>
        <source>norm_type is {}, and there is no {}</source>
        <translation>norm_type 为 {}，却没有 {}</translation>
    </message>
    <message>
        <source>norm_type {} leaves {} unused</source>
        <translation>norm_type {} 用不到 {}</translation>
    </message>
    <message>
        <source>pictures are brought to {} before the network, which begins with {} ({}) and shifts or scales them again</source>
        <translation>图片在进入网络前已变换到 {}，而网络以 {}（{}）开头，又平移或缩放一次</translation>
    </message>
    <message>
        <source>pictures become pictures: nv12 and yuv444 any, rgb and bgr one another</source>
        <translation>图片只能变成图片：nv12 和 yuv444 可变成任何一种，rgb 与 bgr 可互换</translation>
    </message>
    <message>
        <source>red and blue may be swapped: see what it was trained on</source>
        <translation>红蓝可能颠倒：请查看训练时用的顺序</translation>
    </message>
    <message>
        <source>say norm_type no_preprocess, or export the network without it</source>
        <translation>请写 norm_type no_preprocess，或导出不含该操作的网络</translation>
    </message>
    <message>
        <source>the config brings pixels to {}, the options for images to {}</source>
        <translation>配置把像素变换到 {}，图片选项变换到 {}</translation>
    </message>
    <message>
        <source>the config normalizes input {} ({}), and the network begins with {} ({}), which shifts or scales it as well: pictures are normalized twice</source>
        <translation>配置对输入 {} 做归一化（{}），而网络以 {}（{}）开头，同样平移或缩放：图片被归一化两次</translation>
    </message>
    <message>
        <source>the config says that the network was trained on {}, the options for images give it {}</source>
        <translation>配置说网络用 {} 训练，图片选项给它的却是 {}</translation>
    </message>
    <message>
        <source>{} has {} numbers, {} wants one or {}</source>
        <translation>{} 有 {} 个数，{} 需要一个或 {} 个</translation>
    </message>
    <message>
        <source>{} holds {}, expected numbers</source>
        <translation>{} 中有 {}，应为数字</translation>
    </message>
    <message>
        <source>{} is {}, allowed is one of {}</source>
        <translation>{} 为 {}，允许的是 {} 之一</translation>
    </message>
    <message>
        <source>without norm_type {} is unused</source>
        <translation>没有 norm_type，{} 用不到</translation>
    </message>
    <message>
        <source>skip has no ranges but random ones; min_max stands for it</source>
        <translation>skip 只有随机范围；以 min_max 代替</translation>
    </message>
    <message>
        <source>{} is a class of the user's own; min_max stands for it</source>
        <translation>{} 是用户自定义的类；以 min_max 代替</translation>
    </message>
    <message>
        <source>load takes the ranges that training left in the model; min_max stands for it</source>
        <translation>load 使用训练留在模型中的范围；以 min_max 代替</translation>
    </message>
    <message>
        <source>{} is a class of the user's own; round-to-nearest in equal steps stands for it</source>
        <translation>{} 是用户自定义的类；以等步长就近舍入代替</translation>
    </message>
    <message>
        <source>a clip limit counts only together with the other one</source>
        <translation>截断上下限须同时给出才有效</translation>
    </message>
    <message>
        <source>the integers keep all their bits</source>
        <translation>整数保留全部位宽</translation>
    </message>
    <message>
        <source>what dynamic chooses is not known here; symmetric stands for it</source>
        <translation>此处无法得知 dynamic 的选择；以 symmetric 代替</translation>
    </message>
    <message>
        <source>a batch has no known size here: give it with --batch-size, or the samples with --num-samples</source>
        <translation>此处不知道批的大小：请用 --batch-size 给出，或用 --num-samples 给出样本数</translation>
    </message>
    <message>
        <source>kept, not simulated: {}</source>
        <translation>保留但未仿真：{}</translation>
    </message>
    <message>
        <source>kept, not simulated: {} and {} more</source>
        <translation>保留但未仿真：{} 以及另外 {} 项</translation>
    </message>
    <message>
        <source>{} is kept, not simulated: {}</source>
        <translation>{} 保留但未仿真：{}</translation>
    </message>
    <message>
        <source>{} is kept, not simulated, in {} places: {}</source>
        <translation>{0} 在 {1} 处保留但未仿真：{2}</translation>
    </message>
    <message>
        <source>above {}</source>
        <translation>大于 {}</translation>
    </message>
    <message>
        <source>info --json lists the model&apos;s layers</source>
        <translation>info --json 会列出模型的各层</translation>
    </message>
    <message>
        <source>is {}, allowed is {}</source>
        <translation>为 {}，可用值为 {}</translation>
    </message>
    <message>
        <source>is {}, expected a text</source>
        <translation>为 {}，应为文本</translation>
    </message>
    <message>
        <source>is {}, expected true or false</source>
        <translation>为 {}，应为 true 或 false</translation>
    </message>
    <message>
        <source>is {}, expected {}</source>
        <translation>为 {}，应为 {}</translation>
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
        <source>open it again and repeat the edit; nothing was written</source>
        <translation>请重新打开并再次编辑；没有写入任何内容</translation>
    </message>
    <message>
        <source>quantloupe-cli config check {} lists everything</source>
        <translation>quantloupe-cli config check {} 会列出全部问题</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>请移除两者之一</translation>
    </message>
    <message>
        <source>the model has no layer {}</source>
        <translation>模型中没有层 {}</translation>
    </message>
    <message>
        <source>{} is a folder, expected a config file</source>
        <translation>{} 是文件夹，应为配置文件</translation>
    </message>
    <message>
        <source>{} was changed by someone else since it was read</source>
        <translation>{} 在读取之后被其他程序修改</translation>
    </message>
    <message>
        <source>{}: editing {} would change other layers too</source>
        <translation>{}：编辑 {} 会同时改变其他层</translation>
    </message>
    <message>
        <source>{}: layer {}: {}</source>
        <translation>{}: 层 {}: {}</translation>
    </message>
    <message>
        <source>{}: {} is not edited</source>
        <translation>{}：没有编辑 {}</translation>
    </message>
    <!-- core/config/constraints -->
    <message>
        <source> affine</source>
        <translation> 非对称</translation>
    </message>
    <message>
        <source> scale {} offset {}</source>
        <translation> 量化系数 {} 零点 {}</translation>
    </message>
    <message>
        <source> symmetric</source>
        <translation> 对称</translation>
    </message>
    <message>
        <source>activations of 4 bits need weights of 4 bits, not {}</source>
        <translation>激活 4 位要求权重为 4 位，而不是 {} 位</translation>
    </message>
    <message>
        <source>activations of {} bits need weights of 8 bits, not {}</source>
        <translation>激活 {} 位要求权重为 8 位，而不是 {} 位</translation>
    </message>
    <message>
        <source>activations of {} bits: they are 4 or 8 to 16 bits wide</source>
        <translation>激活 {} 位：激活只能是 4 位或 8 到 16 位</translation>
    </message>
    <message>
        <source>adds 0</source>
        <translation>只加 0</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>所指定</translation>
    </message>
    <message>
        <source>casts float32 to float32</source>
        <translation>把 float32 转换为 float32</translation>
    </message>
    <message>
        <source>change one of the two</source>
        <translation>请修改两者之一</translation>
    </message>
    <message>
        <source>did you mean {}?</source>
        <translation>是否指 {}？</translation>
    </message>
    <message>
        <source>divides by 1</source>
        <translation>只除以 1</translation>
    </message>
    <message>
        <source>enable at least one</source>
        <translation>请至少启用一层</translation>
    </message>
    <message>
        <source>give all of them the same settings</source>
        <translation>请让它们使用相同的设置</translation>
    </message>
    <message>
        <source>give both the same settings</source>
        <translation>请让两者使用相同的设置</translation>
    </message>
    <message>
        <source>write torch.split in place of torch.chunk</source>
        <translation>请用 torch.split 代替 torch.chunk</translation>
    </message>
    <message>
        <source>{} and {} more cut {} at bounds worked out from its shape, as torch.chunk is exported: AMCT does not quantize what it was split into</source>
        <translation>{} 与另外 {} 个 Slice 切分 {}，其边界由形状算出，torch.chunk 就是这样导出的：AMCT 不对拆分后的算子量化</translation>
    </message>
    <message>
        <source>skip it: quant_enable false, or its name in skip_layers</source>
        <translation>请跳过它：quant_enable 设为 false，或在 skip_layers 中写上其名称</translation>
    </message>
    <message>
        <source>{} reads no data, only constants (Tensor.data): the compiler works it out beforehand, and refuses it quantized ("can&apos;t gen offline output")</source>
        <translation>{} 不读取数据，只读取常量（Tensor.data）：编译器会离线计算它，量化后则报错（"can&apos;t gen offline output"）</translation>
    </message>
    <message>
        <source>reshape its input to two dimensions and its output back, or write it as a 1×1 convolution</source>
        <translation>请把输入变为两维、再把输出还原，或改写成 1×1 卷积</translation>
    </message>
    <message>
        <source>{}: a Linear with a bias on more than two dimensions becomes MatMul and Add, which AMCT does not quantize</source>
        <translation>{}：输入超过两维且带偏置的 Linear 会变成 MatMul 和 Add，AMCT 不支持对其量化</translation>
    </message>
    <message>
        <source>multiplies by 1</source>
        <translation>只乘以 1</translation>
    </message>
    <message>
        <source>no layer is enabled</source>
        <translation>没有启用任何层</translation>
    </message>
    <message>
        <source>no layer of the model is quantized</source>
        <translation>模型中没有任何层被量化</translation>
    </message>
    <message>
        <source>quantize it; raise its width instead of skipping it</source>
        <translation>请量化它；用提高位宽代替跳过</translation>
    </message>
    <message>
        <source>remove it from the model</source>
        <translation>请从模型中移除它</translation>
    </message>
    <message>
        <source>set channel_wise to false</source>
        <translation>请把 channel_wise 设为 false</translation>
    </message>
    <message>
        <source>set it symmetric</source>
        <translation>请设为对称量化</translation>
    </message>
    <message>
        <source>subtracts 0</source>
        <translation>只减 0</translation>
    </message>
    <message>
        <source>swap the operands: A·B is the transpose of Bᵀ·Aᵀ</source>
        <translation>请交换操作数：A·B 是 Bᵀ·Aᵀ 的转置</translation>
    </message>
    <message>
        <source>takes everything</source>
        <translation>取出全部</translation>
    </message>
    <message>
        <source>the model has no layer or value {}, an end of subgraph {}</source>
        <translation>模型中没有名为 {} 的层或值（子图 {} 的端点）</translation>
    </message>
    <message>
        <source>the second input {} is affine, but a MatMul takes it symmetric</source>
        <translation>第二个输入 {} 为非对称量化，但 MatMul 在此处只接受对称量化</translation>
    </message>
    <message>
        <source>the second input {} is {} bits wide, but a MatMul takes 8 there</source>
        <translation>第二个输入 {} 为 {} 位，但 MatMul 在此处只接受 8 位</translation>
    </message>
    <message>
        <source>weights of {} bits: they are 4 or 8 bits wide</source>
        <translation>权重 {} 位：权重只能是 4 或 8 位</translation>
    </message>
    <message>
        <source>{} feeds {} layers, which want it differently: {}</source>
        <translation>{} 供 {} 个层使用，但它们的要求不同：{}</translation>
    </message>
    <message>
        <source>{} has no channels: one scale for all weights</source>
        <translation>{} 没有通道：所有权重共用一个量化系数</translation>
    </message>
    <message>
        <source>{} only moves data and has {}, but {} behind it wants {}</source>
        <translation>{} 只搬运数据，设置为 {}，但其后的 {} 要求 {}</translation>
    </message>
    <message>
        <source>{} runs on the matrix unit, which computes in integers only</source>
        <translation>{} 在矩阵单元上运行，该单元只能做整数计算</translation>
    </message>
    <message>
        <source>{} wants {}</source>
        <translation>{} 要求 {}</translation>
    </message>
    <message>
        <source>{} {}: quantizing it costs accuracy for nothing</source>
        <translation>{} {}：量化它只会白白损失精度</translation>
    </message>
    <!-- core/config/dialects -->
    <message>
        <source>{} lists the files of NNCF&apos;s statistics, which are no scales yet</source>
        <translation>{} 列出 NNCF 统计量的文件，其中还没有量化系数</translation>
    </message>
    <message>
        <source>let NNCF quantize the model, export it to ONNX, and compare with that</source>
        <translation>请用 NNCF 量化模型并导出为 ONNX，再与之比较</translation>
    </message>
    <message>
        <source>{} is no class of AMCT, and one of your own has its package's name before it</source>
        <translation>{} 不是 AMCT 的类；自定义的类名前须带包名</translation>
    </message>
    <message>
        <source>with_offset and qscheme contradict each other</source>
        <translation>with_offset 与 qscheme 相互矛盾</translation>
    </message>
    <message>
        <source>keep one of the two</source>
        <translation>请保留两者之一</translation>
    </message>
    <message>
        <source>dtype is {}, but AMCT quantizes to signed integers only</source>
        <translation>dtype 为 {}，但 AMCT 只量化为有符号整数</translation>
    </message>
    <message>
        <source>choose torch.qint8</source>
        <translation>请选择 torch.qint8</translation>
    </message>
    <message>
        <source>quant_min {} and quant_max {} are not all integers of a width: simulated with all of {} bits</source>
        <translation>quant_min {} 与 quant_max {} 不是某一位宽的全部整数：按 {} 位的全部整数仿真</translation>
    </message>
    <message>
        <source>quant_max is {}, but num_bits is {}</source>
        <translation>quant_max 为 {}，但 num_bits 为 {}</translation>
    </message>
    <message>
        <source>{} is a list, but an activation has one</source>
        <translation>{} 是列表，但激活只有一个</translation>
    </message>
    <message>
        <source>wts_algo is {}, allowed is arq_quantize or snq_quantize</source>
        <translation>wts_algo 为 {}，允许 arq_quantize 或 snq_quantize</translation>
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
        <source>AMCT config.json (torch.fx)</source>
        <translation>AMCT 的 config.json (torch.fx)</translation>
    </message>
    <message>
        <source>AMCT configuration of a dynamic graph (JSON)</source>
        <translation>动态图的 AMCT 配置 (JSON)</translation>
    </message>
    <message>
        <source>AMCT configuration of training (JSON)</source>
        <translation>量化感知训练的 AMCT 配置 (JSON)</translation>
    </message>
    <message>
        <source>AMCT has no observer {}</source>
        <translation>AMCT 没有观察器 {}</translation>
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
        <source>AMCT simple configuration (YAML)</source>
        <translation>AMCT 简易配置 (YAML)</translation>
    </message>
    <message>
        <source>Horizon PTQ configuration (YAML)</source>
        <translation>Horizon PTQ 配置 (YAML)</translation>
    </message>
    <message>
        <source>Horizon qconfig setter (Python, to paste)</source>
        <translation>Horizon qconfig setter（Python，供粘贴）</translation>
    </message>
    <message>
        <source>Horizon quant_config.json</source>
        <translation>Horizon 的 quant_config.json</translation>
    </message>
    <message>
        <source>Horizon&apos;s YAML</source>
        <translation>Horizon 的 YAML</translation>
    </message>
    <message>
        <source>Horizon&apos;s quant_config.json</source>
        <translation>Horizon 的 quant_config.json</translation>
    </message>
    <message>
        <source>ON is {}, allowed is BPU or CPU</source>
        <translation>ON 为 {}，可用值为 BPU 或 CPU</translation>
    </message>
    <message>
        <source>ONNX Runtime exclusions and tensor overrides (JSON)</source>
        <translation>ONNX Runtime 排除列表与张量覆盖 (JSON)</translation>
    </message>
    <message>
        <source>ONNX Runtime&apos;s JSON</source>
        <translation>ONNX Runtime 的 JSON</translation>
    </message>
    <message>
        <source>RKNN hybrid quantization (YAML)</source>
        <translation>RKNN 混合量化 (YAML)</translation>
    </message>
    <message>
        <source>RKNN&apos;s hybrid quantization</source>
        <translation>RKNN 的混合量化</translation>
    </message>
    <message>
        <source>Sophgo qtable</source>
        <translation>Sophgo 的 qtable</translation>
    </message>
    <message>
        <source>Sophgo&apos;s qtable</source>
        <translation>Sophgo 的 qtable</translation>
    </message>
    <message>
        <source>a fixed scale</source>
        <translation>固定量化系数</translation>
    </message>
    <message>
        <source>several scales of a tensor</source>
        <translation>一个张量的多个量化系数</translation>
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
        <source>a name with a blank: {}</source>
        <translation>名称中有空格：{}</translation>
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
        <source>a text or a list of texts</source>
        <translation>文本或文本列表</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>真假值</translation>
    </message>
    <message>
        <source>a word</source>
        <translation>单词</translation>
    </message>
    <message>
        <source>act_algo is {}, allowed is ifmr or hfmg</source>
        <translation>act_algo 为 {}，可用值为 ifmr 或 hfmg</translation>
    </message>
    <message>
        <source>ada_quantize learns how weights are rounded: it is kept, but simulated as arq_quantize, rounding to nearest</source>
        <translation>ada_quantize 会学习权重的舍入方式：予以保留，但按 arq_quantize 以就近舍入模拟</translation>
    </message>
    <message>
        <source>algo is {}, allowed is luq_quantize, ulq_quantize, arq_retrain or lnq_retrain</source>
        <translation>algo 为 {}，可用值为 luq_quantize、ulq_quantize、arq_retrain 或 lnq_retrain</translation>
    </message>
    <message>
        <source>an entry of {} without {}</source>
        <translation>{} 中有一项缺少 {}</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>an observer</source>
        <translation>观察器</translation>
    </message>
    <message>
        <source>an observer by name</source>
        <translation>按名称指定的观察器</translation>
    </message>
    <message>
        <source>an observer of one tensor</source>
        <translation>单个张量的观察器</translation>
    </message>
    <message>
        <source>anything about {}: it is a setting of the network</source>
        <translation>关于 {} 的设置：它是网络的设置</translation>
    </message>
    <message>
        <source>anything but the mode of one layer</source>
        <translation>除单层模式以外的设置</translation>
    </message>
    <message>
        <source>anything but the type of one layer</source>
        <translation>除单层类型以外的设置</translation>
    </message>
    <message>
        <source>anything but the type of one node</source>
        <translation>除单个节点的类型以外的设置</translation>
    </message>
    <message>
        <source>anything but the width of one layer</source>
        <translation>除单层位宽以外的设置</translation>
    </message>
    <message>
        <source>batch_num is below 1</source>
        <translation>batch_num 小于 1</translation>
    </message>
    <message>
        <source>calibration_type is {}, allowed is default, mix, kl, max, load or skip</source>
        <translation>calibration_type 为 {}，可用值为 default、mix、kl、max、load 或 skip</translation>
    </message>
    <message>
        <source>choose 4 or 8, or skip the layer</source>
        <translation>请选择 4 或 8，或跳过该层</translation>
    </message>
    <message>
        <source>choose 4, 8 or 16</source>
        <translation>请选择 4、8 或 16</translation>
    </message>
    <message>
        <source>choose 8 or 16</source>
        <translation>请选择 8 或 16</translation>
    </message>
    <message>
        <source>compare with a record of the target&apos;s own calibration (--record)</source>
        <translation>请用目标平台自身校准的记录比较 (--record)</translation>
    </message>
    <message>
        <source>dmq_balancer moves scale from activations into weights: it is kept, but not simulated</source>
        <translation>dmq_balancer 会把激活的缩放移到权重：予以保留，但不模拟</translation>
    </message>
    <message>
        <source>dst_type is {}, allowed is INT4, INT8 or INT16</source>
        <translation>dst_type 为 {}，可用值为 INT4、INT8 或 INT16</translation>
    </message>
    <message>
        <source>expect the target to be a little better than the simulation</source>
        <translation>目标平台的结果应略好于模拟</translation>
    </message>
    <message>
        <source>is it misspelt, or from another version?</source>
        <translation>是否拼写错误，或来自其他版本？</translation>
    </message>
    <message>
        <source>is it misspelt?</source>
        <translation>是否拼写错误？</translation>
    </message>
    <message>
        <source>keep one</source>
        <translation>请只保留一个</translation>
    </message>
    <message>
        <source>max_percentile counts only with calibration_type max</source>
        <translation>max_percentile 只在 calibration_type 为 max 时有效</translation>
    </message>
    <message>
        <source>max_percentile is outside [0.5, 1]</source>
        <translation>max_percentile 超出 [0.5, 1]</translation>
    </message>
    <message>
        <source>max_percentile is {}, allowed is [0.5, 1]</source>
        <translation>max_percentile 为 {}，允许范围为 [0.5, 1]</translation>
    </message>
    <message>
        <source>mode {}, allowed is INT8, INT4, F8E4M3, F8E5M2, F32, F16, BF16, W8F16 and its like</source>
        <translation>模式 {}，可用值为 INT8、INT4、F8E4M3、F8E5M2、F32、F16、BF16、W8F16 等</translation>
    </message>
    <message>
        <source>name one with --dialect: {}</source>
        <translation>请用 --dialect 指定：{}</translation>
    </message>
    <message>
        <source>a scale per channel without the axis</source>
        <translation>不指明轴的逐通道缩放</translation>
    </message>
    <message>
        <source>name the network with --model</source>
        <translation>请用 --model 指定网络</translation>
    </message>
    <message>
        <source>name the network with --model, or set one width at a time</source>
        <translation>请用 --model 指定网络，或每次只设一种位宽</translation>
    </message>
    <message>
        <source>node_info of a node is a map</source>
        <translation>节点的 node_info 应为映射</translation>
    </message>
    <message>
        <source>node_info says &apos;{}&apos;, expected node:int16</source>
        <translation>node_info 为“{}”，应为 node:int16</translation>
    </message>
    <message>
        <source>observer {}</source>
        <translation>观察器 {}</translation>
    </message>
    <message>
        <source>optimization {} means nothing here</source>
        <translation>optimization 为 {}，在此没有意义</translation>
    </message>
    <message>
        <source>quant_type is {}, allowed is QInt4, QUInt4, QInt8, QUInt8, QInt16, QUInt16 or QFLOAT8E4M3FN</source>
        <translation>quant_type 为 {}，可用值为 QInt4、QUInt4、QInt8、QUInt8、QInt16、QUInt16 或 QFLOAT8E4M3FN</translation>
    </message>
    <message>
        <source>{}: {} can&apos;t say the number format {}</source>
        <translation>{}：{} 无法表达数值格式 {}</translation>
    </message>
    <message>
        <source>it knows widths only</source>
        <translation>它只能表达位宽</translation>
    </message>
    <message>
        <source>it knows {}</source>
        <translation>它能表达 {}</translation>
    </message>
    <message>
        <source>this pair of number formats</source>
        <translation>这一对数值格式</translation>
    </message>
    <message>
        <source>choose fp8_e4m3, fp8_e5m2, 4 or 8 bits, or skip the layer</source>
        <translation>请选择 fp8_e4m3、fp8_e5m2、4 位或 8 位，或跳过该层</translation>
    </message>
    <message>
        <source>search_range is not two rising numbers</source>
        <translation>search_range 不是两个递增的数</translation>
    </message>
    <message>
        <source>subgraph {} without inputs or outputs means no layer</source>
        <translation>子图 {} 没有 inputs 或 outputs，不对应任何层</translation>
    </message>
    <message>
        <source>subgraph {} without qtype</source>
        <translation>子图 {} 缺少 qtype</translation>
    </message>
    <message>
        <source>the QAT JSON</source>
        <translation>QAT 的 JSON</translation>
    </message>
    <message>
        <source>the dynamic-graph JSON</source>
        <translation>动态图 JSON</translation>
    </message>
    <message>
        <source>the fx JSON</source>
        <translation>fx 的 JSON</translation>
    </message>
    <message>
        <source>the retrain quant.cfg</source>
        <translation>量化感知训练的 quant.cfg</translation>
    </message>
    <message>
        <source>they are 8 bits wide</source>
        <translation>它们的位宽为 8</translation>
    </message>
    <message>
        <source>this layer</source>
        <translation>该层</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>two widths for one layer</source>
        <translation>一层有两种位宽</translation>
    </message>
    <message>
        <source>type {}, allowed is int4, int8, int16, float16, float32 …</source>
        <translation>类型 {}，可用值为 int4、int8、int16、float16、float32 …</translation>
    </message>
    <message>
        <source>unknown dialect {}: expected {}</source>
        <translation>未知的配置格式 {}：应为 {}</translation>
    </message>
    <message>
        <source>weight settings of {}: it has no {}</source>
        <translation>{} 的权重设置：它没有 {}</translation>
    </message>
    <message>
        <source>weights of {} bits</source>
        <translation>权重 {} 位</translation>
    </message>
    <message>
        <source>weights of {} bits apart from the activation</source>
        <translation>权重 {} 位，与激活不同</translation>
    </message>
    <message>
        <source>whether a tensor is symmetric</source>
        <translation>张量是否对称量化</translation>
    </message>
    <message>
        <source>which tensors {} reads</source>
        <translation>{} 读取哪些张量</translation>
    </message>
    <message>
        <source>{} a second time: the last one wins without a word</source>
        <translation>{} 重复出现：以最后一个为准，且不会提示</translation>
    </message>
    <message>
        <source>{} beside {}: one of a kind counts</source>
        <translation>{} 与 {} 并存：同类只有一个有效</translation>
    </message>
    <message>
        <source>{} bits</source>
        <translation>{} 位</translation>
    </message>
    <message>
        <source>{} bits with dst_type</source>
        <translation>dst_type 为 {} 位</translation>
    </message>
    <message>
        <source>{} can only be written</source>
        <translation>{} 只能写出，不能读取</translation>
    </message>
    <message>
        <source>{} can&apos;t say {}</source>
        <translation>{} 无法表达：{}</translation>
    </message>
    <message>
        <source>{} is neither a layer nor a setting of the network</source>
        <translation>{} 既不是层，也不是网络的设置</translation>
    </message>
    <message>
        <source>{} is neither a number nor a word nor a list of numbers</source>
        <translation>{} 既不是数、单词，也不是数的列表</translation>
    </message>
    <message>
        <source>{} is no list</source>
        <translation>{} 不是列表</translation>
    </message>
    <message>
        <source>{} is no list of overrides</source>
        <translation>{} 不是覆盖设置的列表</translation>
    </message>
    <message>
        <source>{} is no map</source>
        <translation>{} 不是映射</translation>
    </message>
    <message>
        <source>{} is no number and no list of numbers</source>
        <translation>{} 既不是数，也不是数的列表</translation>
    </message>
    <message>
        <source>{} is of no dialect that is known here</source>
        <translation>{} 不是已知的配置格式</translation>
    </message>
    <message>
        <source>{} is {}, allowed is int8 or int16</source>
        <translation>{} 为 {}，可用值为 int8 或 int16</translation>
    </message>
    <message>
        <source>{} is {}, allowed is {}</source>
        <translation>{} 为 {}，可用值为 {}</translation>
    </message>
    <message>
        <source>{} is {}, expected {}</source>
        <translation>{} 为 {}，应为 {}</translation>
    </message>
    <message>
        <source>{} means nothing here</source>
        <translation>{} 在此没有意义</translation>
    </message>
    <message>
        <source>{} means nothing to {}</source>
        <translation>{} 对 {} 没有意义</translation>
    </message>
    <message>
        <source>{} without {}</source>
        <translation>{} 缺少 {}</translation>
    </message>
    <!-- core/config/edit -->
    <message>
        <source>edit the anchor by hand</source>
        <translation>请手动编辑锚点</translation>
    </message>
    <message>
        <source>nothing was written; edit the line by hand</source>
        <translation>没有写入任何内容；请手动编辑该行</translation>
    </message>
    <message>
        <source>something else would change too</source>
        <translation>其他内容也会改变</translation>
    </message>
    <message>
        <source>the result would not be readable</source>
        <translation>结果将无法读取</translation>
    </message>
    <message>
        <source>{}: there is no message to add {} to</source>
        <translation>{}：没有可添加 {} 的消息</translation>
    </message>
    <message>
        <source>{}: this place can&apos;t be edited safely: {}</source>
        <translation>{}：此处无法安全编辑：{}</translation>
    </message>
    <message>
        <source>{}: {} is shared through an alias</source>
        <translation>{}：{} 通过别名共享</translation>
    </message>
    <!-- core/config/text -->
    <message>
        <source>&quot;{}&quot; a second time: the last one counts</source>
        <translation>“{}”重复出现：以最后一个为准</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;]&apos;</source>
        <translation>“,”或“]”</translation>
    </message>
    <message>
        <source>&apos;:&apos; or &apos;{&apos;</source>
        <translation>“:”或“{”</translation>
    </message>
    <message>
        <source>a bracket that this program can&apos;t match</source>
        <translation>本程序无法配对的括号</translation>
    </message>
    <message>
        <source>a comment, which strict JSON readers refuse</source>
        <translation>注释，严格的 JSON 读取器不接受</translation>
    </message>
    <message>
        <source>a field name</source>
        <translation>字段名</translation>
    </message>
    <message>
        <source>a key that is no plain or quoted word</source>
        <translation>键不是普通单词或带引号的单词</translation>
    </message>
    <message>
        <source>a list item that this program can&apos;t locate</source>
        <translation>本程序无法定位的列表项</translation>
    </message>
    <message>
        <source>a name in double quotes</source>
        <translation>双引号中的名称</translation>
    </message>
    <message>
        <source>a scalar that this program can&apos;t locate</source>
        <translation>本程序无法定位的标量</translation>
    </message>
    <message>
        <source>a second document in one file</source>
        <translation>一个文件中有第二个文档</translation>
    </message>
    <message>
        <source>a trailing comma, which strict JSON readers refuse</source>
        <translation>多余的结尾逗号，严格的 JSON 读取器不接受</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>a zero byte: this is no text file</source>
        <translation>含有零字节：这不是文本文件</translation>
    </message>
    <message>
        <source>alias *{} has no complete anchor before it</source>
        <translation>别名 *{} 之前没有完整的锚点</translation>
    </message>
    <message>
        <source>an escape such as \n or \u00e9</source>
        <translation>\n 或 \u00e9 这样的转义</translation>
    </message>
    <message>
        <source>an escape such as \n or \x41</source>
        <translation>\n 或 \x41 这样的转义</translation>
    </message>
    <message>
        <source>control character {:#04x}</source>
        <translation>控制字符 {}</translation>
    </message>
    <message>
        <source>expected a name and a value, found {}</source>
        <translation>应为名称和值，实际为 {}</translation>
    </message>
    <message>
        <source>expected {}, found {}</source>
        <translation>应为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>four hexadecimal digits</source>
        <translation>四位十六进制数字</translation>
    </message>
    <message>
        <source>is it a config file?</source>
        <translation>它是配置文件吗？</translation>
    </message>
    <message>
        <source>item {}</source>
        <translation>第 {} 项</translation>
    </message>
    <message>
        <source>nested more than {} deep</source>
        <translation>嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>no &apos;:&apos; behind the key {}</source>
        <translation>键 {} 之后缺少“:”</translation>
    </message>
    <message>
        <source>put it in quotes</source>
        <translation>请加上引号</translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation>请保存为 UTF-8</translation>
    </message>
    <message>
        <source>something else stands in the way of {}</source>
        <translation>{} 处已有其他内容</translation>
    </message>
    <message>
        <source>split the file</source>
        <translation>请拆分文件</translation>
    </message>
    <message>
        <source>the aliases expand to more than two million pieces</source>
        <translation>别名展开后超过两百万项</translation>
    </message>
    <message>
        <source>the closing quote of a string</source>
        <translation>字符串的结束引号</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>there is nothing to remove at {}</source>
        <translation>{} 处没有可移除的内容</translation>
    </message>
    <message>
        <source>{} a second time: the last one counts</source>
        <translation>{} 重复出现：以最后一个为准</translation>
    </message>
    <message>
        <source>{} is UTF-16</source>
        <translation>{} 是 UTF-16 编码</translation>
    </message>
    <message>
        <source>{} is larger than 16 MiB</source>
        <translation>{} 大于 16 MiB</translation>
    </message>
    <!-- core/data -->
    <message>
        <source>&apos;{}&apos; is not a seed</source>
        <translation>“{}”不是随机种子</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a shape</source>
        <translation>“{}”不是形状</translation>
    </message>
    <message>
        <source>array {} is for no input of the model</source>
        <translation>数组 {} 不对应模型的任何输入</translation>
    </message>
    <message>
        <source>does not say which input it is for</source>
        <translation>没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>give --input name=file.npy for each, or --input random</source>
        <translation>请为每个输入给出 --input name=file.npy，或 --input random</translation>
    </message>
    <message>
        <source>give --input {}=file.pb</source>
        <translation>请给出 --input {}=file.pb</translation>
    </message>
    <message>
        <source>give it as the standard&apos;s test data do, in a serialized SequenceProto or OptionalProto: --input {}=input_0.pb</source>
        <translation>请像标准测试数据那样以序列化的 SequenceProto 或 OptionalProto 给出：--input {}=input_0.pb</translation>
    </message>
    <message>
        <source>input {} is given twice</source>
        <translation>输入 {} 给出了两次</translation>
    </message>
    <message>
        <source>input {} is no tensor</source>
        <translation>输入 {} 不是张量</translation>
    </message>
    <message>
        <source>input_{}.pb is one too many: the model has {} inputs</source>
        <translation>input_{}.pb 多余：模型有 {} 个输入</translation>
    </message>
    <message>
        <source>its inputs are {}</source>
        <translation>其输入为 {}</translation>
    </message>
    <message>
        <source>no data for input {}</source>
        <translation>输入 {} 没有数据</translation>
    </message>
    <message>
        <source>no data for {}</source>
        <translation>{} 没有数据</translation>
    </message>
    <message>
        <source>ONNX optional</source>
        <translation>ONNX 可选值</translation>
    </message>
    <message>
        <source>ONNX sequence</source>
        <translation>ONNX 序列</translation>
    </message>
    <message>
        <source>raw numbers need type and shape, as in file.bin:float32:1x3x224x224</source>
        <translation>原始数据需要类型和形状，例如 file.bin:float32:1x3x224x224</translation>
    </message>
    <message>
        <source>save one sample under the inputs&apos; own names</source>
        <translation>请以输入自身的名称保存一个样本</translation>
    </message>
    <message>
        <source>say how the model was trained: --preprocess FILE, or --mean, --scale, --layout, --color, --resize</source>
        <translation>请说明模型训练时的预处理：--preprocess FILE，或 --mean、--scale、--layout、--color、--resize</translation>
    </message>
    <message>
        <source>the model has no input {}</source>
        <translation>模型没有输入 {}</translation>
    </message>
    <message>
        <source>the model&apos;s inputs are {}</source>
        <translation>模型的输入为 {}</translation>
    </message>
    <message>
        <source>the optional holds no sequence of tensors</source>
        <translation>该可选值不包含张量序列</translation>
    </message>
    <message>
        <source>the optional holds no tensor</source>
        <translation>该可选值不包含张量</translation>
    </message>
    <message>
        <source>the sequence holds something else than tensors, which is not read</source>
        <translation>该序列包含张量以外的内容，无法读取</translation>
    </message>
    <message>
        <source>unknown element type &apos;{}&apos;</source>
        <translation>未知的元素类型“{}”</translation>
    </message>
    <message>
        <source>write file.bin:float32:1x3x224x224</source>
        <translation>请写成 file.bin:float32:1x3x224x224</translation>
    </message>
    <message>
        <source>write name={}; the inputs are {}</source>
        <translation>请写成 name={}；输入为 {}</translation>
    </message>
    <message>
        <source>write random or random:7</source>
        <translation>请写成 random 或 random:7</translation>
    </message>
    <message>
        <source>{} has {} samples, none of index {}</source>
        <translation>{} 有 {} 个样本，没有序号 {}</translation>
    </message>
    <message>
        <source>{}: an image has to be preprocessed</source>
        <translation>{}：图像需要预处理</translation>
    </message>
    <message>
        <source>{}: does not say which input it is for</source>
        <translation>{}：没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>{}: holds neither input_0.pb nor .npy files</source>
        <translation>{}：既没有 input_0.pb，也没有 .npy 文件</translation>
    </message>
    <message>
        <source>{}: holds {} arrays, none of which is called {}</source>
        <translation>{}：有 {} 个数组，没有名为 {} 的</translation>
    </message>
    <message>
        <source>{}: is a calibration set of {} arrays, expected one sample</source>
        <translation>{}：是 {} 个数组的校准集，应为一个样本</translation>
    </message>
    <message>
        <source>{}: not a .npy, .npz, .pt, .pb or image file</source>
        <translation>{}：不是 .npy、.npz、.pt、.pb 或图像文件</translation>
    </message>
    <!-- core/data/datasets -->
    <message>
        <source>array {} does not say which input it is for</source>
        <translation>数组 {} 没有说明属于哪个输入</translation>
    </message>
    <message>
        <source>array {} has shape {}, expected a first axis that counts {} samples</source>
        <translation>数组 {} 的形状为 {}，第一维应为{}样本数</translation>
    </message>
    <message>
        <source>call arrays KEY__INPUT; the inputs are {}</source>
        <translation>请把数组命名为 KEY__INPUT；输入为 {}</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>expected .npy, .npz, .pt, .bin, .raw or image files, or folders such as test_data_set_0</source>
        <translation>应为 .npy、.npz、.pt、.bin、.raw 或图像文件，或 test_data_set_0 这样的文件夹</translation>
    </message>
    <message>
        <source>give a folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a .txt list of paths, or a folder of test_data_set_N</source>
        <translation>请提供 .npy、.npz、.pt 或图像的文件夹，一个堆叠的 .npy 或 .npz，.txt 路径列表，或 test_data_set_N 的文件夹</translation>
    </message>
    <message>
        <source>give one label per sample, in the order of the samples</source>
        <translation>请按样本顺序为每个样本给出一个标签</translation>
    </message>
    <message>
        <source>has no label for sample {}</source>
        <translation>样本 {} 没有标签</translation>
    </message>
    <message>
        <source>holds no sample</source>
        <translation>没有样本</translation>
    </message>
    <message>
        <source>leave out what is no input, such as labels</source>
        <translation>请去掉不是输入的内容，例如标签</translation>
    </message>
    <message>
        <source>line {}</source>
        <translation>第 {} 行</translation>
    </message>
    <message>
        <source>lists no samples</source>
        <translation>没有列出任何样本</translation>
    </message>
    <message>
        <source>not a dataset</source>
        <translation>不是数据集</translation>
    </message>
    <message>
        <source>paths are relative to the list&apos;s own folder</source>
        <translation>路径相对于列表文件所在的文件夹</translation>
    </message>
    <message>
        <source>sample {}</source>
        <translation>样本 {}</translation>
    </message>
    <message>
        <source>sample {} has no file for input {}</source>
        <translation>样本 {} 没有输入 {} 的文件</translation>
    </message>
    <message>
        <source>some lines name a sample and some don&apos;t</source>
        <translation>有的行写了样本名，有的没有</translation>
    </message>
    <message>
        <source>the</source>
        <translation>该数组</translation>
    </message>
    <message>
        <source>the archive holds no arrays</source>
        <translation>归档中没有数组</translation>
    </message>
    <message>
        <source>the array has shape {}, expected a first axis that counts samples</source>
        <translation>数组形状为 {}，第一维应为样本数</translation>
    </message>
    <message>
        <source>the array takes {} bytes, the file has {}</source>
        <translation>数组需要 {} 字节，文件有 {} 字节</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>文件在读取过程中变短</translation>
    </message>
    <message>
        <source>the file changed while it was read</source>
        <translation>文件在读取过程中被更改</translation>
    </message>
    <message>
        <source>the file seems to be cut off</source>
        <translation>文件似乎被截断</translation>
    </message>
    <message>
        <source>the folder holds no samples</source>
        <translation>文件夹中没有样本</translation>
    </message>
    <message>
        <source>the sample has an array for input {}, and the model has {} inputs</source>
        <translation>样本含有第 {} 个输入的数组，而模型有 {} 个输入</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>write one label per line, or SAMPLE LABEL</source>
        <translation>请每行写一个标签，或写“样本 标签”</translation>
    </message>
    <message>
        <source>write one path per line</source>
        <translation>请每行写一个路径</translation>
    </message>
    <message>
        <source>{} does not exist</source>
        <translation>{} 不存在</translation>
    </message>
    <message>
        <source>{}: found {} labels for {} samples</source>
        <translation>{}：有 {} 个标签，而样本为 {} 个</translation>
    </message>
    <message>
        <source>{}: sample {}</source>
        <translation>{}：样本 {}</translation>
    </message>
    <!-- core/data/dumps -->
    <message>
        <source>file {} is a link that leads out of the dump</source>
        <translation>文件 {} 是通向导出数据之外的链接</translation>
    </message>
    <message>
        <source>put the file itself into the dump&apos;s folder</source>
        <translation>请把文件本身放入导出数据的文件夹</translation>
    </message>
    <message>
        <source>a scale needs an integer type of 4 to 16 bits, found {}</source>
        <translation>量化系数需要 4 到 16 位的整数类型，实际为 {}</translation>
    </message>
    <message>
        <source>channel_axis is no integer</source>
        <translation>channel_axis 不是整数</translation>
    </message>
    <message>
        <source>expected a type and a shape</source>
        <translation>应为类型和形状</translation>
    </message>
    <message>
        <source>expected an object</source>
        <translation>应为对象</translation>
    </message>
    <message>
        <source>expected an object with a list &quot;tensors&quot;</source>
        <translation>应为含列表 &quot;tensors&quot; 的对象</translation>
    </message>
    <message>
        <source>file {} isn&apos;t there</source>
        <translation>文件 {} 不存在</translation>
    </message>
    <message>
        <source>file {} lies outside of the dump</source>
        <translation>文件 {} 位于转储之外</translation>
    </message>
    <message>
        <source>is no JSON: {}</source>
        <translation>不是 JSON：{}</translation>
    </message>
    <message>
        <source>is the dump complete?</source>
        <translation>转储是否完整？</translation>
    </message>
    <message>
        <source>nothing says type and shape of these numbers</source>
        <translation>没有说明这些数的类型和形状</translation>
    </message>
    <message>
        <source>scale {} is no positive number</source>
        <translation>量化系数 {} 不是正数</translation>
    </message>
    <message>
        <source>shape is no list of numbers</source>
        <translation>shape 不是数的列表</translation>
    </message>
    <message>
        <source>{}: holds {} numbers, the dump says shape {}</source>
        <translation>{}：含有 {} 个数，而转储所说的形状为 {}</translation>
    </message>
    <message>
        <source>write one number a line</source>
        <translation>请每行写一个数</translation>
    </message>
    <message>
        <source>{} is no format of dumps</source>
        <translation>{} 不是转储的格式</translation>
    </message>
    <message>
        <source>use npy, float or txt</source>
        <translation>请用 npy、float 或 txt</translation>
    </message>
    <message>
        <source>was the file replaced?</source>
        <translation>文件是否被替换过？</translation>
    </message>
    <message>
        <source>write NAME.shape.json {&quot;dtype&quot;: &quot;float32&quot;, &quot;shape&quot;: [1, 3, 2, 2]} beside NAME.bin</source>
        <translation>请在 NAME.bin 旁写入 NAME.shape.json {&quot;dtype&quot;: &quot;float32&quot;, &quot;shape&quot;: [1, 3, 2, 2]}</translation>
    </message>
    <message>
        <source>write: int8 1x3x224x224</source>
        <translation>请写成：int8 1x3x224x224</translation>
    </message>
    <message>
        <source>zero_point {} is no integer</source>
        <translation>zero_point {} 不是整数</translation>
    </message>
    <message>
        <source>{} is missing</source>
        <translation>缺少 {}</translation>
    </message>
    <message>
        <source>{} is no text</source>
        <translation>{} 不是文本</translation>
    </message>
    <message>
        <source>{} scales need a channel_axis</source>
        <translation>{} 个量化系数需要 channel_axis</translation>
    </message>
    <message>
        <source>{} zero points for {} scales</source>
        <translation>有 {} 个零点，而量化系数有 {} 个</translation>
    </message>
    <message>
        <source>{} {} is no element type</source>
        <translation>{} {} 不是元素类型</translation>
    </message>
    <message>
        <source>{}: has shape {}, the dump says {}</source>
        <translation>{}：形状为 {}，转储记录为 {}</translation>
    </message>
    <message>
        <source>{}: holds no tensors</source>
        <translation>{}：没有张量</translation>
    </message>
    <message>
        <source>{}: holds {}, the dump says {}</source>
        <translation>{}：内容为 {}，转储记录为 {}</translation>
    </message>
    <message>
        <source>{}: no array {}</source>
        <translation>{}：没有数组 {}</translation>
    </message>
    <message>
        <source>{}: tensor {} is there twice</source>
        <translation>{}：张量 {} 出现两次</translation>
    </message>
    <!-- core/data/images -->
    <message>
        <source>1 (pixels from 0 to 1) or 255 (pixels from 0 to 255)</source>
        <translation>1（像素为 0 到 1）或 255（像素为 0 到 255）</translation>
    </message>
    <message>
        <source>[x, y, width, height]</source>
        <translation>[x, y, 宽, 高]</translation>
    </message>
    <message>
        <source>a whole number of pixels, 1 to {}</source>
        <translation>整数个像素，1 到 {}</translation>
    </message>
    <message>
        <source>expected lines such as &apos;color: rgb&apos;</source>
        <translation>应为“color: rgb”这样的行</translation>
    </message>
    <message>
        <source>found {}, expected {}</source>
        <translation>实际为 {}，应为 {}</translation>
    </message>
    <message>
        <source>give this input as .npy</source>
        <translation>请以 .npy 提供此输入</translation>
    </message>
    <message>
        <source>images cannot be read: {}</source>
        <translation>无法读取图像：{}</translation>
    </message>
    <message>
        <source>input {} [{}] does not say how large images are</source>
        <translation>输入 {} [{}] 没有说明图像大小</translation>
    </message>
    <message>
        <source>input {} [{}] does not say where its channels are</source>
        <translation>输入 {} [{}] 没有说明通道位置</translation>
    </message>
    <message>
        <source>input {} [{}] has {} channels, the image has {}</source>
        <translation>输入 {} [{}] 有 {} 个通道，图像有 {} 个</translation>
    </message>
    <message>
        <source>input {} has shape {}, expected an image: batch 1 and four dimensions</source>
        <translation>输入 {} 的形状为 {}，应为图像：批次为 1，共四维</translation>
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
        <source>mean, std, scale and pad have one number or one for each of {} channels</source>
        <translation>mean、std、scale 和 pad 应为一个数，或 {} 个通道各一个</translation>
    </message>
    <message>
        <source>numbers other than 0: they divide</source>
        <translation>不为 0 的数：它们是除数</translation>
    </message>
    <message>
        <source>one number, or one for each of three channels</source>
        <translation>一个数，或三个通道各一个</translation>
    </message>
    <message>
        <source>preprocessing has both std and scale</source>
        <translation>预处理同时有 std 和 scale</translation>
    </message>
    <message>
        <source>preprocessing knows {}</source>
        <translation>预处理支持 {}</translation>
    </message>
    <message>
        <source>preprocessing setting {}</source>
        <translation>预处理设置 {}</translation>
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
        <source>std divides, scale multiplies: keep one</source>
        <translation>std 是除，scale 是乘：请只保留一个</translation>
    </message>
    <message>
        <source>uint8 images can&apos;t be normalised</source>
        <translation>uint8 图像无法归一化</translation>
    </message>
    <message>
        <source>unknown key {}</source>
        <translation>未知的键 {}</translation>
    </message>
    <message>
        <source>whole numbers from 0 to 255</source>
        <translation>0 到 255 的整数</translation>
    </message>
    <message>
        <source>width x height, such as 320x240</source>
        <translation>宽 x 高，例如 320x240</translation>
    </message>
    <message>
        <source>write key=value</source>
        <translation>请写成 key=value</translation>
    </message>
    <!-- core/data/opencv -->
    <message>
        <source>this is no PNG, JPEG, BMP, TIFF, WebP, PPM or PGM image</source>
        <translation>这不是 PNG、JPEG、BMP、TIFF、WebP、PPM 或 PGM 图像</translation>
    </message>
    <message>
        <source>OpenCV can&apos;t decode this as an image</source>
        <translation>OpenCV 无法把它解码为图像</translation>
    </message>
    <message>
        <source>OpenCV refuses the image: {}</source>
        <translation>OpenCV 拒绝该图像：{}</translation>
    </message>
    <message>
        <source>crop [{}, {}, {}, {}] leaves the image of {}x{}</source>
        <translation>裁剪 [{}, {}, {}, {}] 超出 {}x{} 的图像</translation>
    </message>
    <message>
        <source>short_side {} gives {}x{}, too small to cut {}x{} from</source>
        <translation>short_side {} 得到 {}x{}，不足以裁出 {}x{}</translation>
    </message>
    <!-- core/data/tensors -->
    <message>
        <source>ONNX tensor</source>
        <translation>ONNX 张量</translation>
    </message>
    <message>
        <source>True or False</source>
        <translation>True 或 False</translation>
    </message>
    <message>
        <source>a key is missing, expected descr, fortran_order and shape</source>
        <translation>缺少键，应有 descr、fortran_order 和 shape</translation>
    </message>
    <message>
        <source>a size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a string without closing quote</source>
        <translation>字符串缺少结束引号</translation>
    </message>
    <message>
        <source>add the leading dimension, with array[None] in numpy</source>
        <translation>请添加最前面的维度，在 numpy 中用 array[None]</translation>
    </message>
    <message>
        <source>claims {} bytes out of {}</source>
        <translation>声称从 {1} 字节中得到 {0} 字节</translation>
    </message>
    <message>
        <source>compression method {} is not known</source>
        <translation>未知的压缩方法 {}</translation>
    </message>
    <message>
        <source>does not match its size or checksum</source>
        <translation>与其大小或校验和不符</translation>
    </message>
    <message>
        <source>element type &apos;{}&apos; is not supported</source>
        <translation>不支持 元素类型 &apos;{}&apos;</translation>
    </message>
    <message>
        <source>ends too early</source>
        <translation>过早结束</translation>
    </message>
    <message>
        <source>entry {}</source>
        <translation>条目 {}</translation>
    </message>
    <message>
        <source>entry {} is not described</source>
        <translation>条目 {} 没有说明</translation>
    </message>
    <message>
        <source>entry {}.npy</source>
        <translation>条目 {}.npy</translation>
    </message>
    <message>
        <source>expected 1.0, 2.0 or 3.0</source>
        <translation>应为 1.0, 2.0 或 3.0</translation>
    </message>
    <message>
        <source>expected a serialized TensorProto, such as input_0.pb of the standard&apos;s test data</source>
        <translation>应为序列化的 TensorProto，例如标准测试数据中的 input_0.pb</translation>
    </message>
    <message>
        <source>expected {} at byte {}</source>
        <translation>第 {1} 字节处应为 {0}</translation>
    </message>
    <message>
        <source>format {}.{} is not known</source>
        <translation>未知的格式 {}.{}</translation>
    </message>
    <message>
        <source>give --input {}=file.npy</source>
        <translation>请给出 --input {}=file.npy</translation>
    </message>
    <message>
        <source>give the input as a file</source>
        <translation>请以文件形式提供输入</translation>
    </message>
    <message>
        <source>input {} declares no shape to draw random numbers for</source>
        <translation>输入 {} 没有声明形状，无法生成随机数</translation>
    </message>
    <message>
        <source>input {} expects shape {}, found {}</source>
        <translation>输入 {} 的形状应为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>input {} expects {}, found {}</source>
        <translation>输入 {} 应为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>input {} of shape {} is too large for random numbers</source>
        <translation>形状为 {1} 的输入 {0} 过大，无法使用随机数</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>no random numbers for input {}</source>
        <translation>输入 {} 不能使用随机数</translation>
    </message>
    <message>
        <source>not {}: {}</source>
        <translation>不是{}：{}</translation>
    </message>
    <message>
        <source>npy header: {}</source>
        <translation>npy 文件头：{}</translation>
    </message>
    <message>
        <source>object arrays are never loaded</source>
        <translation>从不加载对象数组</translation>
    </message>
    <message>
        <source>pack the archive again, stored or deflated</source>
        <translation>请以 stored 或 deflated 方式重新打包</translation>
    </message>
    <message>
        <source>rank {} is too high</source>
        <translation>秩 {} 过高</translation>
    </message>
    <message>
        <source>save as float32, for example</source>
        <translation>例如请保存为 float32</translation>
    </message>
    <message>
        <source>save numbers, not Python objects</source>
        <translation>请保存数，而不是 Python 对象</translation>
    </message>
    <message>
        <source>save one array per field</source>
        <translation>请为每个字段保存一个数组</translation>
    </message>
    <message>
        <source>save the array as {}</source>
        <translation>请把数组保存为 {}</translation>
    </message>
    <message>
        <source>structured arrays are not supported</source>
        <translation>不支持结构化数组</translation>
    </message>
    <message>
        <source>tensors of type {} can&apos;t be written as .npy</source>
        <translation>类型为 {} 的张量无法写为 .npy</translation>
    </message>
    <message>
        <source>the end of the header</source>
        <translation>文件头的结尾</translation>
    </message>
    <message>
        <source>the entries are longer than the archive</source>
        <translation>条目比归档本身更长</translation>
    </message>
    <message>
        <source>the file does not begin as a .npy file does</source>
        <translation>文件开头不是 .npy 文件的开头</translation>
    </message>
    <message>
        <source>the file ends within the header</source>
        <translation>文件在文件头中中断</translation>
    </message>
    <message>
        <source>the file ends within the version</source>
        <translation>文件在版本号处中断</translation>
    </message>
    <message>
        <source>the file holds no ONNX tensor</source>
        <translation>文件中没有 ONNX 张量</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>unexpected key &apos;{}&apos;</source>
        <translation>意外的键“{}”</translation>
    </message>
    <message>
        <source>unpack it with its password first</source>
        <translation>请先用密码解包</translation>
    </message>
    <message>
        <source>{} array of shape {} takes {} bytes, the file has {}</source>
        <translation>形状为 {1} 的 {0} 数组需要 {2} 字节，文件有 {3} 字节</translation>
    </message>
    <message>
        <source>{} is given {}, whose value {} does not fit {}</source>
        <translation>为 {} 提供了 {}，其值 {} 不适合 {}</translation>
    </message>
    <message>
        <source>{} is given {}, whose value {} is too large for {}</source>
        <translation>为 {} 提供了 {}，其值 {} 对 {} 过大</translation>
    </message>
    <message>
        <source>array of shape {} holds strings of {} bytes, the file has {} for all of them</source>
        <translation>形状为 {} 的数组的每个字符串占 {} 字节，而文件中总共只有 {} 字节</translation>
    </message>
    <message>
        <source>element type &apos;{}&apos; doesn&apos;t say how many characters a string has</source>
        <translation>元素类型 '{}' 没有说明字符串有多少个字符</translation>
    </message>
    <message>
        <source>{} strings, the longest of {} characters, are too much for a .npy file</source>
        <translation>{} 个字符串（最长 {} 个字符）对 .npy 文件来说太大</translation>
    </message>
    <!-- core/data/weights -->
    <message>
        <source>the header</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>a list of {} values of {} bytes, and the file has {} left</source>
        <translation>列表有 {} 个各 {} 字节的值，而文件只剩 {} 字节</translation>
    </message>
    <message>
        <source>key {} stands twice in the header</source>
        <translation>键 {} 在文件头中出现两次</translation>
    </message>
    <message>
        <source>tensor {} has {} elements along an axis</source>
        <translation>张量 {} 的一个维度有 {} 个元素</translation>
    </message>
    <message>
        <source>tensor {} stands twice in the header</source>
        <translation>张量 {} 在文件头中出现两次</translation>
    </message>
    <message>
        <source>{} is {}, expected whole numbers from 0 on</source>
        <translation>{} 为 {}，应为从 0 起的整数</translation>
    </message>
    <message>
        <source>data_offsets holds {} numbers, expected 2</source>
        <translation>data_offsets 有 {} 个数，应为 2 个</translation>
    </message>
    <message>
        <source>tensor {} begins at byte {}, within tensor {}, which ends at {}</source>
        <translation>张量 {} 从第 {} 字节开始，位于张量 {} 之内，后者到 {} 结束</translation>
    </message>
    <message>
        <source>tensor {} stands in another file of the index, too</source>
        <translation>张量 {} 也出现在索引的另一文件中</translation>
    </message>
    <message>
        <source>tensor {} isn&apos;t here, where the index says that it lies</source>
        <translation>张量 {} 不在此处，而索引说它在这里</translation>
    </message>
    <message>
        <source>tensor {} stands twice in the file</source>
        <translation>张量 {} 在文件中出现两次</translation>
    </message>
    <message>
        <source>save the weights anew: torch.save(model.state_dict(), path)</source>
        <translation>请重新保存权重：torch.save(model.state_dict(), path)</translation>
    </message>
    <message>
        <source>{} of its state dicts are called {}</source>
        <translation>其中有 {} 个状态字典名为 {}</translation>
    </message>
    <message>
        <source>the file holds no state dict {}</source>
        <translation>文件中没有状态字典 {}</translation>
    </message>
    <message>
        <source>the file is a state dict itself: leave the name out; weights takes BASELINE:ANALYSIS, too, one of which may be empty</source>
        <translation>文件本身就是一个状态字典：请去掉名称；weights 也接受 BASELINE:ANALYSIS，其中一个可以为空</translation>
    </message>
    <message>
        <source>its state dicts are {}</source>
        <translation>其中的状态字典是 {}</translation>
    </message>
    <message>
        <source>the file holds {} state dicts of the same weights: {}</source>
        <translation>文件中有 {} 个含相同权重的状态字典：{}</translation>
    </message>
    <message>
        <source>choose one with --state-dict-name</source>
        <translation>请用 --state-dict-name 选择一个</translation>
    </message>
    <message>
        <source>a value in the header has type {}</source>
        <translation>文件头中有类型为 {} 的值</translation>
    </message>
    <message>
        <source>bytes {} to {} of {} can&apos;t be shape {}, which needs {}</source>
        <translation>第 {} 至 {} 字节（共 {}）不可能是形状 {}，它需要 {} 字节</translation>
    </message>
    <message>
        <source>convert it with a current converter</source>
        <translation>请用当前的转换器转换</translation>
    </message>
    <message>
        <source>it has element type {}</source>
        <translation>其元素类型为 {}</translation>
    </message>
    <message>
        <source>it is of GGUF version {}, expected 2 or 3</source>
        <translation>其 GGUF 版本为 {}，应为 2 或 3</translation>
    </message>
    <message>
        <source>its rows of {} can&apos;t be blocks of {}</source>
        <translation>长度为 {} 的行无法分成长度为 {} 的块</translation>
    </message>
    <message>
        <source>its {} bytes from {} on lie outside the file</source>
        <translation>从 {1} 起的 {0} 字节在文件之外</translation>
    </message>
    <message>
        <source>tensor {} has {} axes</source>
        <translation>张量 {} 有 {} 个轴</translation>
    </message>
    <message>
        <source>tensors are aligned to {} bytes</source>
        <translation>张量按 {} 字节对齐</translation>
    </message>
    <message>
        <source>the file breaks off within its header</source>
        <translation>文件在文件头内中断</translation>
    </message>
    <message>
        <source>the file may be truncated or damaged: fetch it again</source>
        <translation>文件可能被截断或已损坏：请重新获取</translation>
    </message>
    <message>
        <source>the header doesn&apos;t say dtype, shape and data_offsets of it</source>
        <translation>文件头没有给出它的 dtype、shape 和 data_offsets</translation>
    </message>
    <message>
        <source>the header is no JSON object</source>
        <translation>文件头不是 JSON 对象</translation>
    </message>
    <message>
        <source>the index names file {}, which doesn&apos;t lie beside it</source>
        <translation>索引中的文件 {} 不在其旁边</translation>
    </message>
    <message>
        <source>weight_map doesn&apos;t give a file for each tensor</source>
        <translation>weight_map 没有为每个张量给出文件</translation>
    </message>
    <message>
        <source>a scale or zero point is not finite</source>
        <translation>量化系数或零点不是有限的数</translation>
    </message>
    <message>
        <source>a tensor is stored as {}, which is not read</source>
        <translation>某张量以 {} 存储，不支持读取</translation>
    </message>
    <message>
        <source>axis {} of shape {} has {} scales and {} zero points</source>
        <translation>形状 {1} 的轴 {0} 有 {2} 个量化系数和 {3} 个零点</translation>
    </message>
    <message>
        <source>is in the archive twice</source>
        <translation>在归档中出现两次</translation>
    </message>
    <message>
        <source>is quantized and holds no integers</source>
        <translation>已量化但不含整数</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: entry {} is outside {}</source>
        <translation>不是 torch.save 写出的文件：条目 {} 在 {} 之外</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: it has no record data.pkl</source>
        <translation>不是 torch.save 写出的文件：没有 data.pkl 记录</translation>
    </message>
    <message>
        <source>not a file that torch.save wrote: {}</source>
        <translation>不是 torch.save 写出的文件：{}</translation>
    </message>
    <message>
        <source>record {} is missing</source>
        <translation>缺少记录 {}</translation>
    </message>
    <message>
        <source>save it again with a newer PyTorch</source>
        <translation>请用更新的 PyTorch 重新保存</translation>
    </message>
    <message>
        <source>save the file on a little-endian machine</source>
        <translation>请在小端机器上保存文件</translation>
    </message>
    <message>
        <source>save the weights: torch.save(model.state_dict(), path)</source>
        <translation>请保存权重：torch.save(model.state_dict(), path)</translation>
    </message>
    <message>
        <source>storage {} has elements of two sizes</source>
        <translation>存储 {} 的元素有两种大小</translation>
    </message>
    <message>
        <source>storage {} is longer than the file</source>
        <translation>存储 {} 比文件更长</translation>
    </message>
    <message>
        <source>storage {} is missing</source>
        <translation>缺少 storage {}</translation>
    </message>
    <message>
        <source>storage {} is not described</source>
        <translation>存储 {} 没有描述</translation>
    </message>
    <message>
        <source>tensor {}</source>
        <translation>张量 {}</translation>
    </message>
    <message>
        <source>the file holds no tensors but {}</source>
        <translation>文件中没有张量，只有 {}</translation>
    </message>
    <message>
        <source>the file may be truncated or be another pickle</source>
        <translation>文件可能不完整，或是其他 pickle</translation>
    </message>
    <message>
        <source>the file may be truncated: save or fetch it again</source>
        <translation>文件可能不完整：请重新保存或获取</translation>
    </message>
    <message>
        <source>the file&apos;s protocol is not 1001</source>
        <translation>文件的协议不是 1001</translation>
    </message>
    <message>
        <source>the list of storages is missing</source>
        <translation>缺少 storage 列表</translation>
    </message>
    <message>
        <source>the numbers are in byte order &quot;{}&quot;</source>
        <translation>数的字节序为“{}”</translation>
    </message>
    <message>
        <source>the pickle begins without PyTorch&apos;s mark</source>
        <translation>pickle 开头缺少 PyTorch 的标记</translation>
    </message>
    <message>
        <source>the pickle is larger than 256 MiB</source>
        <translation>pickle 大于 256 MiB</translation>
    </message>
    <message>
        <source>{} has type {}, which a .pt file can&apos;t hold</source>
        <translation>{} 的类型为 {}，.pt 文件无法保存</translation>
    </message>
    <!-- core/engine -->
    <message>
        <source>waiting for the other ranks</source>
        <translation>正在等待其他进程</translation>
    </message>
    <message>
        <source>is LibTorch installed and libquantloupe_engine.so beside libquantloupe_core.so?</source>
        <translation>是否安装了 LibTorch，且 libquantloupe_engine.so 与 libquantloupe_core.so 在同一位置？</translation>
    </message>
    <message>
        <source>loading operator libraries</source>
        <translation>正在加载算子库</translation>
    </message>
    <message>
        <source>reading the inputs</source>
        <translation>正在读取输入</translation>
    </message>
    <message>
        <source>the engine cannot be loaded: {}</source>
        <translation>无法加载计算引擎：{}</translation>
    </message>
    <message>
        <source>{} is of another version: no {}</source>
        <translation>{} 的版本不同：没有 {}</translation>
    </message>
    <message>
        <source>write it against quantloupe/operators.h, quantloupe/observers.h or quantloupe/taps.h</source>
        <translation>请按 quantloupe/operators.h、quantloupe/observers.h 或 quantloupe/taps.h 编写</translation>
    </message>
    <!-- core/export -->
    <message>
        <source>the model is larger than 2 GiB, more than one ONNX file can hold</source>
        <translation>模型大于 2 GiB，超过单个 ONNX 文件的容量</translation>
    </message>
    <!-- core/graph/ir -->
    <message>
        <source>the body {} of {} is another node&apos;s</source>
        <translation>{1} 的子图 {0} 属于另一个节点</translation>
    </message>
    <message>
        <source>no node runs the body {}</source>
        <translation>没有节点运行子图 {}</translation>
    </message>
    <message>
        <source>a link between a value and a node holds on one side only</source>
        <translation>值与节点之间的联系只在一侧成立</translation>
    </message>
    <message>
        <source>attribute {} is missing</source>
        <translation>缺少属性 {}</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected {}</source>
        <translation>属性 {} 为 {}，应为 {}</translation>
    </message>
    <message>
        <source>node {} ({}, opset {})</source>
        <translation>节点 {}（{}，opset {}）</translation>
    </message>
    <message>
        <source>nodes depend on each other in a cycle, or follow one: {}</source>
        <translation>节点之间循环依赖，或位于循环之后：{}</translation>
    </message>
    <message>
        <source>shape {} has a negative dimension</source>
        <translation>形状 {} 含有负的维度</translation>
    </message>
    <message>
        <source>shape {} has too many elements</source>
        <translation>形状 {} 的元素过多</translation>
    </message>
    <message>
        <source>string tensor of shape {} has {} strings, expected {}</source>
        <translation>形状为 {} 的字符串张量有 {} 个字符串，应为 {} 个</translation>
    </message>
    <message>
        <source>tensor has type {}, expected an integer type</source>
        <translation>张量类型为 {}，应为整数类型</translation>
    </message>
    <message>
        <source>tensor has type {}, expected string</source>
        <translation>张量类型为 {}，应为字符串</translation>
    </message>
    <message>
        <source>value {} is both produced and constant</source>
        <translation>值 {} 既由节点产生，又是常量</translation>
    </message>
    <message>
        <source>value {} is defined twice</source>
        <translation>值 {} 被定义了两次</translation>
    </message>
    <message>
        <source>value {} is produced twice</source>
        <translation>值 {} 被产生了两次</translation>
    </message>
    <message>
        <source>{} tensor of shape {} has {} bytes, expected {}</source>
        <translation>形状为 {1} 的 {0} 张量有 {2} 字节，应为 {3} 字节</translation>
    </message>
    <!-- core/graph/operators -->
    <message>
        <source>axis {} is out of range for rank {}</source>
        <translation>轴 {} 超出秩 {} 的范围</translation>
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
    <!-- core/graph/text_form -->
    <message>
        <source>&apos;{}&apos; is not a value of type {}</source>
        <translation>“{}”不是类型 {} 的值</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not an opset version</source>
        <translation>“{}”不是 opset 版本</translation>
    </message>
    <message>
        <source>\x in a string needs two lower-case hexadecimal digits</source>
        <translation>字符串中的 \x 需要两位小写十六进制数字</translation>
    </message>
    <message>
        <source>a body reads a value x of the enclosing graph after &apos;capture x = x&apos;</source>
        <translation>子图须先写“capture x = x”，才能读取外层图的值 x</translation>
    </message>
    <message>
        <source>a constant can&apos;t have the unknown dimension {}</source>
        <translation>常量不能有未知的维度 {}</translation>
    </message>
    <message>
        <source>a constant needs a type and a shape, as in float32[2]</source>
        <translation>常量需要类型和形状，例如 float32[2]</translation>
    </message>
    <message>
        <source>a domain or an opset version</source>
        <translation>算子域或 opset 版本</translation>
    </message>
    <message>
        <source>a statement</source>
        <translation>语句</translation>
    </message>
    <message>
        <source>a statement (input, const, value, capture, output or a node)</source>
        <translation>语句（input、const、value、capture、output 或节点）</translation>
    </message>
    <message>
        <source>a value needs a name</source>
        <translation>值需要名称</translation>
    </message>
    <message>
        <source>a value of the enclosing graph</source>
        <translation>外层图的值</translation>
    </message>
    <message>
        <source>a value of type {}</source>
        <translation>类型 {} 的值</translation>
    </message>
    <message>
        <source>a value&apos;s name</source>
        <translation>值的名称</translation>
    </message>
    <message>
        <source>a value&apos;s name or _</source>
        <translation>值的名称或 _</translation>
    </message>
    <message>
        <source>a value&apos;s number</source>
        <translation>值的编号</translation>
    </message>
    <message>
        <source>an attribute&apos;s name</source>
        <translation>属性的名称</translation>
    </message>
    <message>
        <source>an attribute&apos;s value</source>
        <translation>属性的值</translation>
    </message>
    <message>
        <source>an element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>an empty list must say its type</source>
        <translation>空列表必须说明类型</translation>
    </message>
    <message>
        <source>an operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>an operator in quotes</source>
        <translation>带引号的算子</translation>
    </message>
    <message>
        <source>an opset version</source>
        <translation>opset 版本</translation>
    </message>
    <message>
        <source>attribute {} is given twice</source>
        <translation>属性 {} 给出了两次</translation>
    </message>
    <message>
        <source>bodies are nested more than {} deep</source>
        <translation>子图嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>expected a dimension (a number, a name or ?)</source>
        <translation>应为维度（数字、名称或 ?）</translation>
    </message>
    <message>
        <source>line {}, column {}: {}</source>
        <translation>第 {} 行，第 {}: {} 列</translation>
    </message>
    <message>
        <source>node name {} is used twice</source>
        <translation>节点名称 {} 使用了两次</translation>
    </message>
    <message>
        <source>only a body can capture a value by its name</source>
        <translation>只有子图可以按名称捕获值</translation>
    </message>
    <message>
        <source>string with an unknown escape</source>
        <translation>字符串中有未知的转义</translation>
    </message>
    <message>
        <source>string without closing quote</source>
        <translation>字符串缺少结束引号</translation>
    </message>
    <message>
        <source>the graph&apos;s name in quotes</source>
        <translation>带引号的图名称</translation>
    </message>
    <message>
        <source>the node&apos;s name in quotes</source>
        <translation>带引号的节点名称</translation>
    </message>
    <message>
        <source>the node&apos;s scope in quotes</source>
        <translation>带引号的节点作用域</translation>
    </message>
    <message>
        <source>unexpected byte 0x{:02x}</source>
        <translation>意外的字节 0x{}</translation>
    </message>
    <message>
        <source>unexpected character &apos;-&apos;</source>
        <translation>意外的字符“-”</translation>
    </message>
    <message>
        <source>unexpected character &apos;{}&apos;</source>
        <translation>意外的字符“{}”</translation>
    </message>
    <message>
        <source>value {} is already defined or read above</source>
        <translation>值 {} 已在上文定义或读取</translation>
    </message>
    <message>
        <source>value {} is read but nothing makes it</source>
        <translation>读取了值 {}，但没有节点产生它</translation>
    </message>
    <message>
        <source>write \n \t \r \&quot; \\ or \x and two digits</source>
        <translation>请写 \n \t \r \&quot; \\，或 \x 加两位数字</translation>
    </message>
    <message>
        <source>write ints [], floats [], strings [] or graphs []</source>
        <translation>请写 ints []、floats []、strings [] 或 graphs []</translation>
    </message>
    <message>
        <source>{} takes {} values, found {}</source>
        <translation>{} 需要 {} 个值，实际为 {} 个</translation>
    </message>
    <!-- core/import/foreign -->
    <message>
        <source>a Caffe network</source>
        <translation>Caffe 网络</translation>
    </message>
    <message>
        <source>a Core ML model</source>
        <translation>Core ML 模型</translation>
    </message>
    <message>
        <source>a Core ML package</source>
        <translation>Core ML 包</translation>
    </message>
    <message>
        <source>a Darknet network</source>
        <translation>Darknet 网络</translation>
    </message>
    <message>
        <source>a Hailo executable</source>
        <translation>Hailo 可执行文件</translation>
    </message>
    <message>
        <source>a Horizon model</source>
        <translation>地平线模型</translation>
    </message>
    <message>
        <source>a Kendryte model</source>
        <translation>Kendryte 模型</translation>
    </message>
    <message>
        <source>a Keras model</source>
        <translation>Keras 模型</translation>
    </message>
    <message>
        <source>a MindSpore Lite network</source>
        <translation>MindSpore Lite 网络</translation>
    </message>
    <message>
        <source>a MindSpore network</source>
        <translation>MindSpore 网络</translation>
    </message>
    <message>
        <source>a Myriad blob</source>
        <translation>Myriad blob 文件</translation>
    </message>
    <message>
        <source>a PaddlePaddle network</source>
        <translation>PaddlePaddle 网络</translation>
    </message>
    <message>
        <source>a Qualcomm deep learning container</source>
        <translation>高通深度学习容器 (DLC)</translation>
    </message>
    <message>
        <source>a Sophgo model</source>
        <translation>算能模型</translation>
    </message>
    <message>
        <source>a TNN network</source>
        <translation>TNN 网络</translation>
    </message>
    <message>
        <source>a Tengine network</source>
        <translation>Tengine 网络</translation>
    </message>
    <message>
        <source>a TensorFlow SavedModel</source>
        <translation>TensorFlow SavedModel 模型</translation>
    </message>
    <message>
        <source>a TensorFlow graph</source>
        <translation>TensorFlow 计算图</translation>
    </message>
    <message>
        <source>a TensorRT engine</source>
        <translation>TensorRT 引擎</translation>
    </message>
    <message>
        <source>a TorchServe archive</source>
        <translation>TorchServe 归档</translation>
    </message>
    <message>
        <source>a VeriSilicon network binary</source>
        <translation>芯原网络二进制文件</translation>
    </message>
    <message>
        <source>a Vitis AI model</source>
        <translation>Vitis AI 模型</translation>
    </message>
    <message>
        <source>a compiled Core ML model</source>
        <translation>编译后的 Core ML 模型</translation>
    </message>
    <message>
        <source>a model in LLVM&apos;s or MLIR&apos;s bytecode</source>
        <translation>LLVM 或 MLIR 字节码形式的模型</translation>
    </message>
    <message>
        <source>a model in ONNX Runtime&apos;s own format</source>
        <translation>ONNX Runtime 自有格式的模型</translation>
    </message>
    <message>
        <source>an Ascend offline model</source>
        <translation>昇腾离线模型</translation>
    </message>
    <message>
        <source>an ESP-DL model</source>
        <translation>ESP-DL 模型</translation>
    </message>
    <message>
        <source>an ExecuTorch program</source>
        <translation>ExecuTorch 程序</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>an MNN network</source>
        <translation>MNN 网络</translation>
    </message>
    <message>
        <source>an NCNN network</source>
        <translation>NCNN 网络</translation>
    </message>
    <message>
        <source>an OpenVINO network</source>
        <translation>OpenVINO 网络</translation>
    </message>
    <message>
        <source>an RKNN model</source>
        <translation>RKNN 模型</translation>
    </message>
    <message>
        <source>convert it to ONNX with its framework&apos;s own exporter</source>
        <translation>请用其框架自带的导出工具转换为 ONNX</translation>
    </message>
    <message>
        <source>convert it to TensorFlow Lite, or to ONNX with tf2onnx</source>
        <translation>请转换为 TensorFlow Lite，或用 tf2onnx 转换为 ONNX</translation>
    </message>
    <message>
        <source>read the ONNX model that it was made of as baseline, and a folder of tensors that the device dumped as analysis model</source>
        <translation>请以生成它的 ONNX 模型为基准模型，以设备导出的张量文件夹为待分析模型</translation>
    </message>
    <message>
        <source>read the model that it was converted from</source>
        <translation>请读取转换前的模型</translation>
    </message>
    <message>
        <source>save the model with torch.jit.trace, or export it with torch.onnx.export</source>
        <translation>请用 torch.jit.trace 保存模型，或用 torch.onnx.export 导出</translation>
    </message>
    <message>
        <source>this is {}, which is not read here</source>
        <translation>这是{}，这里不读取此格式</translation>
    </message>
    <!-- core/import/onnx -->
    <message>
        <source>it has {} inputs, expected {} at most</source>
        <translation>它有 {} 个输入，最多应为 {} 个</translation>
    </message>
    <message>
        <source>it has {} outputs, expected {} at most</source>
        <translation>它有 {} 个输出，最多应为 {} 个</translation>
    </message>
    <message>
        <source>attribute {} holds {}, expected {}</source>
        <translation>属性 {} 为 {}，应为 {}</translation>
    </message>
    <message>
        <source>attribute {} holds a graph, and the operator has no such attribute</source>
        <translation>属性 {} 含有一个图，而该算子没有这样的属性</translation>
    </message>
    <message>
        <source>remove it: it can&apos;t belong there</source>
        <translation>请删除它：它不可能属于那里</translation>
    </message>
    <message>
        <source>sparse tensor of shape {}</source>
        <translation>形状为 {} 的稀疏张量</translation>
    </message>
    <message>
        <source>it has {} inputs, expected {} or more</source>
        <translation>它有 {} 个输入，应至少为 {} 个</translation>
    </message>
    <message>
        <source>it has {} outputs, expected {} or more</source>
        <translation>它有 {} 个输出，应至少为 {} 个</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>a Constant needs one of the attributes value, sparse_value or value_…</source>
        <translation>Constant 需要 value、sparse_value 或 value_… 中的一个属性</translation>
    </message>
    <message>
        <source>a NumPy archive</source>
        <translation>NumPy 归档</translation>
    </message>
    <message>
        <source>a NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>a TensorFlow Lite model</source>
        <translation>TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>a TorchScript module</source>
        <translation>TorchScript 模块</translation>
    </message>
    <message>
        <source>a graph input has no name</source>
        <translation>计算图的某个输入没有名称</translation>
    </message>
    <message>
        <source>a model with functions can&apos;t be converted to a later opset</source>
        <translation>带函数的模型无法转换到更新的 opset</translation>
    </message>
    <message>
        <source>a zip archive</source>
        <translation>zip 归档</translation>
    </message>
    <message>
        <source>a {} node: attribute {}</source>
        <translation>{} 节点：属性 {}</translation>
    </message>
    <message>
        <source>attribute {} has a type but no value</source>
        <translation>属性 {} 有类型但没有值</translation>
    </message>
    <message>
        <source>attribute {} has no value</source>
        <translation>属性 {} 没有值</translation>
    </message>
    <message>
        <source>attribute {} holds {}, which is not read</source>
        <translation>属性 {} 含有不支持读取的 {}</translation>
    </message>
    <message>
        <source>attribute {} refers to a function&apos;s attribute, but this is no function</source>
        <translation>属性 {} 引用函数的属性，但这里不是函数</translation>
    </message>
    <message>
        <source>cannot be read: {}</source>
        <translation>无法读取：{}</translation>
    </message>
    <message>
        <source>convert the model with onnx.version_converter</source>
        <translation>请用 onnx.version_converter 转换模型</translation>
    </message>
    <message>
        <source>download the file itself</source>
        <translation>请下载文件本身</translation>
    </message>
    <message>
        <source>element type {} is not known</source>
        <translation>元素类型 {} 未知</translation>
    </message>
    <message>
        <source>export the model with opset {} or later</source>
        <translation>请以 opset {} 或更高版本导出模型</translation>
    </message>
    <message>
        <source>external data has {} bytes, but {} of shape {} takes {}</source>
        <translation>外部数据有 {0} 字节，但形状为 {2} 的 {1} 需要 {3} 字节</translation>
    </message>
    <message>
        <source>external data names no file</source>
        <translation>外部数据没有指明文件</translation>
    </message>
    <message>
        <source>external data {}</source>
        <translation>外部数据 {}</translation>
    </message>
    <message>
        <source>external data {} ends at byte {}, expected at least {} bytes from {}</source>
        <translation>外部数据 {0} 在第 {1} 字节结束，应从 {3} 起至少有 {2} 字节</translation>
    </message>
    <message>
        <source>external data {} is &quot;{}&quot;, expected a number</source>
        <translation>外部数据的 {} 为“{}”，应为数</translation>
    </message>
    <message>
        <source>external data {} is a link that leaves the model&apos;s folder, which is refused</source>
        <translation>外部数据 {} 是指向模型文件夹之外的链接，已拒绝</translation>
    </message>
    <message>
        <source>external data {} is missing</source>
        <translation>缺少外部数据 {}</translation>
    </message>
    <message>
        <source>external data {} lies outside the model&apos;s folder, which is refused</source>
        <translation>外部数据 {} 在模型文件夹之外，已拒绝</translation>
    </message>
    <message>
        <source>fetch it with git lfs pull</source>
        <translation>请用 git lfs pull 获取</translation>
    </message>
    <message>
        <source>function {} calls itself, by way of {}</source>
        <translation>函数 {} 经由 {} 调用自身</translation>
    </message>
    <message>
        <source>function {}: node {} reads value {}, which nothing defines</source>
        <translation>函数 {}：节点 {} 读取的值 {} 未定义</translation>
    </message>
    <message>
        <source>graphs and functions are nested more than {} deep</source>
        <translation>计算图和函数嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>initializer {}</source>
        <translation>常量 {}</translation>
    </message>
    <message>
        <source>input {} reads value {}, which nothing defines</source>
        <translation>输入 {} 读取的值 {} 未定义</translation>
    </message>
    <message>
        <source>is the data file complete, and does it belong to this model?</source>
        <translation>数据文件是否完整，是否属于此模型？</translation>
    </message>
    <message>
        <source>it belongs into {}</source>
        <translation>它应位于 {}</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>it may be truncated, or something else than an ONNX model</source>
        <translation>它可能不完整，或不是 ONNX 模型</translation>
    </message>
    <message>
        <source>models are read from ONNX, TorchScript, .pt2 and TensorFlow Lite files</source>
        <translation>模型从 ONNX、TorchScript、.pt2 和 TensorFlow Lite 文件读取</translation>
    </message>
    <message>
        <source>node {} (function {})</source>
        <translation>节点 {}（函数 {}）</translation>
    </message>
    <message>
        <source>node {} ({})</source>
        <translation>节点 {}（{}）</translation>
    </message>
    <message>
        <source>node {} ({}): attribute {}</source>
        <translation>节点 {}（{}）：属性 {}</translation>
    </message>
    <message>
        <source>output {} is missing</source>
        <translation>缺少输出 {}</translation>
    </message>
    <message>
        <source>nothing defines the graph output {}</source>
        <translation>计算图的输出 {} 未定义</translation>
    </message>
    <message>
        <source>opset {} can&apos;t be converted to {}: {}</source>
        <translation>opset {} 无法转换到 {}：{}</translation>
    </message>
    <message>
        <source>opset {} of ai.onnx is used, expected {} to {}</source>
        <translation>使用了 ai.onnx 的 opset {}，应为 {} 到 {}</translation>
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
        <source>save its weights as external data</source>
        <translation>请把权重保存为外部数据</translation>
    </message>
    <message>
        <source>shape {} has a negative size</source>
        <translation>形状 {} 含有负的大小</translation>
    </message>
    <message>
        <source>sparse index {} lies outside shape {}</source>
        <translation>稀疏索引 {} 超出形状 {}</translation>
    </message>
    <message>
        <source>sparse tensor of shape {} has {} values and indices of shape {}</source>
        <translation>形状为 {} 的稀疏张量有 {} 个值，而索引的形状为 {}</translation>
    </message>
    <message>
        <source>sparse tensors of {} are not read</source>
        <translation>不支持读取 {} 的稀疏张量</translation>
    </message>
    <message>
        <source>strings cannot be external data</source>
        <translation>字符串不能作为外部数据</translation>
    </message>
    <message>
        <source>tensor has no element type</source>
        <translation>张量有元素，却没有元素类型</translation>
    </message>
    <message>
        <source>tensors stored in segments are not read</source>
        <translation>不支持读取分段存储的张量</translation>
    </message>
    <message>
        <source>the image declares {}x{} pixels, expected at most {} million</source>
        <translation>图像声明的大小为 {}x{} 像素，最多允许 {} 百万像素</translation>
    </message>
    <message>
        <source>make it smaller, or cut it into several</source>
        <translation>请缩小图像，或把它切成几张</translation>
    </message>
    <message>
        <source>the {} nests more than {} graphs in each other</source>
        <translation>{} 中的计算图嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>If, Loop and Scan stand in bodies of If, Loop and Scan: move the inner ones out</source>
        <translation>If、Loop、Scan 的子图里又有 If、Loop、Scan：请把内层移到外面</translation>
    </message>
    <message>
        <source>the bytes are no complete {}</source>
        <translation>字节不是完整的 {}</translation>
    </message>
    <message>
        <source>the call has {} inputs and {} outputs, the function {} and {}</source>
        <translation>调用有 {} 个输入和 {} 个输出，函数有 {} 个和 {} 个</translation>
    </message>
    <message>
        <source>the file holds no graph</source>
        <translation>文件中没有计算图</translation>
    </message>
    <message>
        <source>the file holds weights without a network</source>
        <translation>文件只含权重，没有网络</translation>
    </message>
    <message>
        <source>the file may be truncated</source>
        <translation>文件可能不完整</translation>
    </message>
    <message>
        <source>the file may be truncated or damaged: fetch or export it again</source>
        <translation>文件可能不完整或已损坏：请重新获取或导出</translation>
    </message>
    <message>
        <source>the function has a damaged default attribute</source>
        <translation>函数的默认属性已损坏</translation>
    </message>
    <message>
        <source>the model asks for more memory than there is</source>
        <translation>模型所需内存超过可用内存</translation>
    </message>
    <message>
        <source>the model imports no operator set</source>
        <translation>模型没有导入任何算子集</translation>
    </message>
    <message>
        <source>the model imports no operator set of ai.onnx</source>
        <translation>模型没有导入 ai.onnx 的算子集</translation>
    </message>
    <message>
        <source>the node has no operator type</source>
        <translation>节点没有算子类型</translation>
    </message>
    <message>
        <source>the tensor&apos;s bytes lie outside the file</source>
        <translation>张量的字节超出文件</translation>
    </message>
    <message>
        <source>the {} is larger than 2 GiB</source>
        <translation>{} 大于 2 GiB</translation>
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
        <source>this is {}, not an ONNX model</source>
        <translation>这是 {}，不是 ONNX 模型</translation>
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
        <source>{} tensor of shape {} has {} entries, expected {}</source>
        <translation>形状为 {1} 的 {0} 张量有 {2} 项，应为 {3} 项</translation>
    </message>
    <!-- core/import/tflite -->
    <message>
        <source>its custom options break off or point outside themselves</source>
        <translation>其自定义选项不完整，或指向自身之外</translation>
    </message>
    <message>
        <source>its custom options are no map</source>
        <translation>其自定义选项不是映射</translation>
    </message>
    <message>
        <source>its custom options take {} bytes, expected at most {}</source>
        <translation>其自定义选项有 {} 字节，最多应为 {} 字节</translation>
    </message>
    <message>
        <source>an operation runs graph {} of {}</source>
        <translation>有一个操作运行图 {}，共 {} 个</translation>
    </message>
    <message>
        <source>graph {} has {} inputs and is given more</source>
        <translation>图 {} 有 {} 个输入，给出的更多</translation>
    </message>
    <message>
        <source>a loop carries {} tensors, its graph gives {}</source>
        <translation>循环传递 {} 个张量，其图给出 {} 个</translation>
    </message>
    <message>
        <source>a loop&apos;s condition gives {} tensors</source>
        <translation>循环的条件给出 {} 个张量</translation>
    </message>
    <message>
        <source>a tensor has buffer {} of {}</source>
        <translation>某张量使用缓冲区 {}，而共有 {} 个</translation>
    </message>
    <message>
        <source>a {} works on tensor {} of {}</source>
        <translation>{} 使用张量 {}，而共有 {} 个</translation>
    </message>
    <message>
        <source>it has no intermediate tensor {}, whose scale it needs</source>
        <translation>它没有中间张量 {}，而计算需要其量化系数</translation>
    </message>
    <message>
        <source>its intermediate tensor {} ({}) has {} scales, expected one</source>
        <translation>其中间张量 {}（{}）有 {} 个量化系数，应为一个</translation>
    </message>
    <message>
        <source>an operation is number {} of {} operators</source>
        <translation>某操作使用第 {} 个算子，而共有 {} 个</translation>
    </message>
    <message>
        <source>convert it with tf2onnx first</source>
        <translation>请先用 tf2onnx 转换</translation>
    </message>
    <message>
        <source>convert the model with a current converter</source>
        <translation>请用当前的转换器转换模型</translation>
    </message>
    <message>
        <source>convert the model without it</source>
        <translation>请在转换模型时不使用它</translation>
    </message>
    <message>
        <source>convert the model without sparsity</source>
        <translation>请在转换模型时不使用稀疏</translation>
    </message>
    <message>
        <source>it is of schema version {}, expected {}</source>
        <translation>其格式版本为 {}，应为 {}</translation>
    </message>
    <message>
        <source>its tables point outside the file</source>
        <translation>其表指向文件之外</translation>
    </message>
    <message>
        <source>its tables share so much that they stand for more than a file can</source>
        <translation>其表共享过多，所代表的内容超出文件所能容纳</translation>
    </message>
    <message>
        <source>operation {} ({})</source>
        <translation>操作 {}（{}）</translation>
    </message>
    <message>
        <source>tensor {} has element type {}</source>
        <translation>张量 {} 的元素类型为 {}</translation>
    </message>
    <message>
        <source>tensor {} has shape {}</source>
        <translation>张量 {} 的形状为 {}</translation>
    </message>
    <message>
        <source>tensor {} has zero point {}, which {} can&apos;t hold</source>
        <translation>张量 {} 的零点为 {}，{} 无法表示</translation>
    </message>
    <message>
        <source>tensor {} has {} bytes, its shape {} of {} needs {}</source>
        <translation>张量 {} 有 {} 字节，其形状 {}（{}）需要 {} 字节</translation>
    </message>
    <message>
        <source>tensor {} has {} scales and {} zero points, which its shape {} has no axis for</source>
        <translation>张量 {} 有 {} 个量化系数和 {} 个零点，其形状 {} 没有对应的轴</translation>
    </message>
    <message>
        <source>tensor {} holds {} strings, which doesn&apos;t fit shape {}</source>
        <translation>张量 {} 有 {} 个字符串，与形状 {} 不符</translation>
    </message>
    <message>
        <source>tensor {} is given twice</source>
        <translation>张量 {} 被产生了两次</translation>
    </message>
    <message>
        <source>tensor {} is read before anything gives it</source>
        <translation>张量 {} 在产生之前就被读取</translation>
    </message>
    <message>
        <source>tensor {} is stored sparse</source>
        <translation>张量 {} 以稀疏形式存储</translation>
    </message>
    <message>
        <source>tensor {} of no plain type has data</source>
        <translation>类型特殊的张量 {} 带有数据</translation>
    </message>
    <message>
        <source>the file may be damaged: fetch or export it again</source>
        <translation>文件可能已损坏：请重新获取或导出</translation>
    </message>
    <message>
        <source>the file may be newer than this program</source>
        <translation>文件可能比本程序新</translation>
    </message>
    <message>
        <source>the model&apos;s inputs or outputs include tensor {} of {}</source>
        <translation>模型的输入或输出包含张量 {}，而共有 {} 个</translation>
    </message>
    <message>
        <source>{} has fused activation function {}</source>
        <translation>{} 的融合激活函数为 {}</translation>
    </message>
    <message>
        <source>{}: a TensorFlow Lite model can&apos;t be written as ONNX</source>
        <translation>{}：TensorFlow Lite 模型无法写成 ONNX</translation>
    </message>
    <!-- core/import/torchscript -->
    <message>
        <source>calls {}, one of AMCT&apos;s own operators (torch.ops.pico_ops)</source>
        <translation>调用了 {}，它是 AMCT 自己的算子（torch.ops.pico_ops）</translation>
    </message>
    <message>
        <source>save the model with the torch.nn module that amct.nn stands for, or export it to ONNX and give the operator with --op-library</source>
        <translation>请改用 amct.nn 所对应的 torch.nn 模块保存模型，或导出为 ONNX 并用 --op-library 提供该算子</translation>
    </message>
    <message>
        <source>it was saved with a library, or a newer PyTorch, that adds this to LibTorch</source>
        <translation>保存它时所用的库或较新的 PyTorch 向 LibTorch 添加了这一项</translation>
    </message>
    <message>
        <source>LibTorch can&apos;t load the file: {}</source>
        <translation>LibTorch 无法加载该文件：{}</translation>
    </message>
    <message>
        <source>a call that can&apos;t be resolved before the model runs</source>
        <translation>在模型运行之前无法解析的调用</translation>
    </message>
    <message>
        <source>a key is not known before the model runs</source>
        <translation>键在模型运行之前未知</translation>
    </message>
    <message>
        <source>a list of {} elements has no element {}</source>
        <translation>有 {} 个元素的列表没有元素 {}</translation>
    </message>
    <message>
        <source>a value has several names</source>
        <translation>一个值有多个名称</translation>
    </message>
    <message>
        <source>a value is used outside of the branch or loop that makes it</source>
        <translation>某个值在产生它的分支或循环之外被使用</translation>
    </message>
    <message>
        <source>an annotation is incomplete</source>
        <translation>类型标注不完整</translation>
    </message>
    <message>
        <source>an expression or a block is nested too deeply</source>
        <translation>表达式或代码块嵌套过深</translation>
    </message>
    <message>
        <source>an object made by the program leaves it</source>
        <translation>程序创建的对象被传出</translation>
    </message>
    <message>
        <source>an operator takes an object of class {}</source>
        <translation>某算子需要类 {} 的对象</translation>
    </message>
    <message>
        <source>argument {} of forward has type {}, expected tensors, numbers or tuples of them</source>
        <translation>forward 的参数 {} 类型为 {}，应为张量、数或其元组</translation>
    </message>
    <message>
        <source>attribute {} is read before it is set</source>
        <translation>属性 {} 在设置之前就被读取</translation>
    </message>
    <message>
        <source>class {}: {}</source>
        <translation>类 {}：{}</translation>
    </message>
    <message>
        <source>it changes a list or dictionary that belongs to the module</source>
        <translation>它修改属于模块的列表或字典</translation>
    </message>
    <message>
        <source>it changes a list or object from outside of its branch or loop by a way that can&apos;t be followed</source>
        <translation>它以无法跟踪的方式修改其分支或循环之外的列表或对象</translation>
    </message>
    <message>
        <source>it changes an object that is not known before the model runs</source>
        <translation>它修改的对象在模型运行之前未知</translation>
    </message>
    <message>
        <source>it expects {} elements, there are {}</source>
        <translation>它需要 {} 个元素，实际有 {} 个</translation>
    </message>
    <message>
        <source>it may be truncated, or saved by a newer PyTorch</source>
        <translation>它可能不完整，或由更新的 PyTorch 保存</translation>
    </message>
    <message>
        <source>it may be truncated: save or fetch it again</source>
        <translation>文件可能不完整：请重新保存或获取</translation>
    </message>
    <message>
        <source>it may write into a tensor that its loop has read under another name</source>
        <translation>它可能写入循环以其他名称读取过的张量</translation>
    </message>
    <message>
        <source>it reads a tensor that may have been written into under another name, which nobody knows before the model runs</source>
        <translation>它读取的张量可能已以其他名称被写入，这在模型运行之前无从得知</translation>
    </message>
    <message>
        <source>it writes into a tensor that the loop carries along and something else may refer to</source>
        <translation>它写入循环携带的张量，而其他地方可能也引用该张量</translation>
    </message>
    <message>
        <source>it writes into a view that is made from one tensor twice</source>
        <translation>它写入由同一张量产生两次的视图</translation>
    </message>
    <message>
        <source>it writes into something from outside of its branch or loop by a way that can&apos;t be followed</source>
        <translation>它以无法跟踪的方式写入其分支或循环之外的内容</translation>
    </message>
    <message>
        <source>its arguments don&apos;t fit it</source>
        <translation>其参数不符合要求</translation>
    </message>
    <message>
        <source>its values are nested too deeply</source>
        <translation>其值嵌套过深</translation>
    </message>
    <message>
        <source>load and save it with a newer PyTorch</source>
        <translation>请用更新的 PyTorch 加载并重新保存</translation>
    </message>
    <message>
        <source>modules are nested too deeply</source>
        <translation>模块嵌套过深</translation>
    </message>
    <message>
        <source>record {}{} holds {} bytes, {} elements of {} bytes are expected</source>
        <translation>记录 {}{} 有 {} 字节，应为 {} 个 {} 字节的元素</translation>
    </message>
    <message>
        <source>recurrent weights packed as {}</source>
        <translation>循环权重以 {} 方式打包</translation>
    </message>
    <message>
        <source>save a module around it that takes the tensors one by one</source>
        <translation>请保存一个在外层逐个接收张量的模块</translation>
    </message>
    <message>
        <source>save a module that can be called</source>
        <translation>请保存可调用的模块</translation>
    </message>
    <message>
        <source>save the module again with PyTorch</source>
        <translation>请用 PyTorch 重新保存模块</translation>
    </message>
    <message>
        <source>simplify this part of the model, or export it to ONNX</source>
        <translation>请简化模型的这一部分，或导出为 ONNX</translation>
    </message>
    <message>
        <source>split it in the module before it is scripted</source>
        <translation>请在脚本化之前在模块中拆分它</translation>
    </message>
    <message>
        <source>the dictionary lacks this key</source>
        <translation>字典中没有此键</translation>
    </message>
    <message>
        <source>the file is of TorchScript&apos;s format before PyTorch 1.2</source>
        <translation>文件是 PyTorch 1.2 之前的 TorchScript 格式</translation>
    </message>
    <message>
        <source>the index is not known before the model runs</source>
        <translation>下标在模型运行之前未知</translation>
    </message>
    <message>
        <source>the module has no method forward</source>
        <translation>模块没有 forward 方法</translation>
    </message>
    <message>
        <source>the object is not known before the model runs</source>
        <translation>对象在模型运行之前未知</translation>
    </message>
    <message>
        <source>the program&apos;s value {} is used before it is made</source>
        <translation>程序的值 {} 在产生之前被使用</translation>
    </message>
    <message>
        <source>the settings of a packed convolution make no sense</source>
        <translation>打包卷积的设置不合理</translation>
    </message>
    <message>
        <source>this LibTorch has no operator {}</source>
        <translation>此 LibTorch 没有算子 {}</translation>
    </message>
    <message>
        <source>this instruction is not supported</source>
        <translation>不支持该指令</translation>
    </message>
    <message>
        <source>{} has no type</source>
        <translation>{} 没有类型</translation>
    </message>
    <message>
        <source>{} has no value</source>
        <translation>{} 没有值</translation>
    </message>
    <message>
        <source>{} holds other things than names</source>
        <translation>{} 含有名称以外的内容</translation>
    </message>
    <message>
        <source>{} in module {}</source>
        <translation>模块 {1} 中的 {0}</translation>
    </message>
    <message>
        <source>{} is quantized per channel, but not packed</source>
        <translation>{} 为逐通道量化，但没有打包</translation>
    </message>
    <!-- core/jobs -->
    <message>
        <source>an unknown exception</source>
        <translation>未知异常</translation>
    </message>
    <message>
        <source>close other programs or use a smaller input</source>
        <translation>请关闭其他程序，或使用更小的输入</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <!-- core/ops -->
    <message>
        <source>Quantloupe itself</source>
        <translation>Quantloupe 本身</translation>
    </message>
    <message>
        <source>a sequence of tensors is not one array</source>
        <translation>张量序列不是单个数组</translation>
    </message>
    <message>
        <source>from opset {} on</source>
        <translation>从 opset {} 起</translation>
    </message>
    <message>
        <source>from opset {} to {}</source>
        <translation>从 opset {} 到 {}</translation>
    </message>
    <message>
        <source>give it a domain of its own, or declare that it replaces the other</source>
        <translation>请给它独立的算子域，或声明它替换另一个</translation>
    </message>
    <message>
        <source>input {} is a sequence, expected a tensor</source>
        <translation>输入 {} 是序列，应为张量</translation>
    </message>
    <message>
        <source>input {} is missing</source>
        <translation>缺少输入 {}</translation>
    </message>
    <message>
        <source>input {} is no sequence of tensors</source>
        <translation>输入 {} 不是张量序列</translation>
    </message>
    <message>
        <source>it is known {}, the node has opset {}</source>
        <translation>它{}受支持，而节点的 opset 为 {}</translation>
    </message>
    <message>
        <source>no ONNX element type equals LibTorch&apos;s {}</source>
        <translation>没有与 LibTorch 的 {} 对应的 ONNX 元素类型</translation>
    </message>
    <message>
        <source>operator {} of domain {} is there already, from {}</source>
        <translation>算子域 {1} 的算子 {0} 已存在，来自 {2}</translation>
    </message>
    <message>
        <source>operator {}.{} is registered twice for opset {}</source>
        <translation>算子 {}.{} 在 opset {} 中注册了两次</translation>
    </message>
    <message>
        <source>tensors of type {} can&apos;t be computed with</source>
        <translation>无法用类型为 {} 的张量计算</translation>
    </message>
    <message>
        <source>there is no tensor</source>
        <translation>没有张量</translation>
    </message>
    <!-- core/ops/device -->
    <message>
        <source>device {} is not available</source>
        <translation>设备 {} 不可用</translation>
    </message>
    <message>
        <source>LibTorch finds no graphics card with a driver for CUDA: see what nvidia-smi says, or use --device cpu</source>
        <translation>LibTorch 找不到带有 CUDA 驱动的显卡：请查看 nvidia-smi 的输出，或使用 --device cpu</translation>
    </message>
    <message>
        <source>expected cpu or cuda:N, with the number of a graphics card</source>
        <translation>应为 cpu 或 cuda:N，N 为显卡的编号</translation>
    </message>
    <message>
        <source>this LibTorch was built without CUDA: use --device cpu</source>
        <translation>此 LibTorch 构建时没有 CUDA：请使用 --device cpu</translation>
    </message>
    <message>
        <source>this machine has {} graphics cards, of which the first is cuda:0</source>
        <translation>本机有 {} 块显卡，第一块为 cuda:0</translation>
    </message>
    <!-- core/ops/kernels -->
    <message>
        <source>an image of shape {} is too small for a border of {} and a scale of {}</source>
        <translation>形状为 {} 的图像对于边框 {} 和 scale {} 来说太小</translation>
    </message>
    <message>
        <source>attribute activation is {}, expected 0 (none) or 1 (SiLU)</source>
        <translation>属性 activation 为 {}，应为 0（无）或 1（SiLU）</translation>
    </message>
    <message>
        <source>attribute bias has {} entries, expected {} (channels)</source>
        <translation>属性 bias 有 {} 项，应为 {} 项（通道数）</translation>
    </message>
    <message>
        <source>attribute border has {} entries, expected {}</source>
        <translation>属性 border 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>attribute data_layout is &quot;{}&quot;, which is unknown</source>
        <translation>属性 data_layout 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute element_dtype is &quot;{}&quot;, which is unknown</source>
        <translation>属性 element_dtype 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute num_outputs is {}, the node lists {} outputs</source>
        <translation>属性 num_outputs 为 {}，而节点列出了 {} 个输出</translation>
    </message>
    <message>
        <source>attribute pattern is &quot;{}&quot;, which RE2 can&apos;t read: {}</source>
        <translation>属性 pattern 为“{}”，RE2 无法读取：{}</translation>
    </message>
    <message>
        <source>attribute pattern is missing</source>
        <translation>缺少属性 pattern</translation>
    </message>
    <message>
        <source>attribute precision is {}, expected the number of a float type of 16 to 64 bits</source>
        <translation>属性 precision 为 {}，应为 16 至 64 位浮点类型的编号</translation>
    </message>
    <message>
        <source>attribute quant_type is {}, expected 0 (FP4) or 1 (NF4)</source>
        <translation>属性 quant_type 为 {}，应为 0（FP4）或 1（NF4）</translation>
    </message>
    <message>
        <source>attribute round_mode is &quot;{}&quot;, expected up, down or nearest</source>
        <translation>属性 round_mode 为“{}”，应为 up、down 或 nearest</translation>
    </message>
    <message>
        <source>attribute rounding_mode is {}, expected 0, 1 or 2</source>
        <translation>属性 rounding_mode 为 {}，应为 0、1 或 2</translation>
    </message>
    <message>
        <source>attribute scale has {} entries, expected {}</source>
        <translation>属性 scale 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>attribute transB is {}, expected 1</source>
        <translation>属性 transB 为 {}，应为 1</translation>
    </message>
    <message>
        <source>attribute {} is no integer of 32 bits</source>
        <translation>属性 {} 不是 32 位整数</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected 0 or more</source>
        <translation>属性 {} 为 {}，应为 0 或更大</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected 2 to 2^32</source>
        <translation>属性 {} 为 {}，应为 2 到 2^32</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected a power of two</source>
        <translation>属性 {} 为 {}，应为 2 的幂</translation>
    </message>
    <message>
        <source>attributes border and scale hold numbers of pixels, none below 0</source>
        <translation>属性 border 和 scale 是像素数，不能小于 0</translation>
    </message>
    <message>
        <source>attributes coeffA, coeffB and coeffC give a row no positive sum</source>
        <translation>属性 coeffA、coeffB 和 coeffC 使某一行的和不为正</translation>
    </message>
    <message>
        <source>attributes Delta and eta are {} and {}, whose product 32 bits don&apos;t hold</source>
        <translation>属性 Delta 和 eta 为 {} 和 {}，其乘积超出 32 位</translation>
    </message>
    <message>
        <source>give 1 or 11: the softmax of float32 or float64</source>
        <translation>请给出 1 或 11：以 float32 或 float64 计算 softmax</translation>
    </message>
    <message>
        <source>https://github.com/google/re2/wiki/Syntax says what it reads</source>
        <translation>它支持的语法见 https://github.com/google/re2/wiki/Syntax</translation>
    </message>
    <message>
        <source>input 0 (X) has shape {}, expected an even last axis</source>
        <translation>输入 0 (X) 的形状为 {}，最后一个轴的长度应为偶数</translation>
    </message>
    <message>
        <source>input 0 (x) of shape {} has no channels</source>
        <translation>形状为 {} 的输入 0 (x) 没有通道</translation>
    </message>
    <message>
        <source>input 0 (data)</source>
        <translation>输入 0 (data)</translation>
    </message>
    <message>
        <source>input 0 (x) of shape {} has no rows</source>
        <translation>形状为 {} 的输入 0 (x) 没有行</translation>
    </message>
    <message>
        <source>input 1 (B) makes the divisor eta * B + eps zero</source>
        <translation>输入 1 (B) 使除数 eta * B + eps 为零</translation>
    </message>
    <message>
        <source>input 1 (gamma)</source>
        <translation>输入 1 (gamma)</translation>
    </message>
    <message>
        <source>input 1 (mul)</source>
        <translation>输入 1 (mul)</translation>
    </message>
    <message>
        <source>input 1 (thresholds)</source>
        <translation>输入 1 (thresholds)</translation>
    </message>
    <message>
        <source>input 1 (thresholds) has {} rows for {} channels of input 0 (x)</source>
        <translation>输入 1 (thresholds) 有 {} 行，而输入 0 (x) 有 {} 个通道</translation>
    </message>
    <message>
        <source>input 2 (absmax)</source>
        <translation>输入 2 (absmax)</translation>
    </message>
    <message>
        <source>input 2 (absmax) has {} elements, expected {}</source>
        <translation>输入 2 (absmax) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 2 (add)</source>
        <translation>输入 2 (add)</translation>
    </message>
    <message>
        <source>input 2 (beta)</source>
        <translation>输入 2 (beta)</translation>
    </message>
    <message>
        <source>input 3 (skip)</source>
        <translation>输入 3 (skip)</translation>
    </message>
    <message>
        <source>input 4 (bias)</source>
        <translation>输入 4 (bias)</translation>
    </message>
    <message>
        <source> of at least {} steps</source>
        <translation>，至少 {} 步</translation>
    </message>
    <message>
        <source>A is {}x{} and B is {}x{} (after transposition): inner dimensions differ</source>
        <translation>A 为 {}x{}，B 为 {}x{}（转置后）：内侧维度不同</translation>
    </message>
    <message>
        <source>a head has {} elements, expected {} or more</source>
        <translation>一个头有 {} 个元素，应至少为 {} 个</translation>
    </message>
    <message>
        <source>a mel band reaches {:.0f} Hz, beyond half the sample rate</source>
        <translation>某个 mel 频带达到 {} Hz，超出采样率的一半</translation>
    </message>
    <message>
        <source>a range from {} to {} by {} doesn&apos;t end</source>
        <translation>从 {} 到 {}、步长 {} 的范围没有终点</translation>
    </message>
    <message>
        <source>a region asks for {} samples per cell</source>
        <translation>某区域要求每格 {} 个采样</translation>
    </message>
    <message>
        <source>a region lies in sample {}, but there are {}</source>
        <translation>某区域位于样本 {}，但只有 {} 个样本</translation>
    </message>
    <message>
        <source>an input</source>
        <translation>一个输入</translation>
    </message>
    <message>
        <source>an input is a scalar, expected rank 1 or more</source>
        <translation>输入是标量，阶数应不小于 1</translation>
    </message>
    <message>
        <source>an item</source>
        <translation>一项</translation>
    </message>
    <message>
        <source>attribute alpha is 0, expected another number</source>
        <translation>属性 alpha 为 0，应为非零值</translation>
    </message>
    <message>
        <source>attribute approximate is &quot;{}&quot;, expected none or tanh</source>
        <translation>属性 approximate 为 &quot;{}&quot;，应为 none 或 tanh</translation>
    </message>
    <message>
        <source>attribute axis names the batch, expected another axis</source>
        <translation>属性 axis 指向批次维，应为其他维度</translation>
    </message>
    <message>
        <source>attribute bits is {}, expected 2 to 32</source>
        <translation>属性 bits 为 {}，应为 2 到 32</translation>
    </message>
    <message>
        <source>attribute bits is {}, expected 2, 4 or 8</source>
        <translation>属性 bits 为 {}，应为 2, 4 或 8</translation>
    </message>
    <message>
        <source>attribute bits is {}, expected 8 or 16</source>
        <translation>属性 bits 为 {}，应为 8 或 16</translation>
    </message>
    <message>
        <source>attribute blocksize is {}, expected ≥ 1</source>
        <translation>属性 blocksize 为 {}，应为 ≥ 1</translation>
    </message>
    <message>
        <source>attribute direction is &quot;{}&quot;, expected LEFT or RIGHT</source>
        <translation>属性 direction 为 &quot;{}&quot;，应为 LEFT 或 RIGHT</translation>
    </message>
    <message>
        <source>attribute dst_type is &quot;{}&quot;, expected INT4, INT8 or INT16</source>
        <translation>属性 dst_type 为 &quot;{}&quot;，应为 INT4, INT8 或 INT16</translation>
    </message>
    <message>
        <source>attribute equation is missing</source>
        <translation>缺少属性 equation</translation>
    </message>
    <message>
        <source>attribute fmod is 0, expected 1 for floating-point inputs</source>
        <translation>属性 fmod 为 0，浮点输入应为 1</translation>
    </message>
    <message>
        <source>attribute group is {}, expected ≥ 1</source>
        <translation>属性 group 为 {}，应为 ≥ 1</translation>
    </message>
    <message>
        <source>attribute is_packed_batching is 1, which is not supported</source>
        <translation>属性 is_packed_batching 为 1，不受支持</translation>
    </message>
    <message>
        <source>attribute kernel_shape is missing</source>
        <translation>缺少属性 kernel_shape</translation>
    </message>
    <message>
        <source>attribute mode is &quot;{}&quot;, expected DCR or CRD</source>
        <translation>属性 mode 为 &quot;{}&quot;，应为 DCR 或 CRD</translation>
    </message>
    <message>
        <source>attribute mode is &quot;{}&quot;, expected TF, IDF or TFIDF</source>
        <translation>属性 mode 为 &quot;{}&quot;，应为 TF, IDF 或 TFIDF</translation>
    </message>
    <message>
        <source>attribute mode is &quot;{}&quot;, expected constant, reflect, edge or wrap</source>
        <translation>属性 mode 为 &quot;{}&quot;，应为 constant, reflect, edge 或 wrap</translation>
    </message>
    <message>
        <source>attribute mode is &quot;{}&quot;, expected linear or circular</source>
        <translation>属性 mode 为 &quot;{}&quot;，应为 linear 或 circular</translation>
    </message>
    <message>
        <source>attribute ngram_counts has an entry of {} for a pool of {}</source>
        <translation>属性 ngram_counts 中有一项为 {}，而池大小为 {}</translation>
    </message>
    <message>
        <source>attribute ngram_indexes has an entry of {}</source>
        <translation>属性 ngram_indexes 中有一项为 {}</translation>
    </message>
    <message>
        <source>attribute num_scan_inputs is {}, but there are {} inputs</source>
        <translation>属性 num_scan_inputs 为 {}，但有 {} 个输入</translation>
    </message>
    <message>
        <source>attribute output_dtype is missing: x_scale has type float8e8m0, which is no type of results</source>
        <translation>缺少属性 output_dtype：x_scale 的类型为 float8e8m0，它不能作为结果的类型</translation>
    </message>
    <message>
        <source>attribute output_dtype is {}, expected a float type</source>
        <translation>属性 output_dtype 为 {}，应为浮点类型</translation>
    </message>
    <message>
        <source>attribute output_dtype is {}, expected an integer of 2 to 16 bits or a float of 4 or 8 bits</source>
        <translation>属性 output_dtype 为 {}，应为 2 到 16 位的整数或 4、8 位的浮点数</translation>
    </message>
    <message>
        <source>attribute output_padding has {} entries, expected {}</source>
        <translation>属性 output_padding 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>attribute output_shape has {} entries, expected {}</source>
        <translation>属性 output_shape 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>attribute p is {}, expected 1 or 2</source>
        <translation>属性 p 为 {}，应为 1 或 2</translation>
    </message>
    <message>
        <source>attribute p is {}, expected ≥ 1</source>
        <translation>属性 p 为 {}，应为 ≥ 1</translation>
    </message>
    <message>
        <source>attribute perm is [{}], expected an order of {} axes</source>
        <translation>属性 perm 为 [{}]，应为 {} 个轴的排列</translation>
    </message>
    <message>
        <source>attribute pooled_shape is {}, expected two sizes</source>
        <translation>属性 pooled_shape 为 {}，应为两个尺寸</translation>
    </message>
    <message>
        <source>attribute qtype is &quot;{}&quot;, which is unknown</source>
        <translation>属性 qtype 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute quant_bit is {}, expected 2 to 16</source>
        <translation>属性 quant_bit 为 {}，应为 2 到 16</translation>
    </message>
    <message>
        <source>attribute reduction is &quot;{}&quot;, expected none, add, mul, max or min</source>
        <translation>属性 reduction 为 &quot;{}&quot;，应为 none, add, mul, max 或 min</translation>
    </message>
    <message>
        <source>attribute reduction is &quot;{}&quot;, expected none, sum or mean</source>
        <translation>属性 reduction 为 &quot;{}&quot;，应为 none, sum 或 mean</translation>
    </message>
    <message>
        <source>attribute rounding_mode is &quot;{}&quot;, which is unknown</source>
        <translation>属性 rounding_mode 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute sample_size is {}, expected 1 or more</source>
        <translation>属性 sample_size 为 {}，应为 1 或更多</translation>
    </message>
    <message>
        <source>attribute scales has an entry of {}</source>
        <translation>属性 scales 中有一项为 {}</translation>
    </message>
    <message>
        <source>attribute scales has {} entries, expected {} (axis {})</source>
        <translation>属性 scales 有 {} 项，应为 {} 项（轴 {}）</translation>
    </message>
    <message>
        <source>attribute size is {}, expected ≥ 1</source>
        <translation>属性 size 为 {}，应为 ≥ 1</translation>
    </message>
    <message>
        <source>attribute spatial is 0, expected 1</source>
        <translation>属性 spatial 为 0，应为 1</translation>
    </message>
    <message>
        <source>attribute {} is {}, which is no element type</source>
        <translation>属性 {} 为 {}，不是元素类型</translation>
    </message>
    <message>
        <source>attribute training_mode is 1, expected 0</source>
        <translation>属性 training_mode 为 1，应为 0</translation>
    </message>
    <message>
        <source>attribute value has {} elements, expected 1</source>
        <translation>属性 value 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>attribute {} has {} values, expected {}</source>
        <translation>属性 {} 有 {} 个值，应为 {} 个</translation>
    </message>
    <message>
        <source>attribute {} is &quot;{}&quot;, which is unknown</source>
        <translation>属性 {} 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected {} or more</source>
        <translation>属性 {} 为 {}，应为 {} 或更多</translation>
    </message>
    <message>
        <source>attributes batch_axis and time_axis are both {}</source>
        <translation>属性 batch_axis 和 time_axis 都为 {}</translation>
    </message>
    <message>
        <source>attributes group and offset_group are {} and {}, expected ≥ 1</source>
        <translation>属性 group 和 offset_group 分别为 {} 和 {}，应 ≥ 1</translation>
    </message>
    <message>
        <source>attributes ngram_indexes and weights have {} and {} entries, expected {}</source>
        <translation>属性 ngram_indexes 和 weights 分别有 {} 和 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>attributes num_heads and kv_num_heads are {} and {}, expected a positive multiple</source>
        <translation>属性 num_heads 和 kv_num_heads 分别为 {} 和 {}，前者应为后者的正整数倍</translation>
    </message>
    <message>
        <source>axes [{}] name an axis twice</source>
        <translation>axes [{}] 中有重复的轴</translation>
    </message>
    <message>
        <source>axes are missing</source>
        <translation>缺少 axes</translation>
    </message>
    <message>
        <source>axis {} is empty, it can&apos;t be resized</source>
        <translation>轴 {} 为空，无法缩放</translation>
    </message>
    <message>
        <source>axis {} of input 0 has size {}, expected 1</source>
        <translation>输入 0 的轴 {} 大小为 {}，应为 1</translation>
    </message>
    <message>
        <source>axis {} of size {} can&apos;t be padded by {} and {}</source>
        <translation>大小为 {1} 的轴 {0} 无法按 {2} 和 {3} 填充</translation>
    </message>
    <message>
        <source>body</source>
        <translation>子图</translation>
    </message>
    <message>
        <source>body has {} inputs and {} outputs, expected {} and at least {}</source>
        <translation>循环体有 {} 个输入和 {} 个输出，应为 {} 个和至少 {} 个</translation>
    </message>
    <message>
        <source>boxes of shape {} and scores of shape {} don&apos;t belong together</source>
        <translation>形状为 {} 的 boxes 与形状为 {} 的 scores 不匹配</translation>
    </message>
    <message>
        <source>casting from or to {} isn&apos;t supported</source>
        <translation>不支持涉及 {} 的类型转换</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>export the model for inference</source>
        <translation>请以推理模式导出模型</translation>
    </message>
    <message>
        <source>has {} inputs, expected 2 and then 3 per tensor to join</source>
        <translation>有 {} 个输入，应为 2 个，再加每个待拼接张量 3 个</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>input 0</source>
        <translation>输入 0</translation>
    </message>
    <message>
        <source>input 0 (A)</source>
        <translation>输入 0 (A)</translation>
    </message>
    <message>
        <source>input 0 (A) has shape {}, expected a last axis of {}</source>
        <translation>输入 0 (A) 的形状为 {}，最后一轴应为 {}</translation>
    </message>
    <message>
        <source>input 0 (M)</source>
        <translation>输入 0 (M)</translation>
    </message>
    <message>
        <source>input 0 (M) has {} elements, expected one</source>
        <translation>输入 0 (M) 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input 0 (Q)</source>
        <translation>输入 0 (Q)</translation>
    </message>
    <message>
        <source>input 0 (X)</source>
        <translation>输入 0 (X)</translation>
    </message>
    <message>
        <source>input 0 (X) has rank {}, expected 4{}</source>
        <translation>输入 0 (X) 的秩为 {}，应为 4{}</translation>
    </message>
    <message>
        <source>input 0 (cond)</source>
        <translation>输入 0 (cond)</translation>
    </message>
    <message>
        <source>input 0 (condition)</source>
        <translation>输入 0 (condition)</translation>
    </message>
    <message>
        <source>input 0 (input)</source>
        <translation>输入 0 (input)</translation>
    </message>
    <message>
        <source>input 0 (query)</source>
        <translation>输入 0 (query)</translation>
    </message>
    <message>
        <source>input 0 (sequence_lens)</source>
        <translation>输入 0 (sequence_lens)</translation>
    </message>
    <message>
        <source>input 0 (shape)</source>
        <translation>输入 0 (shape)</translation>
    </message>
    <message>
        <source>input 0 (theta)</source>
        <translation>输入 0 (theta)</translation>
    </message>
    <message>
        <source>input 0 (x)</source>
        <translation>输入 0 (x)</translation>
    </message>
    <message>
        <source>input 0 (x) has rank {}, expected 3, 4 or 5</source>
        <translation>输入 0 (x) 的秩为 {}，应为 3, 4 或 5</translation>
    </message>
    <message>
        <source>input 0 (x) has {} channels, expected {}</source>
        <translation>输入 0 (x) 有 {} 个通道，应为 {} 个</translation>
    </message>
    <message>
        <source>input 0 (x) has {} channels, expected {} groups of {}</source>
        <translation>输入 0 (x) 有 {} 个通道，应为 {} 组，每组 {} 个</translation>
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
        <source>input 0 has rank {}, expected 1 or 2</source>
        <translation>输入 0 的秩为 {}，应为 1 或 2</translation>
    </message>
    <message>
        <source>input 0 has rank {}, expected 2 or more</source>
        <translation>输入 0 的秩为 {}，应至少为 2</translation>
    </message>
    <message>
        <source>input 0 has rank {}, expected 3</source>
        <translation>输入 0 的秩为 {}，应为 3</translation>
    </message>
    <message>
        <source>input 0 has rank {}, expected 3 or more</source>
        <translation>输入 0 的秩为 {}，应至少为 3</translation>
    </message>
    <message>
        <source>input 0 has rank {}, expected 3, 4 or 5</source>
        <translation>输入 0 的秩为 {}，应为 3, 4 或 5</translation>
    </message>
    <message>
        <source>input 0 has shape {}, expected a last axis of 1 or 2</source>
        <translation>输入 0 的形状为 {}，最后一轴应为 1 或 2</translation>
    </message>
    <message>
        <source>input 0 has shape {}, expected square matrices</source>
        <translation>输入 0 的形状为 {}，应为方阵</translation>
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
        <source>input 0 is an optional without an element</source>
        <translation>输入 0 是没有元素的 optional</translation>
    </message>
    <message>
        <source>input 0 of shape {} can&apos;t be expanded to {}</source>
        <translation>形状为 {} 的输入 0 无法扩展到 {}</translation>
    </message>
    <message>
        <source>input 0 of shape {} can&apos;t be reshaped to [{}]</source>
        <translation>形状为 {} 的输入 0 无法变形为 [{}]</translation>
    </message>
    <message>
        <source>input 0 of shape {} can&apos;t be rotated by {} angles</source>
        <translation>形状为 {} 的输入 0 无法按 {} 个角度旋转</translation>
    </message>
    <message>
        <source>input 0 of shape {} can&apos;t be split into {} groups</source>
        <translation>形状为 {} 的输入 0 无法分成 {} 组</translation>
    </message>
    <message>
        <source>input 1</source>
        <translation>输入 1</translation>
    </message>
    <message>
        <source>input 1 (B)</source>
        <translation>输入 1 (B)</translation>
    </message>
    <message>
        <source>input 1 (B) has {} bytes, expected {}</source>
        <translation>输入 1 (B) 有 {} 字节，应为 {} 字节</translation>
    </message>
    <message>
        <source>input 1 (I)</source>
        <translation>输入 1 (I)</translation>
    </message>
    <message>
        <source>input 1 (I) has an index outside 0 … {}</source>
        <translation>输入 1 (I) 中有超出 0 … {} 的索引</translation>
    </message>
    <message>
        <source>input 1 (I) has shape {}, expected {} as input 0</source>
        <translation>输入 1 (I) 的形状为 {}，应与输入 0 相同，为 {}</translation>
    </message>
    <message>
        <source>input 1 (K)</source>
        <translation>输入 1 (K)</translation>
    </message>
    <message>
        <source>input 1 (W)</source>
        <translation>输入 1 (W)</translation>
    </message>
    <message>
        <source>input 1 (W) has shape {}, which doesn&apos;t fit {} channels</source>
        <translation>输入 1 (W) 的形状为 {}，与 {} 个通道不符</translation>
    </message>
    <message>
        <source>input 1 (X)</source>
        <translation>输入 1 (X)</translation>
    </message>
    <message>
        <source>input 1 (axis)</source>
        <translation>输入 1 (axis)</translation>
    </message>
    <message>
        <source>input 1 (axis) has {} elements, expected 1</source>
        <translation>输入 1 (axis) 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input 1 (bias)</source>
        <translation>输入 1 (bias)</translation>
    </message>
    <message>
        <source>input 1 (cond)</source>
        <translation>输入 1 (cond)</translation>
    </message>
    <message>
        <source>input 1 (condition)</source>
        <translation>输入 1 (condition)</translation>
    </message>
    <message>
        <source>input 1 (condition) has {} elements, expected at most {}</source>
        <translation>输入 1 (condition) 有 {} 个元素，最多应为 {} 个</translation>
    </message>
    <message>
        <source>input 1 (depth) has {} elements, expected one</source>
        <translation>输入 1 (depth) 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input 1 (depth) is {}, expected 0 or more</source>
        <translation>输入 1 (depth) 为 {}，应为 0 或更多</translation>
    </message>
    <message>
        <source>input 1 (deq_scale) has {} elements for input 0 of shape {}</source>
        <translation>输入 1 (deq_scale) 有 {} 个元素，而输入 0 的形状为 {}</translation>
    </message>
    <message>
        <source>input 1 (grid)</source>
        <translation>输入 1 (grid)</translation>
    </message>
    <message>
        <source>input 1 (grid) of shape {} doesn&apos;t belong to {}</source>
        <translation>形状为 {} 的输入 1 (grid) 与 {} 不符</translation>
    </message>
    <message>
        <source>input 1 (image_shape)</source>
        <translation>输入 1 (image_shape)</translation>
    </message>
    <message>
        <source>input 1 (indices)</source>
        <translation>输入 1 (indices)</translation>
    </message>
    <message>
        <source>input 1 (k)</source>
        <translation>输入 1 (k)</translation>
    </message>
    <message>
        <source>input 1 (k) has {} elements, expected 1</source>
        <translation>输入 1 (k) 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input 1 (key)</source>
        <translation>输入 1 (key)</translation>
    </message>
    <message>
        <source>input 1 (min)</source>
        <translation>输入 1 (min)</translation>
    </message>
    <message>
        <source>input 1 (pads)</source>
        <translation>输入 1 (pads)</translation>
    </message>
    <message>
        <source>input 1 (pads) has {} entries, expected {} for {} axes</source>
        <translation>输入 1 (pads) 有 {} 项，应为 {} 项（{} 个轴）</translation>
    </message>
    <message>
        <source>input 1 (repeats)</source>
        <translation>输入 1 (repeats)</translation>
    </message>
    <message>
        <source>input 1 (repeats) has an entry of {}</source>
        <translation>输入 1 (repeats) 中有一项为 {}</translation>
    </message>
    <message>
        <source>input 1 (repeats) has {} entries, expected {}</source>
        <translation>输入 1 (repeats) 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>input 1 (roi)</source>
        <translation>输入 1 (roi)</translation>
    </message>
    <message>
        <source>input 1 (rois)</source>
        <translation>输入 1 (rois)</translation>
    </message>
    <message>
        <source>input 1 (rois) has shape {}, expected {}x4</source>
        <translation>输入 1 (rois) 的形状为 {}，应为 {}x4</translation>
    </message>
    <message>
        <source>input 1 (rois) has {} columns, expected 5</source>
        <translation>输入 1 (rois) 有 {} 列，应为 5 列</translation>
    </message>
    <message>
        <source>input 1 (scale)</source>
        <translation>输入 1 (量化系数)</translation>
    </message>
    <message>
        <source>input 1 (scales)</source>
        <translation>输入 1 (scales)</translation>
    </message>
    <message>
        <source>input 1 (sequence_lens)</source>
        <translation>输入 1 (sequence_lens)</translation>
    </message>
    <message>
        <source>input 1 (sequence_lens) has {} elements, expected {}</source>
        <translation>输入 1 (sequence_lens) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 1 (sequence_lens) has {}, expected 0 to {}</source>
        <translation>输入 1 (sequence_lens) 中有 {}，应为 0 到 {}</translation>
    </message>
    <message>
        <source>input 1 (shape)</source>
        <translation>输入 1 (shape)</translation>
    </message>
    <message>
        <source>input 1 (shape) has {} entries, expected {}</source>
        <translation>输入 1 (shape) 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>input 1 (size)</source>
        <translation>输入 1 (size)</translation>
    </message>
    <message>
        <source>input 1 (size) has {} entries, expected 4 or 5</source>
        <translation>输入 1 (size) 有 {} 项，应为 4 或 5 项</translation>
    </message>
    <message>
        <source>input 1 (skip)</source>
        <translation>输入 1 (skip)</translation>
    </message>
    <message>
        <source>input 1 (slope)</source>
        <translation>输入 1 (slope)</translation>
    </message>
    <message>
        <source>input 1 (slope) of shape {} doesn&apos;t broadcast to {}</source>
        <translation>形状为 {} 的输入 1 (slope) 无法广播到 {}</translation>
    </message>
    <message>
        <source>input 1 (split)</source>
        <translation>输入 1 (split)</translation>
    </message>
    <message>
        <source>input 1 (split) is {}, expected 1 or more</source>
        <translation>输入 1 (split) 为 {}，应为 1 或更多</translation>
    </message>
    <message>
        <source>input 1 (starts)</source>
        <translation>输入 1 (starts)</translation>
    </message>
    <message>
        <source>input 1 (target) has a class outside 0 … {}</source>
        <translation>输入 1 (target) 中有超出 0 … {} 的类别</translation>
    </message>
    <message>
        <source>input 1 (target) has shape {}, expected {}</source>
        <translation>输入 1 (target) 的形状为 {}，应为 {}</translation>
    </message>
    <message>
        <source>input 1 (update)</source>
        <translation>输入 1 (update)</translation>
    </message>
    <message>
        <source>input 1 (weight)</source>
        <translation>输入 1 (weight)</translation>
    </message>
    <message>
        <source>input 1 (weight) has {} columns, expected three equal parts</source>
        <translation>输入 1 (weight) 有 {} 列，应能等分为三份</translation>
    </message>
    <message>
        <source>input 1 (weights)</source>
        <translation>输入 1 (weights)</translation>
    </message>
    <message>
        <source>input 1 (weights) has {} rows, expected {}</source>
        <translation>输入 1 (weights) 有 {} 行，应为 {} 行</translation>
    </message>
    <message>
        <source>input 2 (C)</source>
        <translation>输入 2 (C)</translation>
    </message>
    <message>
        <source>input 2 (R)</source>
        <translation>输入 2 (R)</translation>
    </message>
    <message>
        <source>input 2 (V)</source>
        <translation>输入 2 (V)</translation>
    </message>
    <message>
        <source>input 2 (batch_indices)</source>
        <translation>输入 2 (batch_indices)</translation>
    </message>
    <message>
        <source>input 2 (bias)</source>
        <translation>输入 2 (bias)</translation>
    </message>
    <message>
        <source>input 1 (weight) has {} output channels, no multiple of {}</source>
        <translation>输入 1（权重）有 {} 个输出通道，不是 {} 的倍数</translation>
    </message>
    <message>
        <source>input 2 (bias) has {} elements, expected {}</source>
        <translation>输入 2 (bias) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 2 (block_shape)</source>
        <translation>输入 2 (block_shape)</translation>
    </message>
    <message>
        <source>input 2 (constant_value)</source>
        <translation>输入 2 (constant_value)</translation>
    </message>
    <message>
        <source>input 2 (constant_value) has shape {}, expected a scalar</source>
        <translation>输入 2 (constant_value) 的形状为 {}，应为 标量</translation>
    </message>
    <message>
        <source>input 2 (ends)</source>
        <translation>输入 2 (ends)</translation>
    </message>
    <message>
        <source>input 2 (gamma)</source>
        <translation>输入 2 (gamma)</translation>
    </message>
    <message>
        <source>input 2 (max)</source>
        <translation>输入 2 (max)</translation>
    </message>
    <message>
        <source>input 2 (max_output_size) is {}, expected 0 or more</source>
        <translation>输入 2 (max_output_size) 为 {}，应为 0 或更多</translation>
    </message>
    <message>
        <source>input 2 (offset)</source>
        <translation>输入 2 (offset)</translation>
    </message>
    <message>
        <source>input 2 (output_shape)</source>
        <translation>输入 2 (output_shape)</translation>
    </message>
    <message>
        <source>input 2 (output_shape) has {} entries, expected {}</source>
        <translation>输入 2 (output_shape) 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>input 2 (position)</source>
        <translation>输入 2 (position)</translation>
    </message>
    <message>
        <source>input 2 (scales)</source>
        <translation>输入 2 (scales)</translation>
    </message>
    <message>
        <source>input 2 (scales) has {} elements, expected {}</source>
        <translation>输入 2 (scales) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 2 (training_mode) is true, which drops elements at random</source>
        <translation>输入 2 (training_mode) 为 true，会随机丢弃元素</translation>
    </message>
    <message>
        <source>input 2 (updates)</source>
        <translation>输入 2 (updates)</translation>
    </message>
    <message>
        <source>input 2 (value)</source>
        <translation>输入 2 (value)</translation>
    </message>
    <message>
        <source>input 2 (values)</source>
        <translation>输入 2 (values)</translation>
    </message>
    <message>
        <source>input 2 (values) has {} elements, expected off and on</source>
        <translation>输入 2 (values) 有 {} 个元素，应为 off 和 on 两个</translation>
    </message>
    <message>
        <source>input 2 (weights)</source>
        <translation>输入 2 (weights)</translation>
    </message>
    <message>
        <source>input 2 (weights) has {} elements, expected {}</source>
        <translation>输入 2 (weights) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 2 (window)</source>
        <translation>输入 2 (window)</translation>
    </message>
    <message>
        <source>input 2 (window) has {} elements, expected {}</source>
        <translation>输入 2 (window) 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>input 2 (write_indices)</source>
        <translation>输入 2 (write_indices)</translation>
    </message>
    <message>
        <source>input 2 (y)</source>
        <translation>输入 2 (y)</translation>
    </message>
    <message>
        <source>input 3 (B)</source>
        <translation>输入 3 (B)</translation>
    </message>
    <message>
        <source>input 3 (B) has type {}, expected {} like A</source>
        <translation>输入 3 (B) 的类型为 {}，应与 A 相同，为 {}</translation>
    </message>
    <message>
        <source>input 3 (Z)</source>
        <translation>输入 3 (Z)</translation>
    </message>
    <message>
        <source>input 3 (attn_mask) has shape {}, expected rank 2 to 4 and at most {} keys</source>
        <translation>输入 3 (attn_mask) 的形状为 {}，维数应为 2 到 4，键不超过 {} 个</translation>
    </message>
    <message>
        <source>input 3 (axes)</source>
        <translation>输入 3 (axes)</translation>
    </message>
    <message>
        <source>input 3 (beta)</source>
        <translation>输入 3 (beta)</translation>
    </message>
    <message>
        <source>input 3 (bias)</source>
        <translation>输入 3 (bias)</translation>
    </message>
    <message>
        <source>input 3 (bias) has {} elements, expected {} or more</source>
        <translation>输入 3 (bias) 有 {} 个元素，应至少为 {} 个</translation>
    </message>
    <message>
        <source>input 3 (frame_length) is {}, expected 1 to {}</source>
        <translation>输入 3 (frame_length) 为 {}，应为 1 到 {}</translation>
    </message>
    <message>
        <source>input 3 (past_key)</source>
        <translation>输入 3 (past_key)</translation>
    </message>
    <message>
        <source>input 3 (sizes)</source>
        <translation>输入 3 (sizes)</translation>
    </message>
    <message>
        <source>input 3 (zero_points)</source>
        <translation>输入 3 (zero_points)</translation>
    </message>
    <message>
        <source>input 3 (zero_points) has {} bytes, expected {}</source>
        <translation>输入 3 (zero_points) 有 {} 字节，应为 {} 字节</translation>
    </message>
    <message>
        <source>input 4 (Y)</source>
        <translation>输入 4 (Y)</translation>
    </message>
    <message>
        <source>input 4 (g_idx) has {} elements, expected {} or more</source>
        <translation>输入 4 (g_idx) 有 {} 个元素，应至少为 {} 个</translation>
    </message>
    <message>
        <source>input 4 (mask)</source>
        <translation>输入 4 (mask)</translation>
    </message>
    <message>
        <source>input 4 (past_key)</source>
        <translation>输入 4 (past_key)</translation>
    </message>
    <message>
        <source>input 4 (past_value)</source>
        <translation>输入 4 (past_value)</translation>
    </message>
    <message>
        <source>input 4 (steps)</source>
        <translation>输入 4 (steps)</translation>
    </message>
    <message>
        <source>input 5 (bias)</source>
        <translation>输入 5 (bias)</translation>
    </message>
    <message>
        <source>input 5 (initial_h)</source>
        <translation>输入 5 (initial_h)</translation>
    </message>
    <message>
        <source>input 5 (past_value)</source>
        <translation>输入 5 (past_value)</translation>
    </message>
    <message>
        <source>input 5 (seqlens_k)</source>
        <translation>输入 5 (seqlens_k)</translation>
    </message>
    <message>
        <source>input 5 (seqlens_k) says that sequence {} has {} tokens, with {} new ones and a total of {}</source>
        <translation>输入 5 (seqlens_k) 表明序列 {} 有 {} 个词元，其中新增 {} 个，总数为 {}</translation>
    </message>
    <message>
        <source>input 6 (C)</source>
        <translation>输入 6 (C)</translation>
    </message>
    <message>
        <source>input 6 (C) has shape {}, which does not broadcast to {}</source>
        <translation>输入 6 (C) 的形状为 {}，无法广播到 {}</translation>
    </message>
    <message>
        <source>input 6 (nonpad_kv_seqlen)</source>
        <translation>输入 6 (nonpad_kv_seqlen)</translation>
    </message>
    <message>
        <source>input 6 (total_sequence_length)</source>
        <translation>输入 6 (total_sequence_length)</translation>
    </message>
    <message>
        <source>input 7 (cos_cache)</source>
        <translation>输入 7 (cos_cache)</translation>
    </message>
    <message>
        <source>input 7 (cos_cache) has shape {}, expected {} or more places and at most {} angles</source>
        <translation>输入 7 (cos_cache) 的形状为 {}，应至少有 {} 个位置，最多 {} 个角度</translation>
    </message>
    <message>
        <source>input 8 (B)</source>
        <translation>输入 8 (B)</translation>
    </message>
    <message>
        <source>input 8 (sin_cache)</source>
        <translation>输入 8 (sin_cache)</translation>
    </message>
    <message>
        <source>input shapes {} and {} have different inner dimensions</source>
        <translation>输入形状 {} 与 {} 的内侧维度不同</translation>
    </message>
    <message>
        <source>input {}</source>
        <translation>输入 {}</translation>
    </message>
    <message>
        <source>input {} (cos_cache)</source>
        <translation>输入 {} (cos_cache)</translation>
    </message>
    <message>
        <source>input {} (position)</source>
        <translation>输入 {} (position)</translation>
    </message>
    <message>
        <source>input {} (position) is {}, but there are {} places</source>
        <translation>输入 {} (position) 为 {}，但只有 {} 个位置</translation>
    </message>
    <message>
        <source>input {} (position_ids)</source>
        <translation>输入 {} (position_ids)</translation>
    </message>
    <message>
        <source>input {} (sin_cache)</source>
        <translation>输入 {} (sin_cache)</translation>
    </message>
    <message>
        <source>input {} ({})</source>
        <translation>输入 {} ({})</translation>
    </message>
    <message>
        <source>input {} ({}) has {} elements, expected one</source>
        <translation>输入 {} ({}) 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input {} ({}) is {}, expected a size</source>
        <translation>输入 {} ({}) 为 {}，应为尺寸</translation>
    </message>
    <message>
        <source>input {} has shape {}, expected {} batches{}</source>
        <translation>输入 {} 的形状为 {}，应有 {} 个批次{}</translation>
    </message>
    <message>
        <source>input {} has shape {}, which can&apos;t be joined to {} along axis {}</source>
        <translation>输入 {0} 的形状为 {1}，无法沿轴 {3} 与 {2} 拼接</translation>
    </message>
    <message>
        <source>input {} has shape {}, which differs from input 0&apos;s {} off axis {}</source>
        <translation>输入 {0} 的形状为 {1}，在轴 {3} 以外与输入 0 的 {2} 不同</translation>
    </message>
    <message>
        <source>input {} has {} elements, expected one</source>
        <translation>输入 {} 有 {} 个元素，应为 1 个</translation>
    </message>
    <message>
        <source>input {} has {} items, expected {} as input 0</source>
        <translation>输入 {} 有 {} 项，应与输入 0 相同，为 {} 项</translation>
    </message>
    <message>
        <source>input {} is given, which is not supported</source>
        <translation>给出了输入 {}，不受支持</translation>
    </message>
    <message>
        <source>input {}&apos;s</source>
        <translation>输入 {}&apos;s</translation>
    </message>
    <message>
        <source>inputs 5 (seqlens_k) and 6 (total_sequence_length) have {} and {} elements, expected {} and 1</source>
        <translation>输入 5 (seqlens_k) 和 6 (total_sequence_length) 分别有 {} 和 {} 个元素，应为 {} 个和 1 个</translation>
    </message>
    <message>
        <source>k is {}, expected 0 to {} (axis {})</source>
        <translation>k 为 {}，应为 0 到 {} (axis {})</translation>
    </message>
    <message>
        <source>operator {} is missing</source>
        <translation>缺少算子 {}</translation>
    </message>
    <message>
        <source>pads has entries of {} and {}</source>
        <translation>pads 中有 {} 和 {}</translation>
    </message>
    <message>
        <source>pads has {} entries, expected {}</source>
        <translation>pads 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>query {}, key {} and value {} don&apos;t belong together</source>
        <translation>query {}、key {} 与 value {} 不匹配</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>scales has an entry of {}</source>
        <translation>scales 中有一项为 {}</translation>
    </message>
    <message>
        <source>scan input {} has {} steps, expected {} like the first</source>
        <translation>扫描输入 {} 有 {} 步，应与第一个相同，为 {} 步</translation>
    </message>
    <message>
        <source>sequence_lens holds {}, expected 0 to {}</source>
        <translation>sequence_lens 含有 {}，应为 0 到 {}</translation>
    </message>
    <message>
        <source>shapes {} and {} do not broadcast</source>
        <translation>形状 {} 与 {} 无法广播</translation>
    </message>
    <message>
        <source>sizes has an entry of {}</source>
        <translation>sizes 中有一项为 {}</translation>
    </message>
    <message>
        <source>split adds up to {}, expected {}</source>
        <translation>split 之和为 {}，应为 {}</translation>
    </message>
    <message>
        <source>split has an entry of {}</source>
        <translation>split 中有一项为 {}</translation>
    </message>
    <message>
        <source>split has {} entries, expected {} as outputs</source>
        <translation>split 有 {} 项，应与输出数 {} 相同</translation>
    </message>
    <message>
        <source>starts, ends, axes and steps have {}, {}, {} and {} entries, expected equal counts</source>
        <translation>starts、ends、axes 和 steps 分别有 {}、{}、{} 和 {} 项，应数量相同</translation>
    </message>
    <message>
        <source>step of axis {} is 0, expected another number</source>
        <translation>轴 {} 的步长为 0，应为非零值</translation>
    </message>
    <message>
        <source>the body gives no condition</source>
        <translation>循环体没有给出条件</translation>
    </message>
    <message>
        <source>the body&apos;s condition</source>
        <translation>子图的条件</translation>
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
        <source>the first scan input needs a batch axis and a step axis</source>
        <translation>第一个扫描输入需要批次轴和步轴</translation>
    </message>
    <message>
        <source>the weights have {} columns, which query, key and value can&apos;t share</source>
        <translation>权重有 {} 列，query、key 和 value 无法平分</translation>
    </message>
    <message>
        <source>y_zero_point has type {}, but attribute output_dtype asks for {}</source>
        <translation>y_zero_point 的类型为 {}，但属性 output_dtype 要求 {}</translation>
    </message>
    <message>
        <source>y_zero_point has type {}, expected an integer of 2 to 16 bits or a float of 4 or 8 bits</source>
        <translation>y_zero_point 的类型为 {}，应为 2 到 16 位的整数或 4、8 位的浮点数</translation>
    </message>
    <message>
        <source>{} can&apos;t be computed</source>
        <translation>无法计算 {}</translation>
    </message>
    <message>
        <source>{} has shape {}, expected a scalar</source>
        <translation>{} 的形状为 {}，应为 标量</translation>
    </message>
    <message>
        <source>{} has shape {}, expected one element</source>
        <translation>{} 的形状为 {}，应为 1 个元素</translation>
    </message>
    <message>
        <source>{} has shape {}, expected rank 4, or attributes q_num_heads and kv_num_heads</source>
        <translation>{} 的形状为 {}，应为 4 阶，或给出属性 q_num_heads 和 kv_num_heads</translation>
    </message>
    <message>
        <source>{} has {} elements for {} channels</source>
        <translation>{} 有 {} 个元素，而通道数为 {}</translation>
    </message>
    <message>
        <source>{} has {} elements, expected one for each of {} channels</source>
        <translation>{} 有 {} 个元素，应为 {} 个通道各一个</translation>
    </message>
    <message>
        <source>{} has {} elements, expected the size of the last axis</source>
        <translation>{} 有 {} 个元素，应等于最后一轴的大小</translation>
    </message>
    <message>
        <source>{} has {} elements, expected {}</source>
        <translation>{} 有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>{} holds numbers that are no integers of 32 bits</source>
        <translation>{} 含有不是 32 位整数的数</translation>
    </message>
    <message>
        <source>{} is {}, expected 1 or more</source>
        <translation>{} 为 {}，应为 1 或更多</translation>
    </message>
    <message>
        <source>{} of shape {} doesn&apos;t broadcast to {}</source>
        <translation>形状为 {1} 的 {0} 无法广播到 {2}</translation>
    </message>
    <message>
        <source>{} rows from {} on don&apos;t fit into a cache of {}</source>
        <translation>从第 {1} 行起的 {0} 行放不进大小为 {2} 的缓存</translation>
    </message>
    <message>
        <source>{} {} isn&apos;t divisible by {}</source>
        <translation>{} {} 不能被 {} 整除</translation>
    </message>
    <message>
        <source>{}&apos;s scale or zero point</source>
        <translation>{} 的量化系数或零点</translation>
    </message>
    <!-- core/ops/library -->
    <message>
        <source>a debugger on a program that only loads it shows where</source>
        <translation>用调试器运行一个只加载它的程序即可看到位置</translation>
    </message>
    <message>
        <source>build it again with this version&apos;s header</source>
        <translation>请用此版本的头文件重新构建</translation>
    </message>
    <message>
        <source>it can&apos;t be loaded: {}</source>
        <translation>无法加载：{}</translation>
    </message>
    <message>
        <source>it is no operator library: it has no function {}</source>
        <translation>这不是算子库：没有函数 {}</translation>
    </message>
    <message>
        <source>it is not loaded, because loading it {}</source>
        <translation>没有加载它，因为加载时{}</translation>
    </message>
    <message>
        <source>it registers an operator ({}) without domain, name, evaluate or versions</source>
        <translation>它注册的算子 ({}) 缺少 domain、name、evaluate 或 versions</translation>
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
        <source>it threw while it registered its operators: {}</source>
        <translation>它在注册算子时抛出了异常：{}</translation>
    </message>
    <message>
        <source>it was built against version {} of quantloupe/operators.h, expected {}</source>
        <translation>它是按 quantloupe/operators.h 的版本 {} 构建的，应为 {}</translation>
    </message>
    <message>
        <source>no process can be started: {}</source>
        <translation>无法启动进程：{}</translation>
    </message>
    <message>
        <source>operator library {}</source>
        <translation>算子库 {}</translation>
    </message>
    <message>
        <source>operator library {} threw something that is no std::exception</source>
        <translation>算子库 {} 抛出了非 std::exception 的异常</translation>
    </message>
    <message>
        <source>output {} has no element type {}</source>
        <translation>输出 {} 没有元素类型 {}</translation>
    </message>
    <message>
        <source>output {} is made, the node has {}</source>
        <translation>产生了输出 {}，而节点有 {} 个输出</translation>
    </message>
    <message>
        <source>output {} was not made</source>
        <translation>没有产生输出 {}</translation>
    </message>
    <message>
        <source>see quantloupe/operators.h</source>
        <translation>请参阅 quantloupe/operators.h</translation>
    </message>
    <message>
        <source>write it against quantloupe/operators.h: QUANTLOUPE_OPERATORS</source>
        <translation>请按 quantloupe/operators.h 编写：QUANTLOUPE_OPERATORS</translation>
    </message>
    <message>
        <source>{} (operator library {})</source>
        <translation>{}（算子库 {}）</translation>
    </message>
    <!-- core/ops/ml -->
    <message>
        <source>attribute kernel_type is &quot;{}&quot;, expected LINEAR, POLY, RBF or SIGMOID</source>
        <translation>属性 kernel_type 为“{}”，应为 LINEAR、POLY、RBF 或 SIGMOID</translation>
    </message>
    <message>
        <source>attribute {} has {} entries, expected a multiple of {}</source>
        <translation>属性 {} 有 {} 个元素，应为 {} 的倍数</translation>
    </message>
    <message>
        <source>attributes {} and {} are both given, expected one</source>
        <translation>属性 {} 和 {} 同时给出，应只给一个</translation>
    </message>
    <message>
        <source>input 0 has {} features, the model {}</source>
        <translation>输入 0 有 {} 个特征，模型有 {} 个</translation>
    </message>
    <message>
        <source>neither attribute {} nor {} is given, expected one</source>
        <translation>属性 {} 和 {} 都没有给出，应给一个</translation>
    </message>
    <message>
        <source>attribute post_transform is &quot;{}&quot;, expected NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT</source>
        <translation>属性 post_transform 为 "{}"，应为 NONE、SOFTMAX、LOGISTIC、SOFTMAX_ZERO 或 PROBIT</translation>
    </message>
    <message>
        <source>attribute {} has {} entries, expected {}</source>
        <translation>属性 {} 有 {} 项，应为 {}</translation>
    </message>
    <message>
        <source>node {} of tree {} is there twice</source>
        <translation>树 {1} 的节点 {0} 出现两次</translation>
    </message>
    <message>
        <source>node {} of tree {} has child {}, which is no node of that tree</source>
        <translation>树 {1} 的节点 {0} 的子节点 {2} 不是该树的节点</translation>
    </message>
    <message>
        <source>attribute nodes_modes has an entry of &quot;{}&quot;, which is no kind of node</source>
        <translation>属性 nodes_modes 中的 "{}" 不是节点类型</translation>
    </message>
    <message>
        <source>attribute nodes_modes is missing: there are no trees</source>
        <translation>缺少属性 nodes_modes：没有任何树</translation>
    </message>
    <message>
        <source>node {} of tree {} asks for feature {}</source>
        <translation>树 {1} 的节点 {0} 使用特征 {2}</translation>
    </message>
    <message>
        <source>tree {} has more than one root</source>
        <translation>树 {} 有多个根节点</translation>
    </message>
    <message>
        <source>tree {} has no root: its nodes lead back to themselves</source>
        <translation>树 {} 没有根节点：其节点首尾相接</translation>
    </message>
    <message>
        <source>node {} of tree {} can&apos;t be reached from its root</source>
        <translation>从根节点无法到达树 {1} 的节点 {0}</translation>
    </message>
    <message>
        <source>a node of a tree is its own ancestor</source>
        <translation>树的某个节点是它自己的祖先</translation>
    </message>
    <message>
        <source>attributes {}* vote for node {} of tree {}, which isn&apos;t there</source>
        <translation>属性 {0}* 指向树 {2} 的节点 {1}，而它不存在</translation>
    </message>
    <message>
        <source>attribute {}ids has an entry of {}</source>
        <translation>属性 {}ids 中有 {}</translation>
    </message>
    <message>
        <source>attribute {}ids has an entry of {}, expected 0 to {}</source>
        <translation>属性 {}ids 中有 {}，应为 0 到 {}</translation>
    </message>
    <message>
        <source>input 0 has no axis to choose from</source>
        <translation>输入 0 没有可供选择的轴</translation>
    </message>
    <message>
        <source>input 1 (Y) names no feature</source>
        <translation>输入 1 (Y) 没有指定任何特征</translation>
    </message>
    <message>
        <source>input 1 (Y) names feature {}, input 0 has {}</source>
        <translation>输入 1 (Y) 指定特征 {}，而输入 0 有 {} 个</translation>
    </message>
    <message>
        <source>attribute {} has {} entries, expected 1 or {}</source>
        <translation>属性 {} 有 {} 项，应为 1 或 {}</translation>
    </message>
    <message>
        <source>attribute norm is &quot;{}&quot;, expected MAX, L1 or L2</source>
        <translation>属性 norm 为 "{}"，应为 MAX、L1 或 L2</translation>
    </message>
    <message>
        <source>attribute inputdimensions has an entry of {}</source>
        <translation>属性 inputdimensions 中有 {}</translation>
    </message>
    <message>
        <source>attribute inputdimensions has {} entries, expected {}</source>
        <translation>属性 inputdimensions 有 {} 项，应为 {}</translation>
    </message>
    <message>
        <source>input {} has {} rows, expected {} as input 0</source>
        <translation>输入 {} 有 {} 行，应与输入 0 一样为 {}</translation>
    </message>
    <message>
        <source>there are {} keys and {} values</source>
        <translation>有 {} 个键和 {} 个值</translation>
    </message>
    <message>
        <source>a key is there twice</source>
        <translation>某个键出现两次</translation>
    </message>
    <message>
        <source>the default has type {} and {} elements, expected one of {}</source>
        <translation>默认值的类型为 {}，有 {} 个元素，应为一个 {}</translation>
    </message>
    <message>
        <source>input 0 has type {}, expected {} as the keys</source>
        <translation>输入 0 的类型为 {}，应与键一样为 {}</translation>
    </message>
    <message>
        <source>attribute classes_strings is missing</source>
        <translation>缺少属性 classes_strings</translation>
    </message>
    <message>
        <source>attributes cats_strings and cats_int64s are both needed</source>
        <translation>属性 cats_strings 和 cats_int64s 都需要给出</translation>
    </message>
    <message>
        <source>{} of the attributes {}* are given, expected one</source>
        <translation>属性 {1}* 给出了 {0} 个，应给一个</translation>
    </message>
    <message>
        <source>attribute coefficients is missing</source>
        <translation>缺少属性 coefficients</translation>
    </message>
    <message>
        <source>attribute coefficients has {} entries, which doesn&apos;t fit {} features</source>
        <translation>属性 coefficients 有 {} 项，与 {} 个特征不符</translation>
    </message>
    <message>
        <source>attribute intercepts has {} entries, expected {}</source>
        <translation>属性 intercepts 有 {} 项，应为 {}</translation>
    </message>
    <message>
        <source>the coefficients make {} scores of a row, expected {} as there are labels</source>
        <translation>系数为每行给出 {} 个得分，应与标签数一样为 {}</translation>
    </message>
    <message>
        <source>attribute targets is {}, expected 1 or more</source>
        <translation>属性 targets 为 {}，应不小于 1</translation>
    </message>
    <message>
        <source>input 0 has {} columns, expected {} as there are keys</source>
        <translation>输入 0 有 {} 列，应与键数一样为 {}</translation>
    </message>
    <message>
        <source>the map&apos;s keys have type {}, expected int64</source>
        <translation>映射的键类型为 {}，应为 int64</translation>
    </message>
    <message>
        <source>the map&apos;s keys have type {}, expected string</source>
        <translation>映射的键类型为 {}，应为 string</translation>
    </message>
    <message>
        <source>attribute cast_to is &quot;{}&quot;, expected TO_FLOAT, TO_STRING or TO_INT64</source>
        <translation>属性 cast_to 为 "{}"，应为 TO_FLOAT、TO_STRING 或 TO_INT64</translation>
    </message>
    <message>
        <source>attribute map_form is &quot;{}&quot;, expected DENSE or SPARSE</source>
        <translation>属性 map_form 为 "{}"，应为 DENSE 或 SPARSE</translation>
    </message>
    <message>
        <source>a key is {}, expected 0 to {} (max_map)</source>
        <translation>键为 {}，应为 0 到 {} (max_map)</translation>
    </message>
    <message>
        <source>input 0 holds {}, which is no category</source>
        <translation>输入 0 含有 {}，它不是任何类别</translation>
    </message>
    <message>
        <source>input 0 has type {}, the categories are {}</source>
        <translation>输入 0 的类型为 {}，而类别为 {}</translation>
    </message>
    <message>
        <source>attribute base_values has {} entries, expected {}</source>
        <translation>属性 base_values 有 {} 项，应为 {}</translation>
    </message>
    <message>
        <source>input 0 has {} features, the trees ask for {}</source>
        <translation>输入 0 有 {} 个特征，而树需要 {} 个</translation>
    </message>
    <message>
        <source>attribute aggregate_function is &quot;{}&quot;, expected SUM, AVERAGE, MIN or MAX</source>
        <translation>属性 aggregate_function 为 "{}"，应为 SUM、AVERAGE、MIN 或 MAX</translation>
    </message>
    <message>
        <source>attribute n_targets is {}, expected 1 or more</source>
        <translation>属性 n_targets 为 {}，应不小于 1</translation>
    </message>
    <message>
        <source>input 1 (Y)</source>
        <translation>输入 1 (Y)</translation>
    </message>
    <message>
        <source>input {} has rank {}, expected 1 or 2</source>
        <translation>输入 {} 的秩为 {}，应为 1 或 2</translation>
    </message>
    <message>
        <source>entry {} of attribute {} is {}, expected 0 to {}</source>
        <translation>属性 {1} 的第 {0} 项为 {2}，应为 0 到 {3}</translation>
    </message>
    <message>
        <source>attribute tree_roots is missing: there are no trees</source>
        <translation>缺少属性 tree_roots：没有任何树</translation>
    </message>
    <message>
        <source>attribute membership_values has fewer sets than branches ask for</source>
        <translation>属性 membership_values 中的集合少于分支所需</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected 0 to {}</source>
        <translation>属性 {} 为 {}，应为 0 到 {}</translation>
    </message>
    <!-- core/ops/quantization -->
    <message>
        <source>attribute block_size is {}, expected 0 or more</source>
        <translation>属性 block_size 为 {}，应为 0 或更多</translation>
    </message>
    <message>
        <source>element type {} is not a quantized integer</source>
        <translation>元素类型 {} 不是量化整数</translation>
    </message>
    <message>
        <source>matrices of shape {} and {} can&apos;t be multiplied</source>
        <translation>形状为 {} 与 {} 的矩阵无法相乘</translation>
    </message>
    <message>
        <source>type {} is not a quantized integer of 4 to 16 bits</source>
        <translation>类型 {} 不是 4 到 16 位的量化整数</translation>
    </message>
    <message>
        <source>w has {} filters, which {} groups can&apos;t share</source>
        <translation>w 有 {} 个滤波器，无法分给 {} 组</translation>
    </message>
    <message>
        <source>x has rank {} and w has rank {}, expected the same rank of at least 3</source>
        <translation>x 的秩为 {}，w 的秩为 {}，两者应相同且至少为 3</translation>
    </message>
    <message>
        <source>x has {} channels, expected {} (w has {} in each of {} groups)</source>
        <translation>x 有 {0} 个通道，应为 {1} 个（w 有 {3} 组，每组 {2} 个）</translation>
    </message>
    <message>
        <source>{} has shape {}, expected {}</source>
        <translation>{} 的形状为 {}，应为 {}</translation>
    </message>
    <message>
        <source>{} has shape {}, which does not fit a tensor of shape {}</source>
        <translation>{} 的形状为 {}，与形状为 {} 的张量不符</translation>
    </message>
    <message>
        <source>{} has type {}, expected float32, float16 or bfloat16</source>
        <translation>{} 的类型为 {}，应为 float32, float16 或 bfloat16</translation>
    </message>
    <message>
        <source>{} has type {}, expected int8 or uint8</source>
        <translation>{} 的类型为 {}，应为 int8 或 uint8</translation>
    </message>
    <message>
        <source>{} has type {}, expected {} like the tensor it belongs to</source>
        <translation>{} 的类型为 {}，应与其所属张量相同，为 {}</translation>
    </message>
    <message>
        <source>{}_scale (blocks of {} along axis {})</source>
        <translation>{}_scale（沿轴 {2} 每块 {1} 个）</translation>
    </message>
    <!-- core/ops/strings -->
    <message>
        <source>a map is not one array</source>
        <translation>映射不是单个数组</translation>
    </message>
    <message>
        <source>attribute value holds strings, expected a number</source>
        <translation>属性 value 是字符串，应为数值</translation>
    </message>
    <message>
        <source>attributes pool_int64s and pool_strings are both given, expected one</source>
        <translation>属性 pool_int64s 和 pool_strings 同时给出，应只给一个</translation>
    </message>
    <message>
        <source>attribute case_change_action is &quot;{}&quot;, expected NONE, LOWER or UPPER</source>
        <translation>属性 case_change_action 为 "{}"，应为 NONE、LOWER 或 UPPER</translation>
    </message>
    <message>
        <source>attribute maxsplit is {}, expected 0 or more</source>
        <translation>属性 maxsplit 为 {}，应不小于 0</translation>
    </message>
    <message>
        <source>a scan output has type {} in one turn and {} in another</source>
        <translation>扫描输出在一轮中类型为 {}，在另一轮中为 {}</translation>
    </message>
    <message>
        <source>scan outputs of strings are stacked along axis 0, not {}</source>
        <translation>字符串的扫描输出只能沿轴 0 堆叠，而不是 {}</translation>
    </message>
    <message>
        <source>element {} of input 0, &quot;{}&quot;, is no number of type {}</source>
        <translation>输入 0 的第 {} 个元素 "{}" 不是 {} 类型的数值</translation>
    </message>
    <message>
        <source>input 0 has shape {}, expected C or 1xC</source>
        <translation>输入 0 的形状为 {}，应为 C 或 1xC</translation>
    </message>
    <message>
        <source>input {} has type {}, expected string</source>
        <translation>输入 {} 的类型为 {}，应为 string</translation>
    </message>
    <message>
        <source>input {} holds strings, expected numbers</source>
        <translation>输入 {} 是字符串，应为数值</translation>
    </message>
    <message>
        <source>input {} is a map, expected a tensor</source>
        <translation>输入 {} 是映射，应为张量</translation>
    </message>
    <message>
        <source>input {} is no map</source>
        <translation>输入 {} 不是映射</translation>
    </message>
    <message>
        <source>none of the attributes value, value_float, value_floats, value_int, value_ints, value_string and value_strings is there</source>
        <translation>属性 value、value_float、value_floats、value_int、value_ints、value_string 和 value_strings 一个都没有</translation>
    </message>
    <!-- core/ops/support -->
    <message>
        <source>the operator can't compute with {}</source>
        <translation>算子无法用 {} 计算</translation>
    </message>
    <message>
        <source>the operator doesn't take these attributes</source>
        <translation>算子不接受这些属性</translation>
    </message>
    <message>
        <source>hold their types and shapes against the operator's own page</source>
        <translation>请对照该算子的说明检查类型与形状</translation>
    </message>
    <message>
        <source>a scan output has shape {} in one turn and {} in another</source>
        <translation>某扫描输出在一轮中的形状为 {}，在另一轮中为 {}</translation>
    </message>
    <message>
        <source>a tensor of {:.3g} GB doesn&apos;t fit in memory</source>
        <translation>{} GB 的张量超出内存</translation>
    </message>
    <message>
        <source>a {} tensor of shape {} doesn&apos;t fit in memory</source>
        <translation>形状为 {1} 的 {0} 张量超出内存</translation>
    </message>
    <message>
        <source>attribute activation is &quot;{}&quot;, which is unknown</source>
        <translation>属性 activation 为“{}”，无法识别</translation>
    </message>
    <message>
        <source>attribute activations has {} names ({}), expected {}</source>
        <translation>属性 activations 有 {} 个名称 ({})，应为 {} 个</translation>
    </message>
    <message>
        <source>attribute activations names &quot;{}&quot;</source>
        <translation>属性 activations 含有“{}”</translation>
    </message>
    <message>
        <source>attribute direction is &quot;{}&quot;</source>
        <translation>属性 direction 为“{}”</translation>
    </message>
    <message>
        <source>attribute do_rotary is 1, which is not supported</source>
        <translation>属性 do_rotary 为 1，不受支持</translation>
    </message>
    <message>
        <source>attribute hidden_size is {}</source>
        <translation>属性 hidden_size 为 {}</translation>
    </message>
    <message>
        <source>attribute num_heads is {}, expected 1 or more</source>
        <translation>属性 num_heads 为 {}，应为 1 或更多</translation>
    </message>
    <message>
        <source>auto_pad is &quot;{}&quot;, expected NOTSET, SAME_UPPER, SAME_LOWER or VALID</source>
        <translation>auto_pad 为 &quot;{}&quot;，应为 NOTSET, SAME_UPPER, SAME_LOWER 或 VALID</translation>
    </message>
    <message>
        <source>index {} is out of range for an axis of {}</source>
        <translation>索引 {} 超出大小为 {} 的轴</translation>
    </message>
    <message>
        <source>input 0 (input_ids)</source>
        <translation>输入 0 (input_ids)</translation>
    </message>
    <message>
        <source>input 1 (indices) has rank {}, expected more than {}</source>
        <translation>输入 1 (indices) 的秩为 {}，应大于 {}</translation>
    </message>
    <message>
        <source>input 1 (indices) has shape {}, which differs from {} on batch axis {}</source>
        <translation>输入 1 (indices) 的形状为 {0}，在批次轴 {2} 上与 {1} 不同</translation>
    </message>
    <message>
        <source>input 1 (indices) holds tuples of {}, expected 1 to {}</source>
        <translation>输入 1 (indices) 含有 {} 元组，应为 1 到 {}</translation>
    </message>
    <message>
        <source>input 1 (segment_ids)</source>
        <translation>输入 1 (segment_ids)</translation>
    </message>
    <message>
        <source>input 6 (initial_c)</source>
        <translation>输入 6 (initial_c)</translation>
    </message>
    <message>
        <source>input 7 (P)</source>
        <translation>输入 7 (P)</translation>
    </message>
    <message>
        <source>input has {} spatial axes, expected {} as the kernel</source>
        <translation>输入有 {} 个空间轴，应与卷积核相同，为 {} 个</translation>
    </message>
    <message>
        <source>input shapes {} and {} can&apos;t be broadcast to one shape</source>
        <translation>输入形状 {} 与 {} 无法广播为同一形状</translation>
    </message>
    <message>
        <source>input {} (axes)</source>
        <translation>输入 {} (axes)</translation>
    </message>
    <message>
        <source>kernel_shape is {}, but the weight&apos;s is {}</source>
        <translation>kernel_shape 为 {}，但权重的为 {}</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>sequence_lens holds {}, expected 0 to {} (the steps of X)</source>
        <translation>sequence_lens 含有 {}，应为 0 到 {}（X 的步数）</translation>
    </message>
    <message>
        <source>the key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>the mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>the mask has shape {}, which fits no batch of {} with {} queries and {} keys</source>
        <translation>掩码形状为 {}，与批次 {}、{} 个 query 和 {} 个 key 不符</translation>
    </message>
    <message>
        <source>the query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>the table of {} embeddings is no matrix</source>
        <translation>{} 嵌入的表不是矩阵</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>use Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh or ThresholdedRelu</source>
        <translation>请使用 Affine、Elu、HardSigmoid、LeakyRelu、Relu、ScaledTanh、Sigmoid、Softplus、Softsign、Tanh 或 ThresholdedRelu</translation>
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
        <source>use forward, reverse or bidirectional</source>
        <translation>请使用 forward、reverse 或 bidirectional</translation>
    </message>
    <message>
        <source>window of {} does not fit into spatial axis {} of size {} with padding {}+{}</source>
        <translation>大小为 {0} 的窗口放不进大小为 {2}、填充 {3}+{4} 的空间轴 {1}</translation>
    </message>
    <message>
        <source>{} has an entry of {}, expected one from {} to {}</source>
        <translation>{} 中有 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>{} has rank {}, expected a list</source>
        <translation>{} 的秩为 {}，应为列表</translation>
    </message>
    <message>
        <source>{} has rank {}, expected {}</source>
        <translation>{} 的秩为 {}，应为 {}</translation>
    </message>
    <message>
        <source>{} has shape {}, expected rank 3 and {} equal heads</source>
        <translation>{} 的形状为 {}，秩应为 3 且有 {} 个相同的头</translation>
    </message>
    <message>
        <source>{} has type {}, expected {}</source>
        <translation>{} 的类型为 {}，应为 {}</translation>
    </message>
    <message>
        <source>{} has type {}, expected {} as input 0</source>
        <translation>{} 的类型为 {}，应与输入 0 相同，为 {}</translation>
    </message>
    <message>
        <source>{} has {} entries, expected {}</source>
        <translation>{} 有 {} 项，应为 {} 项</translation>
    </message>
    <message>
        <source>{} has {} outputs, expected {}</source>
        <translation>{} 有 {} 个输出，应为 {} 个</translation>
    </message>
    <!-- core/ops/torch -->
    <message>
        <source>a call or a literal</source>
        <translation>调用或字面量</translation>
    </message>
    <message>
        <source>a constant of kind {} can&apos;t be kept</source>
        <translation>无法保存类型为 {} 的常量</translation>
    </message>
    <message>
        <source>an input&apos;s number</source>
        <translation>输入的编号</translation>
    </message>
    <message>
        <source>attribute torch: expected {} at character {} of &quot;{}&quot;</source>
        <translation>属性 torch：“{2}”的第 {1} 个字符处应为 {0}</translation>
    </message>
    <message>
        <source>fewer levels</source>
        <translation>更少的层级</translation>
    </message>
    <message>
        <source>input 0 (dets)</source>
        <translation>输入 0 (dets)</translation>
    </message>
    <message>
        <source>input 1 (scores)</source>
        <translation>输入 1 (scores)</translation>
    </message>
    <message>
        <source>integers of type {}</source>
        <translation>类型为 {} 的整数</translation>
    </message>
    <message>
        <source>it has {}</source>
        <translation>可用的有 {}</translation>
    </message>
    <message>
        <source>it takes other inputs than these: see what it asserts</source>
        <translation>它需要其他输入：请查看其断言的内容</translation>
    </message>
    <message>
        <source>make the elements with clone()</source>
        <translation>请用 clone() 产生各元素</translation>
    </message>
    <message>
        <source>nothing more</source>
        <translation>没有其他内容</translation>
    </message>
    <message>
        <source>operator {} takes {} arguments, {} are given</source>
        <translation>算子 {} 需要 {} 个参数，给出了 {} 个</translation>
    </message>
    <message>
        <source>quantized tensors of type {}</source>
        <translation>类型为 {} 的量化张量</translation>
    </message>
    <message>
        <source>the end of the string</source>
        <translation>字符串的结尾</translation>
    </message>
    <message>
        <source>the model raises an exception: {}</source>
        <translation>模型抛出了异常：{}</translation>
    </message>
    <message>
        <source>the model takes one number here, a tensor of {} elements is given</source>
        <translation>模型在此需要一个数，给出的张量有 {} 个元素</translation>
    </message>
    <message>
        <source>the model writes into an element of a list which shares memory with another element</source>
        <translation>模型写入了列表中的某个元素，而它与另一元素共享内存</translation>
    </message>
    <message>
        <source>the tuple has no element of this number</source>
        <translation>元组中没有该编号的元素</translation>
    </message>
    <message>
        <source>this LibTorch has no quantized engine {}</source>
        <translation>此 LibTorch 没有量化引擎 {}</translation>
    </message>
    <message>
        <source>{} gives nothing</source>
        <translation>{} 没有给出结果</translation>
    </message>
    <!-- core/ops/kernels/tflite -->
    <message>
        <source>input 12 (state)</source>
        <translation>输入 12 (state)</translation>
    </message>
    <message>
        <source>attribute {} is {}, expected 1 to 1000000</source>
        <translation>属性 {} 为 {}，应为 1 至 1000000</translation>
    </message>
    <message>
        <source>boxes {}, scores {} and anchors {} don&apos;t fit</source>
        <translation>框 {}、分数 {} 与锚框 {} 不相符</translation>
    </message>
    <message>
        <source>input {} has shape {}, which doesn&apos;t fit the others</source>
        <translation>输入 {} 的形状为 {}，与其他输入不符</translation>
    </message>
    <message>
        <source>attribute rank is {}, expected at least 1</source>
        <translation>属性 rank 为 {}，应至少为 1</translation>
    </message>
    <message>
        <source>activation {} isn&apos;t known</source>
        <translation>未知的激活函数 {}</translation>
    </message>
    <message>
        <source>attribute axes is {}, expected 1 to {}</source>
        <translation>属性 axes 为 {}，应为 1 至 {}</translation>
    </message>
    <message>
        <source>input 0 (x) has type {}, expected {} or {}</source>
        <translation>输入 0 (x) 的类型为 {}，应为 {} 或 {}</translation>
    </message>
    <message>
        <source>rows can&apos;t be quantized in way {}, expected 0, 1 or 2</source>
        <translation>无法按方式 {} 逐行量化，应为 0、1 或 2</translation>
    </message>
    <message>
        <source>scales of 2^{}, 2^{} and 2^{} of 16-bit integers can't be added by shifting one of them</source>
        <translation>16 位整数的量化系数 2^{}、2^{} 与 2^{} 无法通过移位其中一个来相加</translation>
    </message>
    <message>
        <source>where pot_scale_int16 is set, one input has the result's scale and the other's isn't larger</source>
        <translation>设置了 pot_scale_int16 时，其中一个输入须与结果的量化系数相同，另一个的不能更大</translation>
    </message>
    <message>
        <source>activation {} has no form on integers</source>
        <translation>激活函数 {} 没有整数形式</translation>
    </message>
    <message>
        <source>attribute output_shape must have two elements</source>
        <translation>属性 output_shape 必须有两个元素</translation>
    </message>
    <message>
        <source>input 0 (a)</source>
        <translation>输入 0 (a)</translation>
    </message>
    <message>
        <source>input 0 (x) has type {}, expected {}</source>
        <translation>输入 0 (x) 的类型为 {}，应为 {}</translation>
    </message>
    <message>
        <source>input 0 of shape {} has no rows of {}</source>
        <translation>形状为 {} 的输入 0 无法分成长度为 {} 的行</translation>
    </message>
    <message>
        <source>input 3 (b)</source>
        <translation>输入 3 (b)</translation>
    </message>
    <message>
        <source>input 3 (w)</source>
        <translation>输入 3 (w)</translation>
    </message>
    <message>
        <source>input {} (bias)</source>
        <translation>输入 {}（偏置）</translation>
    </message>
    <message>
        <source>input {} (scale)</source>
        <translation>输入 {}（量化系数）</translation>
    </message>
    <message>
        <source>input {} (scale) isn&apos;t positive</source>
        <translation>输入 {}（量化系数）不是正数</translation>
    </message>
    <message>
        <source>input {} has {} scales and {} zero points, expected one of each</source>
        <translation>输入 {} 有 {} 个量化系数和 {} 个零点，应各为一个</translation>
    </message>
    <message>
        <source>softmax of {} to {} isn&apos;t known</source>
        <translation>没有从 {} 到 {} 的 softmax</translation>
    </message>
    <message>
        <source>strides and kernel_shape must be two positive numbers each</source>
        <translation>strides 和 kernel_shape 必须各为两个正数</translation>
    </message>
    <message>
        <source>strides, dilations and group must be positive, two of the first two</source>
        <translation>strides、dilations 和 group 必须为正数，前两者各两个</translation>
    </message>
    <message>
        <source>the bias has {} elements, expected {}</source>
        <translation>偏置有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>the mean of no elements isn&apos;t defined</source>
        <translation>没有元素时均值无定义</translation>
    </message>
    <message>
        <source>the weights have {} scales, expected 1 or {}</source>
        <translation>权重有 {} 个量化系数，应为 1 或 {} 个</translation>
    </message>
    <message>
        <source>{} channels and weights {} don&apos;t fit</source>
        <translation>{} 个通道与权重 {} 不符</translation>
    </message>
    <message>
        <source>{} channels, weights {} and {} groups don&apos;t fit</source>
        <translation>{} 个通道、权重 {} 与 {} 个分组不符</translation>
    </message>
    <!-- core/pickle -->
    <message>
        <source>a key has no value</source>
        <translation>键没有对应的值</translation>
    </message>
    <message>
        <source>a mark is missing</source>
        <translation>缺少 MARK 标记</translation>
    </message>
    <message>
        <source>a persistent id is no storage</source>
        <translation>持久 ID 不是存储</translation>
    </message>
    <message>
        <source>a quantized tensor lacks its scale</source>
        <translation>量化张量缺少量化系数</translation>
    </message>
    <message>
        <source>a tensor has not as many strides as dimensions</source>
        <translation>张量的步幅数与维度数不同</translation>
    </message>
    <message>
        <source>a tensor has too many dimensions</source>
        <translation>张量的维度过多</translation>
    </message>
    <message>
        <source>a tensor is described by other than storage, offset, shape and strides</source>
        <translation>张量的描述不是存储、偏移、形状和步幅</translation>
    </message>
    <message>
        <source>a tensor is quantized as {}, which is not read</source>
        <translation>某张量以 {} 量化，不支持读取</translation>
    </message>
    <message>
        <source>a tensor is rebuilt by other than torch&apos;s own function</source>
        <translation>张量不是由 torch 自己的函数重建的</translation>
    </message>
    <message>
        <source>a tensor of 4-bit elements doesn&apos;t lie in one piece</source>
        <translation>4 位元素的张量不是连续存放的</translation>
    </message>
    <message>
        <source>a tensor reaches beyond its storage</source>
        <translation>张量超出其存储</translation>
    </message>
    <message>
        <source>a tensor&apos;s shape is no tuple</source>
        <translation>张量的形状不是元组</translation>
    </message>
    <message>
        <source>a tensor&apos;s shape or stride is no list of sizes</source>
        <translation>张量的形状或步幅不是大小的列表</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少 值</translation>
    </message>
    <message>
        <source>an object is made of no class</source>
        <translation>对象不属于任何类</translation>
    </message>
    <message>
        <source>it ends early</source>
        <translation>它过早结束</translation>
    </message>
    <message>
        <source>it holds too many values</source>
        <translation>它的值过多</translation>
    </message>
    <message>
        <source>it refers to a value it never made</source>
        <translation>它引用了从未产生的值</translation>
    </message>
    <message>
        <source>keys are set on no dict</source>
        <translation>键没有设置到字典</translation>
    </message>
    <message>
        <source>opcode 0x{:02x} is not among those that tensors need</source>
        <translation>操作码 0x{} 不是张量所需的</translation>
    </message>
    <message>
        <source>per_tensor_affine and per_channel_affine are</source>
        <translation>支持 per_tensor_affine 和 per_channel_affine</translation>
    </message>
    <message>
        <source>save its real numbers: tensor.dequantize()</source>
        <translation>请保存其实数值：tensor.dequantize()</translation>
    </message>
    <message>
        <source>something is called that is no function</source>
        <translation>调用了不是函数的内容</translation>
    </message>
    <message>
        <source>storage {} claims {} elements of {} bytes and holds {} bytes</source>
        <translation>存储 {} 声称有 {} 个 {} 字节的元素，实际为 {} 字节</translation>
    </message>
    <message>
        <source>tensor {} is quantized; plain tensors are read</source>
        <translation>张量 {} 已量化；只读取普通张量</translation>
    </message>
    <message>
        <source>the file asks to call {}; only plain tensors are read</source>
        <translation>文件要求调用 {}；只读取普通张量</translation>
    </message>
    <message>
        <source>the file holds an object of {}, not only tensors</source>
        <translation>文件含有 {} 的对象，不只是张量</translation>
    </message>
    <message>
        <source>the pickle is damaged: a value stands in itself</source>
        <translation>pickle 已损坏：某个值包含其自身</translation>
    </message>
    <message>
        <source>the pickle is damaged: it nests too deep, holds too many values or too long names</source>
        <translation>pickle 已损坏：嵌套过深、值过多或名称过长</translation>
    </message>
    <message>
        <source>the pickle is damaged: {}</source>
        <translation>pickle 已损坏：{}</translation>
    </message>
    <message>
        <source>values are appended to no list</source>
        <translation>值没有追加到列表</translation>
    </message>
    <!-- core/project -->
    <message>
        <source>a command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>a project begins with the line  {}: {}</source>
        <translation>工程文件以此行开头：{}: {}</translation>
    </message>
    <message>
        <source>a setting&apos;s name</source>
        <translation>设置的名称</translation>
    </message>
    <message>
        <source>a trial must be names with values</source>
        <translation>试运行记录必须是名称和值</translation>
    </message>
    <message>
        <source>add  run: [compare]</source>
        <translation>请添加  run: [compare]</translation>
    </message>
    <message>
        <source>an entry of {}</source>
        <translation>{} 的一项</translation>
    </message>
    <message>
        <source>check the indentation and the quotes</source>
        <translation>请检查缩进和引号</translation>
    </message>
    <message>
        <source>expected a command or one command with its settings</source>
        <translation>应为一个命令，或一个带设置的命令</translation>
    </message>
    <message>
        <source>leave the line out</source>
        <translation>请去掉该行</translation>
    </message>
    <message>
        <source>line {}: expected one trial and nothing else</source>
        <translation>第 {} 行：此处应只有一条试验记录</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>第 {} 行：{}</translation>
    </message>
    <message>
        <source>line {}: {} is {}, expected {}</source>
        <translation>第 {} 行：{} 为 {}，应为 {}</translation>
    </message>
    <message>
        <source>no key {}: this is not a project file</source>
        <translation>没有键 {}：这不是工程文件</translation>
    </message>
    <message>
        <source>no line  {}: {}  at the beginning: these are no trials</source>
        <translation>开头没有  {}: {}  这一行：这不是试运行记录</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>row {} of the values</source>
        <translation>数值表第 {} 行</translation>
    </message>
    <message>
        <source>run must be a list of commands</source>
        <translation>run 必须是命令的列表</translation>
    </message>
    <message>
        <source>set QUANTLOUPE_DATA to the folder that holds it</source>
        <translation>请把 QUANTLOUPE_DATA 设为它所在的文件夹</translation>
    </message>
    <message>
        <source>the line of titles is not  {}</source>
        <translation>标题行不是  {}</translation>
    </message>
    <message>
        <source>the project asks nothing</source>
        <translation>工程没有要求执行任何操作</translation>
    </message>
    <message>
        <source>the project was written for another version of this program</source>
        <translation>工程是为本程序的其他版本编写的</translation>
    </message>
    <message>
        <source>the settings of {} must be names with values</source>
        <translation>{} 的设置必须是名称和值</translation>
    </message>
    <message>
        <source>the trial breaks off</source>
        <translation>试运行记录不完整</translation>
    </message>
    <message>
        <source>the trials were written by another version of this program</source>
        <translation>这些试运行记录由本程序的另一版本写成</translation>
    </message>
    <message>
        <source>this is not a project file: expected names with values</source>
        <translation>这不是工程文件：应为名称和值</translation>
    </message>
    <message>
        <source>write  - compare  or  - sensitivity: {mode: one-off}</source>
        <translation>请写成  - compare  或  - sensitivity: {mode: one-off}</translation>
    </message>
    <message>
        <source>{} bytes are too many for a project, expected at most {}</source>
        <translation>工程文件有 {} 字节，过大，最多 {} 字节</translation>
    </message>
    <message>
        <source>{} cannot be renamed: {}</source>
        <translation>无法重命名 {}：{}</translation>
    </message>
    <message>
        <source>{} is no number</source>
        <translation>{} 不是数</translation>
    </message>
    <message>
        <source>{} must be one value</source>
        <translation>{} 必须是一个值</translation>
    </message>
    <message>
        <source>{} values, expected {}</source>
        <translation>有 {} 个值，应为 {} 个</translation>
    </message>
    <message>
        <source>{} was not installed; looked for {}</source>
        <translation>{} 没有安装；查找过 {}</translation>
    </message>
    <message>
        <source>{}, expected {} or {}</source>
        <translation>是 {}，应为 {} 或 {}</translation>
    </message>
    <!-- core/quant -->
    <message>
        <source>{} layers compute in {}, the first is {}: scales are found of float32 only</source>
        <translation>{} 层以 {} 计算，第一层是 {}：只为 float32 求量化系数</translation>
    </message>
    <message>
        <source>what the observer {} sees of some samples can't be joined with what it sees of others: it calibrates on one process, {} were started</source>
        <translation>观察器 {} 在一部分样本上所见的无法与其他样本上所见的合并：它只能用一个进程校准，而启动了 {} 个</translation>
    </message>
    <message>
        <source>layer {}: weight {} has {} fixed scales, expected 1 or {}, one for each channel</source>
        <translation>层 {}：权重 {} 有 {} 个固定量化系数，应为 1 个，或每通道一个，共 {} 个</translation>
    </message>
    <message>
        <source>{}: scales along axis {} of the weight, but its output channels are axis {}</source>
        <translation>{}：量化系数沿权重的第 {} 轴，但其输出通道是第 {} 轴</translation>
    </message>
    <message>
        <source>leave the axis out</source>
        <translation>请去掉该轴</translation>
    </message>
    <message>
        <source>the record has offset_w {}, where AMCT allows only 0: simulated as it stands</source>
        <translation>记录中 offset_w 为 {}，而 AMCT 只允许 0：按原值仿真</translation>
    </message>
    <message>
        <source>observer {}: search_end must not be below search_start</source>
        <translation>观察器 {}：search_end 不得小于 search_start</translation>
    </message>
    <message>
        <source>axis {} has {} channels, expected {} as before</source>
        <translation>轴 {} 有 {} 个通道，应与之前相同，为 {} 个</translation>
    </message>
    <message>
        <source>check the skips and the operator types</source>
        <translation>请检查跳过的层和算子类型</translation>
    </message>
    <message>
        <source>clip_max is {}, expected more than clip_min, {}</source>
        <translation>clip_max 为 {}，应大于 clip_min ({})</translation>
    </message>
    <message>
        <source>observer {} is not known</source>
        <translation>未知的观察器 {}</translation>
    </message>
    <message>
        <source>observer {}: {} is {}, expected {} to {}</source>
        <translation>观察器 {}：{} 为 {}，应为 {} 到 {}</translation>
    </message>
    <message>
        <source>quantizer {} is not known</source>
        <translation>未知的量化器 {}</translation>
    </message>
    <message>
        <source>the observers are {}</source>
        <translation>可用的观察器为 {}</translation>
    </message>
    <message>
        <source>the quantizers are {}</source>
        <translation>可用的量化器为 {}</translation>
    </message>
    <message>
        <source>the settings leave every layer in float: there is nothing to quantize</source>
        <translation>这些设置让所有层都保持浮点：没有可量化的内容</translation>
    </message>
    <message>
        <source>there are no samples to calibrate with</source>
        <translation>没有可用于校准的样本</translation>
    </message>
    <message>
        <source>{} has {} bits, expected 2 to 16</source>
        <translation>{} 为 {} 位，应为 2 到 16 位</translation>
    </message>
    <message>
        <source>{} is not supported</source>
        <translation>不支持 {}</translation>
    </message>
    <message>
        <source>{} scales do not fit axis {} of shape {}</source>
        <translation>{0} 个量化系数与形状 {2} 的轴 {1} 不符</translation>
    </message>
    <message>
        <source>{} is an activation, and {} is a format of weights</source>
        <translation>{} 是激活，而 {} 是权重的格式</translation>
    </message>
    <message>
        <source>choose another with --activation-format</source>
        <translation>请用 --activation-format 另选一种</translation>
    </message>
    <message>
        <source>cluster centres have no scales that are powers of two</source>
        <translation>聚类中心没有为 2 的幂的量化系数</translation>
    </message>
    <message>
        <source>choose another observer than snq</source>
        <translation>请选择 snq 以外的观察器</translation>
    </message>
    <message>
        <source>a given scale is not a power of two, as the number format has them</source>
        <translation>给定的量化系数不是该数值格式要求的 2 的幂</translation>
    </message>
    <message>
        <source>choose an integer format without _pow2, or give another scale</source>
        <translation>请选择不带 _pow2 的整数格式，或给出其他量化系数</translation>
    </message>
    <!-- core/graph/formats -->
    <message>
        <source>number format {} is not known</source>
        <translation>未知的数值格式 {}</translation>
    </message>
    <message>
        <source>the number formats are int2 to int16, uint2 to uint16, the same with _pow2, int4_g32, int4_g128 and their like, with _zp where they have zero points, {}</source>
        <translation>数值格式有：int2 到 int16、uint2 到 uint16、加 _pow2 的同类，int4_g32、int4_g128 等分组格式（有零点时加 _zp），以及 {}</translation>
    </message>
    <!-- core/ops/kernels/quantized/round_to_format -->
    <message>
        <source>attribute format is {}, whose numbers QuantizeLinear makes</source>
        <translation>属性 format 为 {}，其数值由 QuantizeLinear 产生</translation>
    </message>
    <message>
        <source>{} scales for an axis of {}, expected 1 or as many</source>
        <translation>长度为 {1} 的轴有 {0} 个量化系数，应为 1 个或与其相同</translation>
    </message>
    <!-- core/analysis/simulation/quantization_settings -->
    <message>
        <source>{} bits and the number format {} are both asked for</source>
        <translation>同时要求了 {} 位和数值格式 {}</translation>
    </message>
    <message>
        <source>give one of the two</source>
        <translation>请只给出其中之一</translation>
    </message>
    <message>
        <source>{} is no format of high precision</source>
        <translation>{} 不是高精度格式</translation>
    </message>
    <message>
        <source>choose bf16 or fp16</source>
        <translation>请选择 bf16 或 fp16</translation>
    </message>
    <!-- core/ops/quantization/target_arithmetic -->
    <message>
        <source>target arithmetic {} is not known</source>
        <translation>未知的目标运算方式 {}</translation>
    </message>
    <message>
        <source>the arithmetics are {}</source>
        <translation>可用的运算方式为 {}</translation>
    </message>
    <!-- core/analysis/compare/target_fit -->
    <message>
        <source>the model has no convolution or product on 8-bit integers, whose arithmetic a target could choose</source>
        <translation>模型中没有可由目标硬件决定运算方式的 8 位整数卷积或乘积</translation>
    </message>
    <message>
        <source>give a model quantized to 8 bits with constant scales, or a float model with its config</source>
        <translation>请给出以固定系数量化为 8 位的模型，或浮点模型及其配置</translation>
    </message>
    <message>
        <source>a target&apos;s arithmetic is found by its dump, on one side of the comparison</source>
        <translation>目标硬件的运算方式由其转储得出，转储须在比较的一侧</translation>
    </message>
    <message>
        <source>give a model on integers, and the folder that holds the target&apos;s tensors</source>
        <translation>请给出整数模型和存放目标硬件张量的文件夹</translation>
    </message>
    <message>
        <source>no layer of the model has a partner in the dump</source>
        <translation>模型中没有任何层在转储中有对应</translation>
    </message>
    <message>
        <source>name the pairs with --map</source>
        <translation>请用 --map 指明对应关系</translation>
    </message>
    <message>
        <source>the bias of channel {} becomes {} in steps of {}, which int32 cannot hold.</source>
        <translation>通道 {0} 的偏置以 {2} 为步长会成为 {1}，int32 无法容纳。</translation>
    </message>
    <!-- core/analysis/checks/rules/bias_overflow -->
    <message>
        <source>The bias of channel {} becomes {} in steps of {}, which int32 cannot hold.</source>
        <translation>通道 {0} 的偏置以 {2} 为步长会成为 {1}，int32 无法容纳。</translation>
    </message>
    <message>
        <source>Enlarge the scale of the weight, or leave the layer in high precision.</source>
        <translation>请增大权重的量化系数，或让该层保持高精度。</translation>
    </message>
    <!-- core/quant/fixes -->
    <message>
        <source>weights rounded by what layers make of their inputs</source>
        <translation>按各层在其输入上的结果舍入权重</translation>
    </message>
    <message>
        <source>biases corrected by the statistics of normalizations, without data</source>
        <translation>按归一化的统计量校正偏置，不用数据</translation>
    </message>
    <message>
        <source>ranges learned</source>
        <translation>学习范围</translation>
    </message>
    <message>
        <source>ranges learned, of {} layers</source>
        <translation>学习 {0} 层的范围</translation>
    </message>
    <message>
        <source>cluster centres learned</source>
        <translation>学习聚类中心</translation>
    </message>
    <message>
        <source>cluster centres learned, of {} layers</source>
        <translation>学习 {0} 层的聚类中心</translation>
    </message>
    <message>
        <source>rounding of weights learned</source>
        <translation>学习权重的舍入方向</translation>
    </message>
    <message>
        <source>ranges of channels evened out between layers</source>
        <translation>层间各通道范围拉平</translation>
    </message>
    <message>
        <source>biases corrected</source>
        <translation>校正偏置</translation>
    </message>
    <message>
        <source>outliers of what it reads moved into the weight, alpha {}</source>
        <translation>输入的离群值移入权重，alpha {}</translation>
    </message>
    <message>
        <source>from what {} joins to output {} in float, a range for each of {} values</source>
        <translation>从 {} 合并处到输出 {} 保持浮点，{} 个值各有自己的范围</translation>
    </message>
    <message>
        <source>the last layers before {}, and all up to output {}, in float</source>
        <translation>{} 之前的最后几层，以及直到输出 {} 的全部，保持浮点</translation>
    </message>
    <message>
        <source>from what {} joins to output {} in 16 bits</source>
        <translation>从 {} 合并处到输出 {} 用 16 位</translation>
    </message>
    <message>
        <source>a range of its own for each value that {} joins</source>
        <translation>{} 合并的每个值各有自己的范围</translation>
    </message>
    <message>
        <source>the {} layers that lose most in float</source>
        <translation>损失最大的 {} 层保持浮点</translation>
    </message>
    <message>
        <source>activations of the {} layers that lose most in 16 bits</source>
        <translation>损失最大的 {} 层的激活用 16 位</translation>
    </message>
    <message>
        <source>all of {} in float</source>
        <translation>{} 全部保持浮点</translation>
    </message>
    <message>
        <source>{} of {} numbers of bias {} don&apos;t fit into int32 and wrapped around: its scale is too small</source>
        <translation>{} / {} 个数超出 int32 并回绕（偏置 {}）：它的量化系数太小</translation>
    </message>
    <message>
        <source>{} of {} numbers of bias {} don&apos;t fit into int32 and saturated: its scale is too small</source>
        <translation>{} / {} 个数超出 int32 并饱和（偏置 {}）：它的量化系数太小</translation>
    </message>
    <message>
        <source>bias {} is {:.4g} times the baseline&apos;s: its integers were made with another scale than that of input times weight</source>
        <translation>偏置 {} 是基准模型的 {} 倍：它的整数不是按输入与权重之积的量化系数得到的</translation>
    </message>
    <message>
        <source>{} of {} numbers of bias {} are not the baseline&apos;s</source>
        <translation>{} / {} 个数不是基准模型的（偏置 {}）</translation>
    </message>
    <message>
        <source>the scales of weight {} lie along axis {}, over which the layer sums; those of its output channels lie along axis {}</source>
        <translation>权重 {} 的量化系数沿轴 {}，而该层沿此轴求和；输出通道的量化系数应沿轴 {}</translation>
    </message>
    <message>
        <source>weight {} is off by {:.4g} steps: its integers were made with another zero point</source>
        <translation>权重 {} 偏移 {} 步：它的整数是按另一个零点得到的</translation>
    </message>
    <message>
        <source>weight {} is {:.4g} times the baseline&apos;s: its integers were made with another scale</source>
        <translation>权重 {} 是基准模型的 {} 倍：它的整数是按另一个量化系数得到的</translation>
    </message>
    <message>
        <source>{} of {} numbers of weight {} are not the baseline&apos;s, rounded</source>
        <translation>{} / {} 个数不是基准模型舍入后的数（权重 {}）</translation>
    </message>
    <message>
        <source>layer {}: a scale of {} is {}: nothing can be quantized with it</source>
        <translation>层 {}：{} 的一个量化系数是 {}，无法用它量化</translation>
    </message>
    <message>
        <source>give it the scale of its values, as calibrate finds it, or quantize the model anew</source>
        <translation>按其数值给出量化系数（calibrate 可以求出），或重新量化模型</translation>
    </message>
    <message>
        <source>{} says it: give --dialect {}</source>
        <translation>{} 能够表达：请用 --dialect {}</translation>
    </message>
    <message>
        <source>no dialect says what this model does</source>
        <translation>没有任何格式能表达这个模型的行为</translation>
    </message>
    <message>
        <source>no dialect says what this model does: {}: {}</source>
        <translation>没有任何格式能表达这个模型的行为：{}：{}</translation>
    </message>
    <message>
        <source>the config would not do what the model does: on random inputs its simulation gives {:.1f} dB at {}, the model {:.1f} dB at {}</source>
        <translation>这个配置与模型的行为不同：在随机输入上，按它模拟得 {} dB（{}），模型为 {} dB（{}）</translation>
    </message>
    <message>
        <source>the config and its record can&apos;t be read back: {}</source>
        <translation>生成的配置与记录无法读回：{}</translation>
    </message>
    <message>
        <source>simulating what was made</source>
        <translation>模拟生成的配置</translation>
    </message>
    <message>
        <source>a scale per channel of the weight</source>
        <translation>权重逐通道量化系数</translation>
    </message>
    <message>
        <source>activations in 16 bits</source>
        <translation>激活用 16 位</translation>
    </message>
    <message>
        <source>fix {} is not known</source>
        <translation>未知的修复 {}</translation>
    </message>
    <message>
        <source>the fixes are {}</source>
        <translation>可用的修复有 {}</translation>
    </message>
    <message>
        <source>output {} in float</source>
        <translation>输出 {} 保持浮点</translation>
    </message>
    <message>
        <source>the layer in float</source>
        <translation>该层保持浮点</translation>
    </message>
    <message>
        <source>range by percentile {}</source>
        <translation>范围取百分位 {}</translation>
    </message>
    <message>
        <source>range by {}</source>
        <translation>范围由 {} 确定</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{1}：{0}</translation>
    </message>
    <!-- core/quant/library -->
    <message>
        <source>observer {} rounds a weight to {}, expected {} to {}</source>
        <translation>观察器 {} 把权重舍入为 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>its rounding of {} lacks the observer of that name, or a function</source>
        <translation>它对 {} 的舍入缺少同名的观察器或函数</translation>
    </message>
    <message>
        <source>give it a package's name before its own</source>
        <translation>在它的名称前加上包名</translation>
    </message>
    <message>
        <source>its observer {} is there already</source>
        <translation>它的观察器 {} 已经存在</translation>
    </message>
    <message>
        <source>its observer {} lacks a name or a function</source>
        <translation>它的观察器 {} 缺少名称或函数</translation>
    </message>
    <message>
        <source>observer {} can't be made</source>
        <translation>无法创建观察器 {}</translation>
    </message>
    <message>
        <source>observer {} found scale {} and zero point {}, expected a positive scale and {} to {}</source>
        <translation>观察器 {} 得到量化系数 {} 和零点 {}，应为正的量化系数和 {} 至 {} 的零点</translation>
    </message>
    <message>
        <source>observer {}: {}</source>
        <translation>观察器 {}：{}</translation>
    </message>
    <message>
        <source>write it against quantloupe/observers.h</source>
        <translation>请按 quantloupe/observers.h 编写</translation>
    </message>
    <!-- core/quant/observers -->
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
        <source>observer snq: init_algo is {}, expected uniform, gaussian or d2sampling</source>
        <translation>观察器 snq：init_algo 为 {}，应为 uniform、gaussian 或 d2sampling</translation>
    </message>
    <!-- core/quant/record -->
    <message>
        <source>a number above 0 that float32 has (1.2e-38 to 3.4e+38)</source>
        <translation>float32 可表示的正数（1.2e-38 至 3.4e+38）</translation>
    </message>
    <message>
        <source>an integer of {} bits, {} to {}</source>
        <translation>{} 位整数，{} 至 {}</translation>
    </message>
    <message>
        <source>line {}: a second record_d of index {} in one layer</source>
        <translation>第 {} 行：同一层中第二个 index 为 {} 的 record_d</translation>
    </message>
    <message>
        <source>line {}: offset_w stands {} times and scale_w {} times</source>
        <translation>第 {} 行：offset_w 出现 {} 次，scale_w 出现 {} 次</translation>
    </message>
    <message>
        <source>line {}: {} has a record already, in line {}</source>
        <translation>第 {} 行：{} 已有记录，在第 {} 行</translation>
    </message>
    <message>
        <source>a record has scales of integers, and none of {}</source>
        <translation>记录中只有整数的量化系数，没有 {} 的</translation>
    </message>
    <message>
        <source>calibrate with data, or ask for integers</source>
        <translation>请用数据校准，或改用整数</translation>
    </message>
    <message>
        <source>4 or 8 to 16</source>
        <translation>4，或 8 到 16</translation>
    </message>
    <message>
        <source>INT4, INT8 or INT16</source>
        <translation>INT4、INT8 或 INT16</translation>
    </message>
    <message>
        <source>a field&apos;s name</source>
        <translation>字段的名称</translation>
    </message>
    <message>
        <source>a quantization-factor record is a text-proto ScaleOffsetRecord</source>
        <translation>量化因子记录是 text-proto 格式的 ScaleOffsetRecord</translation>
    </message>
    <message>
        <source>fewer messages within messages</source>
        <translation>更少的消息嵌套</translation>
    </message>
    <message>
        <source>line {}: expected {}, found {}</source>
        <translation>第 {} 行：应为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>line {}: the record has no key</source>
        <translation>第 {} 行：记录没有键</translation>
    </message>
    <message>
        <source>line {}: the record of {} has params without scale_w</source>
        <translation>第 {} 行：{} 的记录有 params 而没有 scale_w</translation>
    </message>
    <message>
        <source>line {}: {} is &quot;{}&quot;, expected {}</source>
        <translation>第 {} 行：{} 为“{}”，应为 {}</translation>
    </message>
    <message>
        <source>line {}: {} stands twice in one message</source>
        <translation>第 {} 行：{} 在同一消息中出现两次</translation>
    </message>
    <message>
        <source>take the record out or complete it</source>
        <translation>请去掉该记录或将其补全</translation>
    </message>
    <message>
        <source>the closing quote</source>
        <translation>右引号</translation>
    </message>
    <message>
        <source>the file holds no record</source>
        <translation>文件中没有记录</translation>
    </message>
    <message>
        <source>the record of {} holds no scale_d</source>
        <translation>{} 的记录没有 scale_d</translation>
    </message>
    <message>
        <source>the record speaks of input {} of {}, which has {}</source>
        <translation>记录中有 {1} 的输入 {0}，而它有 {2} 个输入</translation>
    </message>
    <message>
        <source>the record speaks of layer {}, which the model lacks</source>
        <translation>记录中有层 {}，而模型中没有</translation>
    </message>
    <message>
        <source>was the record made from this model?</source>
        <translation>记录是否由此模型生成？</translation>
    </message>
    <message>
        <source>{}: the record has {} weight scales, expected 1 or {}</source>
        <translation>{}：记录有 {} 个权重量化系数，应为 1 个或 {} 个</translation>
    </message>
    <!-- core/report/diff -->
    <message>
        <source>there is {}</source>
        <translation>可用的有 {}</translation>
    </message>
    <message>
        <source>{}: has no metric {}</source>
        <translation>{}：没有指标 {}</translation>
    </message>
    <!-- core/report/json -->
    <message>
        <source>a result of {} can&apos;t be read back</source>
        <translation>{} 的结果无法读回</translation>
    </message>
    <message>
        <source>{}: a result of {} holds nothing to compare</source>
        <translation>{}：{} 的结果中没有可对比的内容</translation>
    </message>
    <message>
        <source>an integer that is not negative</source>
        <translation>非负整数</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>AIMET's analysis of layers</source>
        <translation>AIMET 的逐层分析</translation>
    </message>
    <message>
        <source>ONNX Runtime's profile</source>
        <translation>ONNX Runtime 的性能分析</translation>
    </message>
    <message>
        <source>Polygraphy's run results</source>
        <translation>Polygraphy 的运行结果</translation>
    </message>
    <message>
        <source>the tables of Qualcomm's accuracy debugger</source>
        <translation>高通精度调试器的表格</translation>
    </message>
    <message>
        <source>RKNN's accuracy analysis</source>
        <translation>RKNN 的精度分析</translation>
    </message>
    <message>
        <source>Sophgo's comparison of .npz files</source>
        <translation>算能的 .npz 比较</translation>
    </message>
    <message>
        <source>trtexec's profile, outputs and layers</source>
        <translation>trtexec 的性能分析、输出与层</translation>
    </message>
    <message>
        <source>no layer in it</source>
        <translation>其中没有层</translation>
    </message>
    <message>
        <source>no line of a layer in it</source>
        <translation>其中没有描述层的行</translation>
    </message>
    <message>
        <source>no layer and no output in it</source>
        <translation>其中既没有层也没有输出</translation>
    </message>
    <message>
        <source>no node's time in it</source>
        <translation>其中没有节点的时间</translation>
    </message>
    <message>
        <source>run the session before its profiling ends</source>
        <translation>在性能分析结束前先运行会话</translation>
    </message>
    <message>
        <source>no runner's outputs in it</source>
        <translation>其中没有任何 runner 的输出</translation>
    </message>
    <message>
        <source>output {} holds no array</source>
        <translation>输出 {} 不含数组</translation>
    </message>
    <message>
        <source>the name of a runner and its iterations</source>
        <translation>一个 runner 的名称及其各次迭代</translation>
    </message>
    <message>
        <source>an array inside is no .npy: {}</source>
        <translation>其中的数组不是 .npy：{}</translation>
    </message>
    <message>
        <source>its header has no {}</source>
        <translation>文件头没有 {}</translation>
    </message>
    <message>
        <source>its shape is no tuple</source>
        <translation>形状不是元组</translation>
    </message>
    <message>
        <source>it doesn't begin as one</source>
        <translation>开头不是</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>内容不完整</translation>
    </message>
    <message>
        <source>an array of type {} inside</source>
        <translation>其中有类型为 {} 的数组</translation>
    </message>
    <message>
        <source>an array inside is not in base64</source>
        <translation>其中的数组不是 base64</translation>
    </message>
    <message>
        <source>an array in Fortran's order inside</source>
        <translation>其中的数组按 Fortran 顺序排列</translation>
    </message>
    <message>
        <source>give what --json printed or --out wrote: {}; or a file of {}</source>
        <translation>请给出 --json 打印的或 --out 写入的内容：{}；或这些工具的文件：{}</translation>
    </message>
    <message>
        <source>not a result of this program</source>
        <translation>不是本程序的结果</translation>
    </message>
    <message>
        <source>schema {}: this version reads version {}</source>
        <translation>schema {}：此版本读取版本 {}</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>write the document anew with this version</source>
        <translation>请用此版本重新生成文档</translation>
    </message>
    <message>
        <source>{}: expected {}, found {}</source>
        <translation>{}: 应为 {}，实际为 {}</translation>
    </message>
    <message>
        <source>{}{}{} is missing</source>
        <translation>缺少 {}{}{}</translation>
    </message>
    <!-- core/results -->
    <message>
        <source>{} operators on constants and {} batch normalizations are folded, {} activations are fused</source>
        <translation>折叠了 {} 个仅依赖常量的算子和 {} 个批归一化，融合了 {} 个激活函数</translation>
    </message>
    <message>
        <source>a class for each of {} samples</source>
        <translation>{} 个样本各一个类别</translation>
    </message>
    <message>
        <source>a known word instead of &quot;{}&quot;</source>
        <translation>已知的词，而不是“{}”</translation>
    </message>
    <message>
        <source>a metric instead of &quot;{}&quot;</source>
        <translation>指标，而不是“{}”</translation>
    </message>
    <message>
        <source>a number for each of {} samples</source>
        <translation>{} 个样本各一个数</translation>
    </message>
    <message>
        <source>as many bins as the baseline has</source>
        <translation>与基准模型相同数量的区间</translation>
    </message>
    <message>
        <source>as many scales as zero points</source>
        <translation>与零点数量相同的量化系数</translation>
    </message>
    <message>
        <source>at least one output</source>
        <translation>至少一个输出</translation>
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
    <message>
        <source>one of the document&apos;s metrics</source>
        <translation>文档中的一个指标</translation>
    </message>
    <message>
        <source>one-on or one-off instead of &quot;{}&quot;</source>
        <translation>one-on 或 one-off，而不是“{}”</translation>
    </message>
    <message>
        <source>{} and {} have no measured layer, sample or output in common</source>
        <translation>{} 与 {} 没有共同的已测层、样本或输出</translation>
    </message>
    <message>
        <source>{} is a result of {}, {} one of {}</source>
        <translation>{} 是 {} 的结果，{} 是 {} 的结果</translation>
    </message>
    <message>
        <source>{} measures {}, {} measures {}</source>
        <translation>{} 的指标为 {}，{} 的指标为 {}</translation>
    </message>
    <!-- core/runs -->
    <message>
        <source>{} is one of AMCT&apos;s own operators (torch.ops.pico_ops), whose formula is not published: give it with --op-library, or export the model with the torch.nn module that amct.nn stands for</source>
        <translation>{} 是 AMCT 自有的算子 (torch.ops.pico_ops)，其公式没有公布：请用 --op-library 提供它，或改用 amct.nn 所对应的 torch.nn 模块导出模型</translation>
    </message>
    <message>
        <source>LSTMs run with tanh, in one or two directions on floats, in one on integers of 8 bits whose cell and gates have 16, and on 16-bit data without projection and layer normalization</source>
        <translation>LSTM 能以 tanh 运行：浮点数单向或双向；8 位整数单向，其细胞状态和门为 16 位；16 位数据则不能带投影和层归一化</translation>
    </message>
    <message>
        <source>TensorFlow Lite itself convolves volumes in floats only: keep {} in floats</source>
        <translation>TensorFlow Lite 自身只以浮点数计算三维卷积：请让 {} 保持浮点</translation>
    </message>
    <message>
        <source>{} did what it was not asked to</source>
        <translation>{} 做了未要求它做的工作</translation>
    </message>
    <message>
        <source>{} was given other models, data or options than rank 0</source>
        <translation>{} 得到的模型、数据或选项与进程 0 不同</translation>
    </message>
    <message>
        <source>a tensor of {} bytes can&apos;t be copied to or from device {}</source>
        <translation>无法在设备 {1} 与内存之间复制 {0} 字节的张量</translation>
    </message>
    <message>
        <source>start the same command everywhere, on the same files</source>
        <translation>请在各处对同样的文件启动同一命令</translation>
    </message>
    <message>
        <source> and {} more nodes</source>
        <translation>等另外 {} 个节点</translation>
    </message>
    <message>
        <source>ONNX Runtime wrote this file for one kind of processor, its weights in blocks whose size the file doesn't tell: take the model it was made from, or save it at optimization level "extended"</source>
        <translation>此文件是 ONNX Runtime 为某一种处理器写出的，其权重按块存放，而文件中没有块的大小：请使用生成它的模型，或以 "extended" 优化级别保存</translation>
    </message>
    <message>
        <source>`quantloupe-cli info` lists every unsupported node</source>
        <translation>`quantloupe-cli info` 会列出所有不支持的节点</translation>
    </message>
    <message>
        <source>body {} takes {} inputs, {} are given</source>
        <translation>循环体 {} 需要 {} 个输入，给出了 {} 个</translation>
    </message>
    <message>
        <source>give it with --input name=file.npy</source>
        <translation>请用 --input name=file.npy 提供</translation>
    </message>
    <message>
        <source>input {} has shape {}, expected {}</source>
        <translation>输入 {} 的形状为 {}，应为 {}</translation>
    </message>
    <message>
        <source>input {} has type {}, expected {}</source>
        <translation>输入 {} 的类型为 {}，应为 {}</translation>
    </message>
    <message>
        <source>inputs of other shapes give other numbers of outputs; else the model was made wrong</source>
        <translation>其他形状的输入会得到其他数量的输出；否则是模型制作有误</translation>
    </message>
    <message>
        <source>missing input {}</source>
        <translation>缺少输入 {}</translation>
    </message>
    <message>
        <source>operator {} of domain {} (opset {}) is not supported, used by node {}{}</source>
        <translation>不支持算子域 {1} 的算子 {0} (opset {2})，使用它的节点：{3}{4}</translation>
    </message>
    <message>
        <source>the node lists {} outputs, the operator makes {}</source>
        <translation>节点列出了 {} 个输出，而算子只产生 {} 个</translation>
    </message>
    <!-- core/report/verdict -->
    <message>
        <source>Additive: the quantizers' own noise powers add up to the whole within {} dB.</source>
        <translation>可加：各量化器单独的噪声功率之和与总噪声功率相差在 {} dB 以内。</translation>
    </message>
    <message>
        <source>all {} elements are the baseline's</source>
        <translation>全部 {} 个元素与基准一致</translation>
    </message>
    <message>
        <source>bad</source>
        <translation>很差</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>can't be judged</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>Each of these breaks the output alone: {}.</source>
        <translation>以下每一项单独即可使输出损坏：{}。</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>fair</source>
        <translation>尚可</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>it is one number, {} where the baseline has {}: one sample says little</source>
        <translation>输出只有一个数值：{}，基准为 {}；单个样本说明不了太多</translation>
    </message>
    <message>
        <source>no element is finite in both models, nothing could be compared</source>
        <translation>没有在两个模型中均为有限值的元素，无法比较</translation>
    </message>
    <message>
        <source>No quantizer alone changes the output: together they do.</source>
        <translation>任何量化器单独都不改变输出，一并量化时才改变。</translation>
    </message>
    <message>
        <source>No single culprit: of {} quantizers the largest share of the noise power is {} ({}).</source>
        <translation>没有单一的误差来源：{} 个量化器中，噪声功率的最大占比为 {}（{}）。</translation>
    </message>
    <message>
        <source>Not additive, shares are approximate: the quantizers' own noise powers add up to {} dB less than the whole, as they amplify each other.</source>
        <translation>不可加，占比仅为近似：各量化器单独的噪声功率之和比总噪声功率低 {} dB，它们相互放大。</translation>
    </message>
    <message>
        <source>Not additive, shares are approximate: the quantizers' own noise powers add up to {} dB more than the whole, as they mask each other.</source>
        <translation>不可加，占比仅为近似：各量化器单独的噪声功率之和比总噪声功率高 {} dB，它们相互掩盖。</translation>
    </message>
    <message>
        <source>Nothing to repair; the largest share of the noise power is {} ({}).</source>
        <translation>无需修复；噪声功率的最大占比为 {}（{}）。</translation>
    </message>
    <message>
        <source>One culprit: {} makes {} of the noise power.</source>
        <translation>误差来自一处：{}，占噪声功率的 {}。</translation>
    </message>
    <message>
        <source>over 1 sample</source>
        <translation>（1 个样本）</translation>
    </message>
    <message>
        <source>close</source>
        <translation>接近</translation>
    </message>
    <message>
        <source>over 1 sample of random numbers</source>
        <translation>（1 个随机数样本）</translation>
    </message>
    <message>
        <source>over {} samples of random numbers</source>
        <translation>（{} 个随机数样本）</translation>
    </message>
    <message>
        <source>The inputs are random numbers: how good the model is on real ones stays open. Name samples of yours.</source>
        <translation>输入是随机数：模型在真实样本上如何尚不得知。请指定您的样本。</translation>
    </message>
    <message>
        <source>over {} samples</source>
        <translation>（{} 个样本）</translation>
    </message>
    <message>
        <source>poor</source>
        <translation>较差</translation>
    </message>
    <message>
        <source>{} is no slice of an output</source>
        <translation>{} 不是输出的切片</translation>
    </message>
    <message>
        <source>write it as of an array, without steps: y[:, 4:84], y[0], y[-1:]</source>
        <translation>写法同数组，不带步长：y[:, 4:84]、y[0]、y[-1:]</translation>
    </message>
    <message>
        <source>{} is no slice of an output with the shape [{}]</source>
        <translation>{} 不是形状为 [{}] 的输出的切片</translation>
    </message>
    <message>
        <source>no output that was compared is called {}</source>
        <translation>所比较的输出中没有名为 {} 的</translation>
    </message>
    <message>
        <source>compare without a condition prints the names</source>
        <translation>不带条件运行 compare 会列出这些名称</translation>
    </message>
    <message>
        <source>{} has {} axes, the output {}</source>
        <translation>{} 有 {} 个轴，输出有 {} 个</translation>
    </message>
    <message>
        <source>the analysis model lacks the output of {}</source>
        <translation>待分析模型没有 {} 的输出</translation>
    </message>
    <message>
        <source>{} has {} dB, everything else {} dB</source>
        <translation>{} 为 {} dB，其余部分为 {} dB</translation>
    </message>
    <message>
        <source>of {} rows the worst, {}, has {} dB</source>
        <translation>{} 行中最差的 {} 为 {} dB</translation>
    </message>
    <message>
        <source>of {} channels the worst, {}, has {} dB</source>
        <translation>{} 个通道中最差的 {} 为 {} dB</translation>
    </message>
    <message>
        <source>{} of {} rows are under 20 dB, the worst, {}, has {} dB</source>
        <translation>{} / {} 行低于 20 dB，其中最差的 {} 为 {} dB</translation>
    </message>
    <message>
        <source>{} of {} channels are under 20 dB, the worst, {}, has {} dB</source>
        <translation>{} / {} 个通道低于 20 dB，其中最差的 {} 为 {} dB</translation>
    </message>
    <message>
        <source>SQNR {} dB</source>
        <translation>SQNR 为 {} dB</translation>
    </message>
    <message>
        <source>SQNR {} dB, of the worst sample ({}) {} dB</source>
        <translation>SQNR {} dB，最差样本（{}）为 {} dB</translation>
    </message>
    <message>
        <source>the activation of {}</source>
        <translation>{} 的激活</translation>
    </message>
    <message>
        <source>the baseline's output is zero everywhere: there is no signal to measure an error against; the largest difference is {}</source>
        <translation>基准输出处处为零：没有可用于衡量误差的信号；最大差值为 {}</translation>
    </message>
    <message>
        <source>the baseline's output is {} everywhere: the SQNR only says how well this one number is met</source>
        <translation>基准输出处处为 {}：SQNR 仅说明这一个数值的吻合程度</translation>
    </message>
    <message>
        <source>the error is larger than the signal</source>
        <translation>误差大于信号</translation>
    </message>
    <message>
        <source>the largest of {} elements stands where the baseline's does in {} of {} decisions ({})</source>
        <translation>{2} 次判定中有 {1} 次，{0} 个元素中最大者的位置与基准相同 ({3})</translation>
    </message>
    <message>
        <source>the models' outputs have different shapes or are no tensors, nothing could be compared</source>
        <translation>两个模型的输出形状不同或不是张量，无法比较</translation>
    </message>
    <message>
        <source>the output is {} everywhere, though the baseline's varies</source>
        <translation>输出处处为 {}，而基准输出是变化的</translation>
    </message>
    <message>
        <source>The output stays NaN or infinite with the {} largest left float together.</source>
        <translation>将占比最大的 {} 个一并保持浮点后，输出仍含 NaN 或无穷。</translation>
    </message>
    <message>
        <source>the weight of {}</source>
        <translation>{} 的权重</translation>
    </message>
    <message>
        <source>With it left float and everything else quantized the output has {} instead of {} dB: {} of the noise power is gone, measured.</source>
        <translation>让它保持浮点、其余全部量化，输出实测为 {} dB，原为 {} dB：消除了噪声功率的 {}。</translation>
    </message>
    <message>
        <source>With the {} largest left float and everything else quantized the output has {} instead of {} dB: {} of the noise power is gone, measured.</source>
        <translation>将占比最大的 {} 个保持浮点、其余全部量化，输出实测为 {} dB，原为 {} dB：消除了噪声功率的 {}。</translation>
    </message>
    <message>
        <source>With the {} quantized layers of scope {} skipped the output has {} dB and no NaN, measured.</source>
        <translation>跳过作用域 {1} 中的 {0} 个量化层后，输出为 {2} dB 且没有 NaN，实测。</translation>
    </message>
    <message>
        <source>With the {} quantized layers of scope {} skipped the output has {} instead of {} dB: {} of the noise power is gone, measured.</source>
        <translation>跳过作用域 {1} 中的 {0} 个量化层后，输出为 {2} dB，而不是 {3} dB：噪声功率消失 {4}，实测。</translation>
    </message>
    <message>
        <source>With the {} largest left float together it gets worse, {} instead of {} dB, measured: quantizers undo each other's error.</source>
        <translation>将占比最大的 {} 个一并保持浮点后反而变差，实测 {} dB，原为 {} dB：量化器之间会抵消彼此的误差。</translation>
    </message>
    <message>
        <source>With the {} largest left float together it is {} dB, measured.</source>
        <translation>将占比最大的 {} 个一并保持浮点，实测为 {} dB。</translation>
    </message>
    <message>
        <source>With the {} largest left float together it has {} instead of {} dB, measured.</source>
        <translation>将占比最大的 {} 个一并保持浮点，实测为 {} dB，原为 {} dB。</translation>
    </message>
    <message>
        <source>The analysis model starts from states of its own: what earlier samples did to them is part of the error, and no quantizer&apos;s.</source>
        <translation>待分析模型从它自己的状态开始：之前样本在状态中留下的误差计入总误差，但不属于任何量化器。</translation>
    </message>
    <message>
        <source>With the {} largest left float together only {} of the noise power is gone ({} instead of {} dB, measured): quantizers mask each other, or many make the error.</source>
        <translation>将占比最大的 {} 个一并保持浮点，仅消除噪声功率的 {}（实测 {} dB，原为 {} dB）：量化器相互掩盖，或误差来自许多量化器。</translation>
    </message>
    <message>
        <source>{} more</source>
        <translation>另外 {} 个</translation>
    </message>
    <message>
        <source>{} of the quantizers give NaN or infinite elements alone, though not with the others; they have no share.</source>
        <translation>有 {} 个量化器单独会产生 NaN 或无穷，与其他量化器一并时则不会；它们没有占比。</translation>
    </message>
    <message>
        <source>{} of {} elements are NaN or infinite in one model alone</source>
        <translation>{1} 个元素中有 {0} 个仅在一个模型中为 NaN 或无穷</translation>
    </message>
    <message>
        <source>{} rows of elements have NaN among them and decide nothing</source>
        <translation>{} 行元素中含有 NaN，不作任何判定</translation>
    </message>
    <message>
        <source>{} of {} elements are the baseline's ({})</source>
        <translation>{1} 个元素中 {0} 个与基准一致 ({2})</translation>
    </message>
    <message>
        <source>{} of {} quantizers make {} of the noise power: {}.</source>
        <translation>{1} 个量化器中的 {0} 个占噪声功率的 {2}：{3}。</translation>
    </message>
    <message>
        <source>asks for an attribute without its name</source>
        <translation>读取属性却没有给出其名称</translation>
    </message>
    <message>
        <source>calls something else than operators in code that runs while the file is read</source>
        <translation>在读取文件时运行的代码中调用了算子以外的东西</translation>
    </message>
    <message>
        <source>calls {}, which is not on the list of operators that models may call</source>
        <translation>调用了 {}，它不在模型可以调用的算子列表中</translation>
    </message>
    <message>
        <source>class {}, {}</source>
        <translation>类 {}，{}</translation>
    </message>
    <message>
        <source>converting opset {} to {}</source>
        <translation>将 opset {} 转换为 {}</translation>
    </message>
    <message>
        <source>gives {} another meaning</source>
        <translation>给 {} 赋予了别的含义</translation>
    </message>
    <message>
        <source>has a loop in code that runs while the file is read</source>
        <translation>在读取文件时运行的代码中有循环</translation>
    </message>
    <message>
        <source>it is not on the list of operators that models may call</source>
        <translation>它不在模型可以调用的算子列表中</translation>
    </message>
    <message>
        <source>it is not read, because reading it {}</source>
        <translation>未读取该文件，因为读取时{}</translation>
    </message>
    <message>
        <source>it is not read, because the process that reads it gives a damaged answer: {}</source>
        <translation>未读取该文件，因为读取它的进程给出的结果已损坏：{}</translation>
    </message>
    <message>
        <source>a graph in a node captures what the node doesn&apos;t read</source>
        <translation>节点中的计算图捕获了该节点并不读取的值</translation>
    </message>
    <message>
        <source>a graph that stands in no other captures values</source>
        <translation>不在其他计算图内的计算图捕获了值</translation>
    </message>
    <message>
        <source>a node or a value has no name</source>
        <translation>有节点或值没有名称</translation>
    </message>
    <message>
        <source>a tensor&apos;s scales are not as many as its channels</source>
        <translation>张量的 scale 数量与通道数不一致</translation>
    </message>
    <message>
        <source>a tensor&apos;s bytes stand outside of it</source>
        <translation>张量的字节位于其范围之外</translation>
    </message>
    <message>
        <source>a tensor of elements has no type for them</source>
        <translation>张量有元素，却没有元素类型</translation>
    </message>
    <message>
        <source>a tensor&apos;s type and form contradict each other</source>
        <translation>张量的类型与存储形式相互矛盾</translation>
    </message>
    <message>
        <source>an error in it has more than {} bytes</source>
        <translation>其中的错误信息超过 {} 字节</translation>
    </message>
    <message>
        <source>an input is a constant</source>
        <translation>某个输入是常量</translation>
    </message>
    <message>
        <source>graphs are nested more than {} deep</source>
        <translation>计算图嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>messages are nested more than {} deep</source>
        <translation>消息嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>it doesn&apos;t begin as an answer does</source>
        <translation>它的开头不是结果应有的开头</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>它过早结束</translation>
    </message>
    <message>
        <source>it goes on where it should end</source>
        <translation>在应当结束处仍有内容</translation>
    </message>
    <message>
        <source>it has another length than it says</source>
        <translation>其长度与声明的不符</translation>
    </message>
    <message>
        <source>it holds the number {}, expected one from {} to {}</source>
        <translation>其中有数值 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>no shared memory can be made: {}</source>
        <translation>无法创建共享内存：{}</translation>
    </message>
    <message>
        <source>node {}</source>
        <translation>节点 {}</translation>
    </message>
    <message>
        <source>node {} has two attributes {}</source>
        <translation>节点 {} 有两个名为 {} 的属性</translation>
    </message>
    <message>
        <source>nothing makes the value {}</source>
        <translation>没有任何节点产生值 {}</translation>
    </message>
    <message>
        <source>others can still change it</source>
        <translation>其他进程仍可修改它</translation>
    </message>
    <message>
        <source>there are two nodes {}</source>
        <translation>有两个名为 {} 的节点</translation>
    </message>
    <message>
        <source>value {} is made twice</source>
        <translation>值 {} 被产生了两次</translation>
    </message>
    <message>
        <source>leave it out of the module before it is scripted, or rename an attribute of that name</source>
        <translation>请在脚本化之前从模块中去掉它，或重命名同名属性</translation>
    </message>
    <message>
        <source>names operators without calling one</source>
        <translation>提到算子却没有调用</translation>
    </message>
    <message>
        <source>operator {} is not on the list of those that models may call</source>
        <translation>算子 {} 不在模型可以调用的列表中</translation>
    </message>
    <message>
        <source>the file is damaged or made to do harm: don&apos;t open it elsewhere</source>
        <translation>文件已损坏或带有恶意：请勿在别处打开</translation>
    </message>
    <message>
        <source>the model asks for it: correct it there and save it again</source>
        <translation>这是模型的要求：请在模型中改正并重新保存</translation>
    </message>
    <message>
        <source>uses {} as a value</source>
        <translation>把 {} 当作值使用</translation>
    </message>
    <message>
        <source>{}: no tensor is made as type number {}</source>
        <translation>{}：不能创建类型编号为 {} 的张量</translation>
    </message>
    <message>
        <source>{}: argument {} is {}, expected {} to {}</source>
        <translation>{}：参数 {} 为 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>{}: argument {} is {}</source>
        <translation>{}：参数 {} 为 {}</translation>
    </message>
    <message>
        <source>{}: there is no device {} here</source>
        <translation>{}：这里没有设备 {}</translation>
    </message>
    <message>
        <source>{}: division by zero</source>
        <translation>{}：除以零</translation>
    </message>
    <message>
        <source>{}: the lowest integer divided by -1 is none</source>
        <translation>{}：最小的整数除以 -1 没有结果</translation>
    </message>
    <message>
        <source>{}: the view reaches beyond the tensor&apos;s memory</source>
        <translation>{}：视图超出了张量的内存</translation>
    </message>
    <message>
        <source>{}: {} reach beyond {} elements</source>
        <translation>{}：{} 超出了 {} 个元素</translation>
    </message>
    <message>
        <source>{}: its arguments have other ranks than 2, 1 and 1</source>
        <translation>{}：各参数的秩不是 2、1 和 1</translation>
    </message>
    <message>
        <source>{}: its offsets go back</source>
        <translation>{}：偏移量倒退</translation>
    </message>
    <message>
        <source>{}: its state is of another size than its channels</source>
        <translation>{}：其状态的大小与通道数不符</translation>
    </message>
    <message>
        <source>{}: argument {} is not taken from models</source>
        <translation>{}：不接受模型给出的参数 {}</translation>
    </message>
    <message>
        <source>{}: a list of {} elements, more than {}</source>
        <translation>{}：列表有 {} 个元素，超过 {} 个</translation>
    </message>
    <message>
        <source>OpenSSL can't compute SHA-256 here</source>
        <translation>OpenSSL 在此无法计算 SHA-256</translation>
    </message>
    <message>
        <source>runs programs ({})</source>
        <translation>运行程序 ({})</translation>
    </message>
    <message>
        <source>{}, and runs programs ({})</source>
        <translation>{}，并运行程序 ({})</translation>
    </message>
    <message>
        <source>loads native code ({})</source>
        <translation>会加载本机代码（{}）</translation>
    </message>
    <message>
        <source>loads native code ({}) and writes outside its folder ({})</source>
        <translation>会加载本机代码（{}），并写入其文件夹之外的位置（{}）</translation>
    </message>
    <message>
        <source>writes outside its folder ({})</source>
        <translation>会写入其文件夹之外的位置（{}）</translation>
    </message>
    <message>
        <source>set HOME or XDG_STATE_HOME</source>
        <translation>请设置 HOME 或 XDG_STATE_HOME</translation>
    </message>
    <message>
        <source>there is no home folder to remember in what is trusted</source>
        <translation>没有主文件夹，无法记住信任了什么</translation>
    </message>
    <message>
        <source>{}: lies outside the places that may be written</source>
        <translation>{}：不在允许写入的位置之内</translation>
    </message>
    <message>
        <source>attribute qk_matmul_output_mode is {}, expected 0 to 3</source>
        <translation>属性 qk_matmul_output_mode 为 {}，应为 0 到 3</translation>
    </message>
    <message>
        <source>image_shape {} and block_shape {} don't belong together</source>
        <translation>image_shape {} 与 block_shape {} 不匹配</translation>
    </message>
    <message>
        <source>input 0 (x) has rank {}, expected {} or more</source>
        <translation>输入 0 (x) 的秩为 {}，应至少为 {}</translation>
    </message>
    <message>
        <source>input 0 has shape {}, expected blocks of {} elements at {} places</source>
        <translation>输入 0 的形状为 {}，应为每块 {} 个元素、共 {} 处的块</translation>
    </message>
    <message>
        <source>input 1 (B) holds 0, by which no integer can be divided</source>
        <translation>输入 1（B）中有 0，整数不能除以 0</translation>
    </message>
    <message>
        <source>input 5 (attention_bias)</source>
        <translation>输入 5（attention_bias）</translation>
    </message>
    <message>
        <source>inputs 6 (past_key) and 7 (past_value) go together, only one is given</source>
        <translation>输入 6（past_key）与 7（past_value）必须同时给出，这里只给出了一个</translation>
    </message>
    <message>
        <source>it has {} outputs, expected 1: the others are made in training</source>
        <translation>它有 {} 个输出，应为 1 个：其余输出只在训练时产生</translation>
    </message>
    <message>
        <source>{} has shape {}, expected {}, or 1 in place of the first two</source>
        <translation>{} 的形状为 {}，应为 {}，前两维也可为 1</translation>
    </message>
    <message>
        <source>{} of shape {} can't be broadcast to {}</source>
        <translation>{} 的形状 {} 无法广播到 {}</translation>
    </message>
    <message>
        <source>input 1 of shape {} doesn't fit {} from axis {} on</source>
        <translation>输入 1 的形状 {} 与 {} 从轴 {} 起不匹配</translation>
    </message>
    <message>
        <source>inputs have shapes {} and {}, expected one shape, or attribute broadcast</source>
        <translation>输入的形状为 {} 与 {}，应为同一形状，或设置属性 broadcast</translation>
    </message>
    <message>
        <source>attribute to is "{}", which is no element type</source>
        <translation>属性 to 为“{}”，不是元素类型</translation>
    </message>
    <message>
        <source>input 1 (tiles)</source>
        <translation>输入 1（tiles）</translation>
    </message>
    <message>
        <source>input 2 (axis)</source>
        <translation>输入 2（axis）</translation>
    </message>
    <message>
        <source>attribute {} is {}, which is not supported</source>
        <translation>属性 {} 为 {}，不受支持</translation>
    </message>
    <message>
        <source>it holds strings: there is nothing to measure but how many are equal</source>
        <translation>其中是字符串：除了有多少个相等，没有什么可以测量</translation>
    </message>
    <!-- core/ranks -->
    <message>
        <source>nobody listens there</source>
        <translation>那里没有进程在监听</translation>
    </message>
    <message>
        <source>the environment variable {} is not set</source>
        <translation>未设置环境变量 {}</translation>
    </message>
    <message>
        <source>a launcher of several processes sets it; for one process unset RANK and WORLD_SIZE</source>
        <translation>它由启动多个进程的启动器设置；若只用一个进程，请取消设置 RANK 和 WORLD_SIZE</translation>
    </message>
    <message>
        <source>the environment variable {} is "{}", expected a number up to {}</source>
        <translation>环境变量 {} 为“{}”，应为不超过 {} 的数</translation>
    </message>
    <message>
        <source>the environment variable MASTER_ADDR is not set</source>
        <translation>未设置环境变量 MASTER_ADDR</translation>
    </message>
    <message>
        <source>set it for every process to the name or address of the machine where rank 0 runs</source>
        <translation>请为每个进程将其设为进程 0 所在机器的名称或地址</translation>
    </message>
    <message>
        <source>the environment variable {} is {}, expected less than {}, which is {}</source>
        <translation>环境变量 {} 为 {}，应小于 {}（其值为 {}）</translation>
    </message>
    <message>
        <source>{} of {} ranks did not come within {} s: {}</source>
        <translation>共 {1} 个进程中有 {0} 个未在 {2} 秒内到达：{3}</translation>
    </message>
    <message>
        <source>look at what their machines say; MASTER_ADDR and MASTER_PORT must be the same everywhere</source>
        <translation>请查看其所在机器的输出；各处的 MASTER_ADDR 和 MASTER_PORT 必须相同</translation>
    </message>
    <message>
        <source>rank {} on {} (process {})</source>
        <translation>{1} 上的进程 {0}（进程号 {2}）</translation>
    </message>
    <message>
        <source>the same command continues from what is kept in --out, with fewer ranks if need be</source>
        <translation>同一命令会从 --out 中保留的内容继续，必要时可用更少的进程</translation>
    </message>
    <message>
        <source>{} lost its connections: {}</source>
        <translation>{} 失去了连接：{}</translation>
    </message>
    <message>
        <source>{} ended or no longer answers</source>
        <translation>{} 已结束或不再响应</translation>
    </message>
    <message>
        <source>give every rank the same QUANTLOUPE_RANKS_SECRET of 16 characters or more, or QUANTLOUPE_RANKS_SECRET_FILE, a file with one</source>
        <translation>请为每个进程设置相同的 QUANTLOUPE_RANKS_SECRET（至少 16 个字符），或用 QUANTLOUPE_RANKS_SECRET_FILE 指定写有它的文件</translation>
    </message>
    <message>
        <source>rank {} can't listen at "{}": {}</source>
        <translation>进程 {} 无法在“{}”监听：{}</translation>
    </message>
    <message>
        <source>GLOO_SOCKET_IFNAME names the network interface that leads to the other ranks</source>
        <translation>GLOO_SOCKET_IFNAME 指定通往其他进程的网络接口</translation>
    </message>
    <message>
        <source>the ranks there are not {}</source>
        <translation>那里的进程数不是 {}</translation>
    </message>
    <message>
        <source>there is a rank {} already</source>
        <translation>进程 {} 已经在那里</translation>
    </message>
    <message>
        <source>the secret there is another</source>
        <translation>那里的密钥不同</translation>
    </message>
    <message>
        <source>what listens there is no rank of this job</source>
        <translation>在那里监听的不是本作业的进程</translation>
    </message>
    <message>
        <source>the {} ranks run on several machines, and no secret was given</source>
        <translation>{} 个进程运行在多台机器上，而没有给出密钥</translation>
    </message>
    <message>
        <source>rank 0 runs on another machine, {}, and no secret was given</source>
        <translation>进程 0 在另一台机器 {} 上，而没有给出密钥</translation>
    </message>
    <message>
        <source>rank 0 at {} port {} was given a secret, this rank was not</source>
        <translation>{} 端口 {} 上的进程 0 有密钥，而本进程没有</translation>
    </message>
    <message>
        <source>rank 0 ended</source>
        <translation>进程 0 已结束</translation>
    </message>
    <message>
        <source>{}: others than its owner may read or write the ranks' secret</source>
        <translation>{}：除所有者外，他人也可读写各进程的密钥</translation>
    </message>
    <message>
        <source>run chmod 600 {}</source>
        <translation>请运行 chmod 600 {}</translation>
    </message>
    <message>
        <source>{}: the ranks' secret can't be read</source>
        <translation>{}：无法读取各进程的密钥</translation>
    </message>
    <message>
        <source>QUANTLOUPE_RANKS_SECRET_FILE names a file that is there on this rank's machine</source>
        <translation>QUANTLOUPE_RANKS_SECRET_FILE 须指定本进程所在机器上存在的文件</translation>
    </message>
    <message>
        <source>both {} and {} are set</source>
        <translation>{} 与 {} 都已设置</translation>
    </message>
    <message>
        <source>unset one of them</source>
        <translation>请取消设置其中一个</translation>
    </message>
    <message>
        <source>the secret of {} has {} characters, expected at least {}</source>
        <translation>{} 的密钥有 {} 个字符，应至少为 {} 个</translation>
    </message>
    <message>
        <source>openssl rand -hex 32 makes one</source>
        <translation>可用 openssl rand -hex 32 生成</translation>
    </message>
    <message>
        <source>OpenSSL can't encrypt connections here</source>
        <translation>OpenSSL 在此无法加密连接</translation>
    </message>
    <message>
        <source>the ranks cannot meet at {} port {}: {}</source>
        <translation>各进程无法在 {} 的端口 {} 会合：{}</translation>
    </message>
    <message>
        <source>MASTER_ADDR must be the machine of rank 0 and MASTER_PORT free there</source>
        <translation>MASTER_ADDR 必须是进程 0 所在的机器，且其 MASTER_PORT 端口须空闲</translation>
    </message>
    <message>
        <source>0 backward passes predict nothing</source>
        <translation>0 次反向传播无法预测任何内容</translation>
    </message>
    <message>
        <source>LibTorch can't differentiate one of the operators</source>
        <translation>LibTorch 无法对其中一个算子求导</translation>
    </message>
    <message>
        <source>derivatives are made by one process</source>
        <translation>求导只在一个进程中进行</translation>
    </message>
    <message>
        <source>derivatives of the baseline predict what one quantizer alone does, mode one-on</source>
        <translation>基准的导数只能预测单独一个量化器的作用，即 one-on 模式</translation>
    </message>
    <message>
        <source>derivatives predict mse, rel_l2 and sqnr_db, not {}</source>
        <translation>导数可以预测 mse、rel_l2 和 sqnr_db，不能预测 {}</translation>
    </message>
    <message>
        <source>exact or gradient instead of "{}"</source>
        <translation>应为 exact 或 gradient，而不是“{}”</translation>
    </message>
    <message>
        <source>give --probes 1 or more</source>
        <translation>请使用 --probes 1 或更大的数</translation>
    </message>
    <message>
        <source>operator {} gives no derivative</source>
        <translation>算子 {} 没有导数</translation>
    </message>
    <message>
        <source>quantizer {} is in a loop or branch, which is differentiated as a whole</source>
        <translation>量化器 {} 位于循环或分支中，而循环和分支只能整体求导</translation>
    </message>
    <message>
        <source>rank by exact runs instead, which need none</source>
        <translation>请改用逐行实际运行来排序，它不需要导数</translation>
    </message>
    <message>
        <source>rank with --method exact</source>
        <translation>请使用 --method exact 排序</translation>
    </message>
    <message>
        <source>replayed decisions have no derivative</source>
        <translation>重放的决策没有导数</translation>
    </message>
    <message>
        <source>what a function says has no derivative here</source>
        <translation>函数给出的数值在这里没有导数</translation>
    </message>
    <!-- core/report/overview -->
    <message>
        <source>Open the model in full precision; both files may be dropped here, too.</source>
        <translation>打开高精度模型；也可以把两个文件一起拖到这里。</translation>
    </message>
    <message>
        <source>Open the quantized model to hold it against the baseline.</source>
        <translation>打开量化模型，与基准模型对比。</translation>
    </message>
    <message>
        <source>Or open a quantization config: the quantized model is simulated then.</source>
        <translation>或者打开量化配置：此时会模拟量化模型。</translation>
    </message>
    <message>
        <source>The config needs samples to work out the scales, or a record of them.</source>
        <translation>配置需要样本来计算量化系数，或者需要一份量化因子记录。</translation>
    </message>
    <message>
        <source>{} overrides take the worst output from {} to {}, measured on {} samples.</source>
        <translation>{} 处覆盖把最差的输出从 {} 提高到 {}，在 {} 个样本上实测。</translation>
    </message>
    <message>
        <source>The config&apos;s part of the repairs takes the worst output from {} to {}, measured on {} samples that nothing was fitted to.</source>
        <translation>配置能表达的那部分修复把最差的输出从 {} 提高到 {}，在未参与拟合的 {} 个样本上实测。</translation>
    </message>
    <message>
        <source>The repaired model takes the worst output from {} to {}, measured on {} samples that nothing was fitted to.</source>
        <translation>修复后的模型把最差的输出从 {} 提高到 {}，在未参与拟合的 {} 个样本上实测。</translation>
    </message>
    <message>
        <source>Repairs are searched for and judged on samples: open a data set for that.</source>
        <translation>修复方案要在样本上搜索和评判：请为此打开一个数据集。</translation>
    </message>
    <message>
        <source>Searches the fewest layers that need more than 8 bits. What it gains is measured by runs.</source>
        <translation>搜索需要超过 8 位的最少的层。收益由实际运行测得。</translation>
    </message>
    <message>
        <source>Tries other ranges, scales per channel, equalization, wider or float layers, and judges them on samples that nothing was fitted to.</source>
        <translation>尝试其他范围、逐通道量化系数、均衡化、更宽或保持浮点的层，并在未参与拟合的样本上评判。</translation>
    </message>
    <message>
        <source>The config was edited. Simulate it before it is saved: what it gains isn&apos;t known yet.</source>
        <translation>配置已编辑。保存之前先模拟：它的收益还不知道。</translation>
    </message>
    <message>
        <source>Take the last edit back.</source>
        <translation>撤销上一次编辑。</translation>
    </message>
    <message>
        <source>No output could be measured in the trial.</source>
        <translation>试运行中没有可以测量的输出。</translation>
    </message>
    <message>
        <source>Keep it nevertheless.</source>
        <translation>仍然保留。</translation>
    </message>
    <message>
        <source>With their quantizers and {} more left float {} was measured at {} dB. What the edit alone gains is measured when it is tried.</source>
        <translation>这些层的量化器和另外 {} 个都保持浮点时，{} 实测为 {} dB。仅这次编辑的收益在试运行时测量。</translation>
    </message>
    <message>
        <source>Measured: with their quantizers left float and everything else quantized {} has {} dB, and no NaN.</source>
        <translation>实测：这些层的量化器保持浮点、其余全部量化时，{} 为 {} dB，且没有 NaN。</translation>
    </message>
    <message>
        <source>Measured: with their quantizers left float and everything else quantized {} has {} instead of {} dB.</source>
        <translation>实测：这些层的量化器保持浮点、其余全部量化时，{} 为 {} dB，而不是 {} dB。</translation>
    </message>
    <message>
        <source>Several layers make the error together. Measured: with these {} left float and everything else quantized {} has {} dB, and no NaN.</source>
        <translation>误差由多个层共同造成。实测：这 {} 层保持浮点、其余全部量化时，{} 为 {} dB，且没有 NaN。</translation>
    </message>
    <message>
        <source>Several layers make the error together. Measured: with these {} left float and everything else quantized {} has {} instead of {} dB.</source>
        <translation>误差由多个层共同造成。实测：这 {} 层保持浮点、其余全部量化时，{} 为 {} dB，而不是 {} dB。</translation>
    </message>
    <message>
        <source>Where the target can&apos;t leave them float; what it gains is measured when it is tried.</source>
        <translation>用于目标平台不能保持浮点的情况；收益在试运行时测量。</translation>
    </message>
    <message>
        <source>Switches quantizers on one by one, and measures whose error it is.</source>
        <translation>逐个打开量化器，测量误差来自哪一个。</translation>
    </message>
    <message>
        <source>Open two files: the model in full precision and its quantized twin.</source>
        <translation>打开两个文件：高精度模型和对应的量化模型。</translation>
    </message>
    <message>
        <source>One file more: the quantized model, or a quantization config.</source>
        <translation>还差一个文件：量化模型，或者量化配置。</translation>
    </message>
    <message>
        <source>The scales have to come from somewhere: open calibration data.</source>
        <translation>量化系数需要来源：请打开校准数据。</translation>
    </message>
    <message>
        <source>The edited config was tried.</source>
        <translation>编辑后的配置已试运行。</translation>
    </message>
    <message>
        <source>The config was edited, not tried.</source>
        <translation>配置已编辑，尚未试运行。</translation>
    </message>
    <message>
        <source>Ready to be examined.</source>
        <translation>可以开始诊断。</translation>
    </message>
    <message>
        <source>Ready; no samples are open, so both models would be fed random numbers.</source>
        <translation>已就绪；没有打开样本，两个模型将使用随机数。</translation>
    </message>
    <message>
        <source>What is shown is of other files, inputs or an older config: examine again.</source>
        <translation>显示的结果属于其他文件、输入或旧的配置：请重新诊断。</translation>
    </message>
    <message>
        <source>The outputs can&apos;t be judged by what was measured.</source>
        <translation>根据测得的数据无法评判输出。</translation>
    </message>
    <message>
        <source>Fine: nothing to repair, {}.</source>
        <translation>良好：无需修复{}。</translation>
    </message>
    <message>
        <source>Both models agree on random numbers; whether they do on real samples stays open.</source>
        <translation>两个模型在随机数上一致；在真实样本上是否一致尚不得知。</translation>
    </message>
    <message>
        <source>The worst output is {}, {}.</source>
        <translation>最差的输出为“{}”{}。</translation>
    </message>
    <message>
        <source>Real samples find real problems, and the worst of them is chosen.</source>
        <translation>真实样本才能发现真实问题，并会选出其中最差的一个。</translation>
    </message>
    <message>
        <source>Runs both models, compares every layer on the worst sample, and measures whose error it is.</source>
        <translation>运行两个模型，在最差的样本上比较每一层，并测量误差来自哪里。</translation>
    </message>
    <message>
        <source>Runs both models on random numbers, which say little.</source>
        <translation>用随机数运行两个模型，说明不了多少问题。</translation>
    </message>
    <message>
        <source>SQNR of {} goes from {} to {} dB</source>
        <translation>{} 的 SQNR 从 {} 变为 {} dB</translation>
    </message>
    <message>
        <source>{} of {} goes from {} to {}</source>
        <translation>{1} 的 {0} 从 {2} 变为 {3}</translation>
    </message>
    <message>
        <source>no layer before the outputs tells the same</source>
        <translation>输出之前没有哪一层有同样的变化</translation>
    </message>
    <message>
        <source>of the layers {} changes most, from {} to {}</source>
        <translation>各层中 {} 变化最大，从 {} 到 {}</translation>
    </message>
    <message>
        <source>of the layers {} gains most, from {} to {}, and {} get(s) worse</source>
        <translation>各层中 {} 改善最大，从 {} 到 {}，另有 {} 层变差</translation>
    </message>
    <message>
        <source>of the layers {} loses most, from {} to {}, and {} get(s) better</source>
        <translation>各层中 {} 变差最大，从 {} 到 {}，另有 {} 层变好</translation>
    </message>
    <message>
        <source>It does nothing for the outputs; of the layers {} changes most: {}.</source>
        <translation>对输出没有作用；各层中 {} 变化最大：{}。</translation>
    </message>
    <message>
        <source>It does nothing: no output and no layer changes.</source>
        <translation>没有作用：输出和各层都没有变化。</translation>
    </message>
    <message>
        <source>It helps: {}; {}.</source>
        <translation>有帮助：{}；{}。</translation>
    </message>
    <message>
        <source>It hurts: {}; {}.</source>
        <translation>有害：{}；{}。</translation>
    </message>
    <message>
        <source>It helps one output and hurts another: {}; {}.</source>
        <translation>改善了一个输出，却损害了另一个：{}；{}。</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>Atol in steps</source>
        <translation>以步长计的 Atol</translation>
    </message>
    <message>
        <source>the metric</source>
        <translation>该指标</translation>
    </message>
    <message>
        <source>relative L2</source>
        <translation>相对 L2</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>Atol</source>
        <translation>Atol</translation>
    </message>
    <message>
        <source>MSE</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>JS</source>
        <translation>JS</translation>
    </message>
    <message>
        <source>a map file can&apos;t name &quot;{}&quot;: names there have no blank and no #</source>
        <translation>映射文件无法写出“{}”：其中的名称不能含空格或 #</translation>
    </message>
    <!-- core/analysis/layers -->
    <message>
        <source>no layer or module is called {}</source>
        <translation>没有名为 {} 的层或模块</translation>
    </message>
    <message>
        <source>give the whole name or path: info MODEL lists the layers</source>
        <translation>请给出完整的名称或路径：info MODEL 会列出各层</translation>
    </message>
    <message>
        <source>labels without samples</source>
        <translation>有标签而没有样本</translation>
    </message>
    <message>
        <source>give samples with --eval-data or --data</source>
        <translation>请用 --eval-data 或 --data 给出样本</translation>
    </message>
    <message>
        <source>what another process observed can&apos;t be read</source>
        <translation>另一进程观察到的内容无法读取</translation>
    </message>
    <message>
        <source>x has rank {} and w has rank {}, expected the same, 3 to 5</source>
        <translation>x 的秩为 {}，w 的秩为 {}，应相同且为 3 到 5</translation>
    </message>
    <message>
        <source>attribute bits is {}, expected 2 to 16</source>
        <translation>属性 bits 为 {}，应为 2 到 16</translation>
    </message>
    <message>
        <source>there is no file {}, and an .om.json, which is in the vendor&apos;s own form, is not read: write its widths as overrides</source>
        <translation>没有文件 {}；且 .om.json 是厂商的自有格式，不会读取：请把其中的位宽写成逐层覆盖</translation>
    </message>
    <message>
        <source>normalizations keep the statistics of the model, whereas AMCT finds new ones while it calibrates 4 bits: let it update them, and give the model that it writes</source>
        <translation>归一化层保留模型中的统计量，而 AMCT 在 4 比特校准时会重新求取：请由它更新，再给出它写出的模型</translation>
    </message>
    <message>
        <source>LayerNorm is written out here in {} operators, each of which gets a quantizer of its own, shared wherever the module is called again: {}.</source>
        <translation>此处 LayerNorm 展开为 {} 个算子，每个算子各有一个量化器，模块再次被调用时共用：{}。</translation>
    </message>
    <message>
        <source>Export them whole (opset 17 or later), leave them in float, or train with BatchNorm in their place.</source>
        <translation>请整体导出（opset 17 或更高），保留为浮点，或训练时改用 BatchNorm。</translation>
    </message>
    <message>
        <source>the calibration samples show {} of {} classes, and none of {}</source>
        <translation>校准样本包含 {1} 个类别中的 {0} 个，没有 {2}</translation>
    </message>
    <message>
        <source>take samples of every class, and such as go through every branch of the network</source>
        <translation>请选取每个类别的样本，以及经过网络每条分支的样本</translation>
    </message>
    <message>
        <source>an .om.json is in the vendor&apos;s own form and is not read: write its widths as overrides</source>
        <translation>.om.json 是厂商的自有格式，不会读取：请把其中的位宽写成逐层覆盖</translation>
    </message>
    <message>
        <source>{} has no line {} and none {}</source>
        <translation>{} 中既没有 {} 行，也没有 {} 行</translation>
    </message>
    <message>
        <source>write a key and its operator types in one line, separated by commas</source>
        <translation>请在一行中写出键及其算子类型，用逗号分隔</translation>
    </message>
    <message>
        <source>observers are searched for on the float network only</source>
        <translation>观察器只在浮点网络上搜索</translation>
    </message>
    <message>
        <source>name one with --observer, or leave out --observe-quantized</source>
        <translation>请用 --observer 指定一个，或去掉 --observe-quantized</translation>
    </message>
    <!-- core/base/documents -->
    <message>
        <source>nests too deep, expected at most {} levels</source>
        <translation>嵌套过深，最多允许 {} 层</translation>
    </message>
    <message>
        <source>key {} stands twice in one object</source>
        <translation>键 {} 在同一对象中出现两次</translation>
    </message>
    <message>
        <source>the document expands to more than {} nodes</source>
        <translation>文档展开后超过 {} 个节点</translation>
    </message>
    <message>
        <source>line {}: {} stands in line {} already</source>
        <translation>第 {} 行：{} 已出现在第 {} 行</translation>
    </message>
    <!-- core/config/dialects/tensors/scale_rules -->
    <message>
        <source>{}: a key that stands twice in one map</source>
        <translation>{}：同一映射中出现两次的键</translation>
    </message>
    <message>
        <source>{} is {}, expected a number</source>
        <translation>{} 为 {}，应为数</translation>
    </message>
    <message>
        <source>scale is {}, expected a number above 0 that float32 has (1.2e-38 to 3.4e+38)</source>
        <translation>量化系数为 {}，应为 float32 可表示的正数（1.2e-38 至 3.4e+38）</translation>
    </message>
    <message>
        <source>{} is {}, expected a whole number from {} to {}</source>
        <translation>{} 为 {}，应为 {} 至 {} 的整数</translation>
    </message>
    <message>
        <source>{} is said {} times for {} scales, expected once or as often</source>
        <translation>{} 给出 {} 次，而量化系数有 {} 个，应为一次或同样多次</translation>
    </message>
    <message>
        <source>a width of {} bits, expected {} to {}</source>
        <translation>位宽为 {}，应为 {} 至 {}</translation>
    </message>
    <message>
        <source>{} is {} and {} is {}, expected numbers in this order</source>
        <translation>{} 为 {}，{} 为 {}，应为按此顺序的数</translation>
    </message>
    <message>
        <source>{} {} and {} {} are {:.6g} steps of the scale {} apart, expected {}: the scale counts</source>
        <translation>{} {} 与 {} {} 相距 {} 步（量化系数 {}），应为 {} 步：以量化系数为准</translation>
    </message>
    <message>
        <source>write again what was changed by hand</source>
        <translation>请重新写出手工改动过的内容</translation>
    </message>
    <message>
        <source>dtype is {}, expected int or float</source>
        <translation>dtype 为 {}，应为 int 或 float</translation>
    </message>
    <message>
        <source>output_dtype is {}, expected int, uint, float or bfloat and a width</source>
        <translation>output_dtype 为 {}，应为 int、uint、float 或 bfloat 加位宽</translation>
    </message>
    <message>
        <source>{} is no float32 in hexadecimal digits, expected {} of them</source>
        <translation>{} 不是十六进制的 float32，应有 {} 位</translation>
    </message>
    <message>
        <source>the file may be cut off</source>
        <translation>文件可能被截断</translation>
    </message>
    <message>
        <source>a name with a line break or another control character</source>
        <translation>含换行或其他控制字符的名称</translation>
    </message>
    <message>
        <source>{} has {} scales and shape {}, expected one scale, or one for each channel</source>
        <translation>{} 有 {} 个量化系数，形状为 {}，应为一个或每通道一个</translation>
    </message>
    <!-- core/data/datasets/labels -->
    <message>
        <source>{} is no integer from 0 on</source>
        <translation>{} 不是从 0 起的整数</translation>
    </message>
    <message>
        <source>{} has a label already, {} in line {}</source>
        <translation>{} 已有标签 {}，在第 {} 行</translation>
    </message>
    <message>
        <source>line {}: {} may be sample {} or {}</source>
        <translation>第 {} 行：{} 可能是样本 {} 或 {}</translation>
    </message>
    <message>
        <source>write the whole name of each</source>
        <translation>请写出各自的完整名称</translation>
    </message>
    <message>
        <source>holds {}, expected labels as integers</source>
        <translation>内容为 {}，标签应为整数</translation>
    </message>
    <message>
        <source>save the classes as int64</source>
        <translation>请把类别保存为 int64</translation>
    </message>
    <message>
        <source>label {} is {}, expected a class from 0 on</source>
        <translation>标签 {} 为 {}，应为从 0 起的类别</translation>
    </message>
    <message>
        <source>leave samples without a class out, and their labels</source>
        <translation>请去掉没有类别的样本及其标签</translation>
    </message>
    <message>
        <source>{}: the label of sample {} is {}, expected a class from 0 to {}: the output has {} elements</source>
        <translation>{}：样本 {} 的标签为 {}，应为 0 至 {} 的类别：输出有 {} 个元素</translation>
    </message>
    <message>
        <source>are these the labels of another data set, or counted from 1?</source>
        <translation>这些标签属于另一数据集，或是从 1 开始计数？</translation>
    </message>
    <!-- core/data/images/image_end -->
    <message>
        <source>the image breaks off after {} bytes, expected {}</source>
        <translation>图片在 {} 字节后中断，应有 {}</translation>
    </message>
    <message>
        <source>fetch or export the file again</source>
        <translation>请重新获取或导出该文件</translation>
    </message>
    <message>
        <source>{}, as its header says</source>
        <translation>文件头所说的 {}</translation>
    </message>
    <message>
        <source>JPEG&apos;s end marker FF D9 behind the pixels</source>
        <translation>像素之后的 JPEG 结束标记 FF D9</translation>
    </message>
    <message>
        <source>PNG&apos;s last chunk, IEND</source>
        <translation>PNG 的最后一块 IEND</translation>
    </message>
    <message>
        <source>{} numbers, found {}</source>
        <translation>{} 个数，找到 {} 个</translation>
    </message>
    <message>
        <source>the {} is missing: it ends the baseline's values at {}, and these go on to {}</source>
        <translation>缺少 {}：它把基准的值截止于 {}，而这里一直到 {}</translation>
    </message>
    <message>
        <source>this {} is missing in the analysis model: with it left out of the baseline, too, the layer behind it gives what it gives there</source>
        <translation>待分析模型中缺少该 {}：在基准中也去掉它，其后的层就给出与那里相同的值</translation>
    </message>
    <message>
        <source>this {} is missing in the analysis model</source>
        <translation>待分析模型中缺少该 {}</translation>
    </message>
    <message>
        <source>the values wrap: the two are off by multiples of {}, as integers that overflow</source>
        <translation>值发生回绕：两者相差 {} 的倍数，如同溢出的整数</translation>
    </message>
    <message>
        <source>these end at {}, where the baseline's go on</source>
        <translation>这里的值止于 {}，而基准的值继续</translation>
    </message>
    <message>
        <source>the {} has other bounds: of the two, one ends at {} and the other goes on</source>
        <translation>该 {} 的界限不同：两者之一止于 {}，另一个继续</translation>
    </message>
    <message>
        <source>these lie on a coarse grid</source>
        <translation>这里的值落在粗糙的网格上</translation>
    </message>
    <message>
        <source>these hold NaN or infinite numbers, the baseline's none</source>
        <translation>这里的值含 NaN 或无穷，基准的没有</translation>
    </message>
    <message>
        <source>the layer's constants aren't the baseline's</source>
        <translation>该层的常量不是基准的常量</translation>
    </message>
    <message>
        <source>the layer computes something else, or with other constants</source>
        <translation>该层计算的是别的东西，或使用别的常量</translation>
    </message>
    <message>
        <source>Let the target saturate there, or leave this layer in high precision.</source>
        <translation>请让目标在该处饱和，或让该层保持高精度。</translation>
    </message>
    <message>
        <source>Give this layer the range of the float model's values, or leave it in high precision.</source>
        <translation>请让该层的范围覆盖浮点模型的值，或保持高精度。</translation>
    </message>
    <message>
        <source>Give the {} the float model's bounds.</source>
        <translation>请让该 {} 使用浮点模型的界限。</translation>
    </message>
    <message>
        <source>Put the {} back, or a quantizer that begins at 0.</source>
        <translation>请放回 {}，或使用从 0 开始的量化器。</translation>
    </message>
    <message>
        <source>Put the {} back, or a quantizer of the same bounds.</source>
        <translation>请放回 {}，或使用界限相同的量化器。</translation>
    </message>
    <message>
        <source>Quantize this layer with more bits, or leave it in float.</source>
        <translation>请以更多位数量化该层，或保留为浮点。</translation>
    </message>
    <message>
        <source>Export the model again, from the float model that it is compared with.</source>
        <translation>请从所比较的浮点模型重新导出。</translation>
    </message>
    <message>
        <source>Compare the layer's operators, attributes and constants in the two models.</source>
        <translation>请比较两个模型中该层的算子、属性和常量。</translation>
    </message>
    <message>
        <source>its input is exact</source>
        <translation>其输入是精确的</translation>
    </message>
    <message>
        <source>its input is at {}</source>
        <translation>其输入为 {}</translation>
    </message>
    <message>
        <source>made here: on the same inputs the baseline's layer gives other values, which agree to {}; {}.</source>
        <translation>产生于此：在相同输入上，基准的层给出不同的值，两者相符到 {}；{}。</translation>
    </message>
    <message>
        <source>the error starts here: {}, and on the same inputs the baseline's layer gives other values, which agree to {}; {}.</source>
        <translation>误差从这里开始：{}，而在相同输入上，基准的层给出不同的值，两者相符到 {}；{}。</translation>
    </message>
    <message>
        <source>on the same inputs the baseline's layer gives none</source>
        <translation>在相同输入上，基准的层没有这样的值</translation>
    </message>
    <message>
        <source>this {} of the baseline has no partner: what it reads goes straight to what reads it in the analysis model</source>
        <translation>基准的这个 {} 没有对应者：在待分析模型中，它所读的值直接交给读取它的层</translation>
    </message>
    <message>
        <source>put it back, or make sure that a quantizer's range does what it does</source>
        <translation>请放回，或确保量化器的范围起到同样作用</translation>
    </message>
    <message>
        <source>this {} of the analysis model has no partner: the baseline computes without it</source>
        <translation>待分析模型的这个 {} 没有对应者：基准计算时没有它</translation>
    </message>
    <message>
        <source>leave it out, or compare with the model that has it</source>
        <translation>请去掉它，或与含有它的模型比较</translation>
    </message>
    <message>
        <source>this {} of the baseline has no partner, and a run without it gives what the analysis model gives</source>
        <translation>基准的这个 {} 没有对应者，去掉它再运行，就给出与待分析模型相同的值</translation>
    </message>
    <message>
        <source>put it back</source>
        <translation>请放回</translation>
    </message>
    <message>
        <source>{} of this {} is {} in the baseline and {} in the analysis model</source>
        <translation>该层的 {}（{}）在基准中为 {}，在待分析模型中为 {}</translation>
    </message>
    <message>
        <source>give it the baseline's, if it isn't meant to differ</source>
        <translation>若并非有意不同，请使用基准的</translation>
    </message>
    <message>
        <source>{} more differences of that kind</source>
        <translation>还有 {} 处这样的差异</translation>
    </message>
    <message>
        <source>the layer adds an error of its own kind</source>
        <translation>该层加入了自己的一种误差</translation>
    </message>
    <message>
        <source>input 1 (B) is missing</source>
        <translation>缺少输入 1（B）</translation>
    </message>
    <message>
        <source>input 2 (absmax) is missing</source>
        <translation>缺少输入 2（absmax）</translation>
    </message>
    <message>
        <source>input 2 (scales) is missing</source>
        <translation>缺少输入 2（scales）</translation>
    </message>
    <message>
        <source>{} holds no element of the output</source>
        <translation>{} 不含该输出的任何元素</translation>
    </message>
    <message>
        <source>{} can&apos;t be judged: the float model gives nothing but zeros there, or NaN or infinity</source>
        <translation>无法按 {} 评判：浮点模型在此处全为零，或有 NaN 或无穷大</translation>
    </message>
    <message>
        <source>{} holds no element</source>
        <translation>{} 不含任何元素</translation>
    </message>
    <message>
        <source>it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the data spans {}.</source>
        <translation>校准时数据的预处理不同：其量化器的范围为 {}，{}，而数据范围为 {}。</translation>
    </message>
    <message>
        <source>it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the data spans {}; {} of the next {} quantized layers are off the same way.</source>
        <translation>校准时数据的预处理不同：其量化器的范围为 {0}，{1}，而数据范围为 {2}；其后 {4} 个量化层中有 {3} 个以同样的方式偏离。</translation>
    </message>
    <message>
        <source>the error starts here, at {}, as it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the data spans {}.</source>
        <translation>误差从此处开始，为 {}：校准时数据的预处理不同：其量化器的范围为 {}，{}，而数据范围为 {}。</translation>
    </message>
    <message>
        <source>the error starts here, at {}, as it was calibrated on data that was prepared otherwise: its quantizer spans {}, {}, while the data spans {}; {} of the next {} quantized layers are off the same way.</source>
        <translation>误差从此处开始，为 {0}：校准时数据的预处理不同：其量化器的范围为 {1}，{2}，而数据范围为 {3}；其后 {5} 个量化层中有 {4} 个以同样的方式偏离。</translation>
    </message>
    <message>
        <source>Try a scale of {} with zero point {}.</source>
        <translation>请尝试量化系数 {} 和零点 {}。</translation>
    </message>
    <message>
        <source>save a dict of tensors, torch.save(model.state_dict(), path), or the network with its program, torch.jit.save(torch.jit.trace(model, inputs), path): torch.save(model) keeps no program</source>
        <translation>请保存张量字典 torch.save(model.state_dict(), path)，或连同程序保存网络 torch.jit.save(torch.jit.trace(model, inputs), path)：torch.save(model) 不保存程序</translation>
    </message>
    <message>
        <source>info lists them, check looks at the fake quantizers among them, and weights compares them; anything else needs the network: torch.jit.save(torch.jit.trace(model, inputs), path), or torch.onnx.export; torch.save(model) keeps no program</source>
        <translation>info 列出它们，check 检查其中的伪量化器，weights 比较它们；其他操作需要网络本身：torch.jit.save(torch.jit.trace(model, inputs), path) 或 torch.onnx.export；torch.save(model) 不保存程序</translation>
    </message>
    <message>
        <source>with all quantizers switched on, the worst slice of output {} has {} dB and that of the analysis model itself {} dB: so far the numbers here are off</source>
        <translation>打开所有量化器时，输出 {} 的最差切片为 {} dB，而待分析模型本身为 {} dB：此处的数字有同等偏差</translation>
    </message>
    <message>
        <source>{} of {} quantized weights were trained since the baseline: they differ by more than rounding, and the differences show that, too; finer scales or more bits don&apos;t bring it back</source>
        <translation>{1} 个量化权重中有 {0} 个自基准以来经过训练：其差异超过舍入误差，数字中也包含这一差异；更细的量化系数或更多位数无法恢复</translation>
    </message>
    <message>
        <source>the statistics of normalizations have moved since the baseline, as training moves them, and the differences show that, too: {}</source>
        <translation>归一化的统计量自基准以来已变动（训练会使其变动），数字中也包含这一差异：{}</translation>
    </message>
    <message>
        <source>the analysis model was saved with its observers on: it is taken with the scales that the file holds, whereas PyTorch moves them with every input that it is run on</source>
        <translation>待分析模型保存时观察器处于打开状态：此处使用文件中的量化系数，而 PyTorch 每次运行都会随输入改变它们</translation>
    </message>
    <message>
        <source>torch.ao.quantization.disable_observer before it is saved</source>
        <translation>保存前请调用 torch.ao.quantization.disable_observer</translation>
    </message>
    <message>
        <source>fake quantizers of the analysis model are switched off while others are on, so that the numbers say nothing of them: {}</source>
        <translation>待分析模型的部分伪量化器关闭而其他打开，因此数字不反映它们的影响：{}</translation>
    </message>
    <message>
        <source>torch.ao.quantization.enable_fake_quant before it is saved, unless they were left out on purpose</source>
        <translation>除非有意关闭，保存前请调用 torch.ao.quantization.enable_fake_quant</translation>
    </message>
    <message>
        <source>the converted model agrees with its fake quantization within 1 %: the outputs differ by {}</source>
        <translation>转换后的模型与其伪量化在 1 % 以内一致：输出相差 {}</translation>
    </message>
    <message>
        <source>the converted model should agree with its fake quantization within 1 %, but the outputs differ by {}</source>
        <translation>转换后的模型应与其伪量化在 1 % 以内一致，但输出相差 {}</translation>
    </message>
    <message>
        <source>was it converted from this very model, in evaluation mode, with its observers off, and does its engine compute as the fake quantization says? The first row that differs tells where</source>
        <translation>它是否由此模型在评估模式、关闭观察器的状态下转换而来，其引擎的计算是否与伪量化一致？第一个有差异的行指明位置</translation>
    </message>
    <message>
        <source>{} computes its quantized operators with LibTorch&apos;s engine {}; others round differently</source>
        <translation>{} 用 LibTorch 的引擎 {} 计算其量化算子；其他引擎的舍入方式不同</translation>
    </message>
    <message>
        <source>the variable QUANTLOUPE_QUANTIZED_ENGINE (onednn, qnnpack …) chooses one</source>
        <translation>用变量 QUANTLOUPE_QUANTIZED_ENGINE（onednn、qnnpack 等）选择引擎</translation>
    </message>
    <message>
        <source>it was saved with its observers on: its scales are those that the file holds.</source>
        <translation>保存时其观察器处于打开状态：量化系数取自文件。</translation>
    </message>
    <message>
        <source>Switch them off before it is saved: model.apply(torch.ao.quantization.disable_observer).</source>
        <translation>请在保存前关闭：model.apply(torch.ao.quantization.disable_observer)。</translation>
    </message>
    <message>
        <source>channel_wise has no effect on lnq_retrain: one scale for all weights</source>
        <translation>channel_wise 对 lnq_retrain 不起作用：所有权重共用一个量化系数</translation>
    </message>
    <message>
        <source>{} is missing: it is a required field</source>
        <translation>缺少 {}：它是必填字段</translation>
    </message>
    <message>
        <source>num_bits of {} is {}, allowed is 4</source>
        <translation>{} 的 num_bits 是 {}，只允许 4</translation>
    </message>
    <message>
        <source>clip_max_min without {}</source>
        <translation>clip_max_min 缺少 {}</translation>
    </message>
    <message>
        <source>om_config without mapping_file</source>
        <translation>om_config 缺少 mapping_file</translation>
    </message>
    <message>
        <source>the message {} of line {} has no closing brace</source>
        <translation>消息 {}（第 {} 行）缺少右花括号</translation>
    </message>
    <message>
        <source>close it</source>
        <translation>请补上右花括号</translation>
    </message>
    <message>
        <source>line {}: record_d without {}</source>
        <translation>第 {} 行：record_d 缺少 {}</translation>
    </message>
    <message>
        <source>complete it: scale_d, offset_d and index are required fields</source>
        <translation>请补全：scale_d、offset_d 和 index 是必填字段</translation>
    </message>
    <message>
        <source>line {}: offset_d without scale_d</source>
        <translation>第 {} 行：有 offset_d 而没有 scale_d</translation>
    </message>
    <message>
        <source>complete it</source>
        <translation>请补全</translation>
    </message>
    <message>
        <source>line {}: the record of {} has {} params and {} times scale_w</source>
        <translation>第 {} 行：{} 的记录有 {} 个 params 和 {} 个 scale_w</translation>
    </message>
    <message>
        <source>params stand once for the whole weight, or as many times for each scale_w</source>
        <translation>params 或者整个权重共用一组，或者每个 scale_w 各有同样多个</translation>
    </message>
    <message>
        <source>{} stays in float: AMCT computes it with {}, the convolution before it</source>
        <translation>{} 保持浮点：AMCT 把它与之前的卷积 {} 一起计算</translation>
    </message>
    <message>
        <source>take its entry out</source>
        <translation>请去掉它的条目</translation>
    </message>
    <message>
        <source>{} multiplies by the constant {}: AMCT quantizes a matmul of data only</source>
        <translation>{} 与常量 {} 相乘：AMCT 只量化两路都是数据的 matmul</translation>
    </message>
    <message>
        <source>skip it, or write it as a torch.nn.Linear</source>
        <translation>请跳过它，或写成 torch.nn.Linear</translation>
    </message>
    <message>
        <source>{} drops the dimension: AMCT quantizes torch.max with keepdim=True only</source>
        <translation>{} 去掉了该维：AMCT 只量化 keepdim=True 的 torch.max</translation>
    </message>
    <message>
        <source>keep the dimension and squeeze it behind, or skip the layer</source>
        <translation>请保留该维并在其后 squeeze，或跳过该层</translation>
    </message>
    <message>
        <source>{} is no type of layer that torch, ONNX or the model has</source>
        <translation>{} 不是 torch、ONNX 或该模型中的层类型</translation>
    </message>
    <message>
        <source>the model has no layer {} whose fusion could be skipped</source>
        <translation>模型中没有可跳过融合的层 {}</translation>
    </message>
    <message>
        <source>the target refuses this config in {} places, the first by the rule {}: {}</source>
        <translation>目标芯片在 {} 处拒绝此配置，第一处违反规则 {}：{}</translation>
    </message>
    <message>
        <source>config check with --model lists them</source>
        <translation>config check 加上 --model 会逐条列出</translation>
    </message>
    <!-- core/ranks/connections -->
    <message>
        <source>rank 0 listens at {}, which this machine takes {} for: others can&apos;t reach it; set MASTER_ADDR to an address that they can</source>
        <translation>第 0 号进程在 {0} 上监听，本机把 {1} 解析为该地址：其他机器无法到达；请把 MASTER_ADDR 设为它们能到达的地址</translation>
    </message>
    <!-- core/ranks/wire/acceptor -->
    <message>
        <source>refused a connection from {}: {}</source>
        <translation>拒绝了来自 {} 的连接：{}</translation>
    </message>
    <message>
        <source>refused {} more connections like these</source>
        <translation>又拒绝了 {} 个这样的连接</translation>
    </message>
    <!-- core/data/raw_sample -->
    <message>
        <source>{}: of {} numbers read as {}, {} are NaN, infinite or of no usual size: are they of that type?</source>
        <translation>{}：读作 {2} 的 {1} 个数中有 {3} 个是 NaN、无穷大或大小异常：它们确实是这种类型吗？</translation>
    </message>
    <!-- core/data/tensors -->
    <message>
        <source>input {}: {} is converted to {}</source>
        <translation>输入 {}：{} 被转换为 {}</translation>
    </message>
    <message>
        <source>{}: {} bytes after the end of the array are ignored</source>
        <translation>{}：数组之后的 {} 个字节被忽略</translation>
    </message>
    <message>
        <source>{}: entry {} is no .npy array and is ignored</source>
        <translation>{}：条目 {} 不是 .npy 数组，已忽略</translation>
    </message>
    <!-- core/data/weights -->
    <message>
        <source>of the state dicts {} {} is taken; --state-dict-name takes another</source>
        <translation>在状态字典 {} 中取用 {}；可用 --state-dict-name 另选</translation>
    </message>
    <message>
        <source>{} of {} bytes of tensors belong to none</source>
        <translation>{1} 个张量字节中有 {0} 个不属于任何张量</translation>
    </message>
    <message>
        <source>{}: the index doesn&apos;t say that tensor {} lies here</source>
        <translation>{}：索引没有说明张量 {} 在此文件中</translation>
    </message>
    <!-- core/data/inputs -->
    <message>
        <source>{}: array {} is not an input and is ignored</source>
        <translation>{}：数组 {} 不是输入，已忽略</translation>
    </message>
    <!-- core/data/dumps -->
    <message>
        <source>{}: {} is the file of {} and of {}, which counts</source>
        <translation>{}：{} 同时是 {} 与 {} 的文件，以后者为准</translation>
    </message>
    <!-- core/data/datasets -->
    <message>
        <source>{}: {} labels are of no sample that is there, such as {} in line {}</source>
        <translation>{}：有 {} 个标签没有对应的样本，例如第 {3} 行的 {2}</translation>
    </message>
    <message>
        <source>{}: {} samples; left out {}</source>
        <translation>{}：{} 个样本；略去 {}</translation>
    </message>
    <!-- core/base/journal -->
    <message>
        <source>{}: not continued, the work starts anew: it is of an older version</source>
        <translation>{}：不予继续，工作重新开始：它来自旧版本</translation>
    </message>
    <message>
        <source>{}: not continued, the work starts anew: {}</source>
        <translation>{}：不予继续，工作重新开始：{}</translation>
    </message>
    <message>
        <source>the work can&apos;t be continued later: {}</source>
        <translation>此项工作以后无法继续：{}</translation>
    </message>
    <!-- core/base/writing -->
    <message>
        <source>{}: belongs to somebody else; what replaces it belongs to you</source>
        <translation>{}：属于他人；替换后的文件属于您</translation>
    </message>
    <message>
        <source>{}: has {} other names (hard links), which keep the old content</source>
        <translation>{}：另有 {} 个名称（硬链接），它们保留旧内容</translation>
    </message>
    <!-- core/import/onnx -->
    <message>
        <source>{}: attributes that their operators don&apos;t have are ignored: {}</source>
        <translation>{}：算子所没有的属性被忽略：{}</translation>
    </message>
    <message>
        <source>{}: its attribute {} means something else here and is left out</source>
        <translation>{}：其属性 {} 在此另有含义，已略去</translation>
    </message>
    <!-- core/quant/calibration -->
    <message>
        <source>observing activations on {} samples</source>
        <translation>正在 {} 个样本上观察激活值</translation>
    </message>
    <message>
        <source>read {} ({}, {} nodes)</source>
        <translation>已读取 {}（{}，{} 个节点）</translation>
    </message>
    <message>
        <source>continuing after {} of {} samples</source>
        <translation>在 {1} 个样本中的 {0} 个之后继续</translation>
    </message>
    <!-- core/runs/program -->
    <message>
        <source>{}: {} of {} nodes compute on the processor, which has the only kernel: {}</source>
        <translation>{}：{2} 个节点中有 {1} 个在处理器上计算，只有它有相应内核：{3}</translation>
    </message>
    <!-- core/runs/what_if -->
    <message>
        <source>the values of all layers need more memory than they may: each run goes through the whole network</source>
        <translation>所有层的值所需内存超过上限：每次运行都经过整个网络</translation>
    </message>
    <!-- core/analysis/attribution -->
    <message>
        <source>{} layers in bodies that no sample ran are left out</source>
        <translation>略去了没有任何样本运行到的子图中的 {} 个层</translation>
    </message>
    <!-- core/analysis/effects -->
    <message>
        <source>what layers mean for the output can&apos;t be measured: {}</source>
        <translation>无法测量各层对输出的影响：{}</translation>
    </message>
    <!-- core/analysis/matching -->
    <message>
        <source>{}, line {}: {} is the partner of line {}, which keeps it</source>
        <translation>{}，第 {} 行：{} 是第 {} 行的对应层，以那一行为准</translation>
    </message>
    <!-- core/analysis/tune -->
    <message>
        <source>continuing after {} sets of overrides</source>
        <translation>在 {} 组覆盖设置之后继续</translation>
    </message>
    <message>
        <source>{} of {} samples have no decision, as there is NaN in output {}: they count as wrong</source>
        <translation>{1} 个样本中有 {0} 个没有判定结果，因为输出 {2} 中有 NaN：按错误计</translation>
    </message>
    <!-- core/analysis/badcase -->
    <message>
        <source>continuing after {} samples</source>
        <translation>在 {} 个样本之后继续</translation>
    </message>
    <message>
        <source>the search can&apos;t be continued later: {}</source>
        <translation>此搜索以后无法继续：{}</translation>
    </message>
    <!-- core/analysis/calibrate -->
    <message>
        <source>quantized: {} weights and {} activations</source>
        <translation>已量化：{} 个权重与 {} 个激活值</translation>
    </message>
    <!-- core/analysis/sensitivity -->
    <message>
        <source>continuing after {} samples and {} rows</source>
        <translation>在 {} 个样本和 {} 行之后继续</translation>
    </message>
    <!-- core/analysis/replay -->
    <message>
        <source>{} can&apos;t be replayed: {}</source>
        <translation>{} 无法重放：{}</translation>
    </message>
    <!-- core/analysis/fix -->
    <message>
        <source>continuing after {} layers, {} repairs and {} sets of them</source>
        <translation>在 {} 个层、{} 项修复及 {} 组组合之后继续</translation>
    </message>
    <!-- core/analysis/simulation -->
    <message>
        <source>the quantizers can&apos;t be switched inside the analysis model: {}</source>
        <translation>量化器无法在待分析模型内部开关：{}</translation>
    </message>
    <message>
        <source>the quantizers can&apos;t be switched inside the analysis model either: {}</source>
        <translation>量化器也无法在待分析模型内部开关：{}</translation>
    </message>
    <message>
        <source>fusing: {} normalizations went into the convolutions before them</source>
        <translation>融合：{} 个归一化并入了其前的卷积</translation>
    </message>
    <message>
        <source>correcting biases on {} samples</source>
        <translation>正在 {} 个样本上校正偏置</translation>
    </message>
    <!-- core/analysis/from_model/applied_config -->
    <message>
        <source>{} is {}, the config asks for {}</source>
        <translation>{} 是 {}，配置要求 {}</translation>
    </message>
    <message>
        <source>{}; {} more of its inputs differ, too</source>
        <translation>{}；其另外 {} 个输入也与配置不同</translation>
    </message>
    <message>
        <source>make the model again with this config; where it stays so, the tool chain goes its own way here: look for the layer in what it printed</source>
        <translation>请用此配置重新生成模型；若仍然如此，则工具链在此处自行其是：请在其输出中查找该层</translation>
    </message>
    <message>
        <source>{}: it has no quantizer that matches {}: what the config asks for can&apos;t be looked for</source>
        <translation>{}：其中没有与 {} 匹配的量化器：无法查找配置所要求的内容</translation>
    </message>
    <!-- core/config/dialects/rules, core/report/foreign -->
    <message>
        <source>--allow-unknown-layers goes on without it</source>
        <translation>加上 --allow-unknown-layers 略过它继续</translation>
    </message>
    <message>
        <source>AI Edge Quantizer recipe (JSON)</source>
        <translation>AI Edge Quantizer 的 recipe（JSON）</translation>
    </message>
    <message>
        <source>AI Edge&apos;s recipe</source>
        <translation>AI Edge 的 recipe</translation>
    </message>
    <message>
        <source>AMD Quark configuration (JSON)</source>
        <translation>AMD Quark 配置（JSON）</translation>
    </message>
    <message>
        <source>Ascend&apos;s comparisons (msprobe, msaccucmp)</source>
        <translation>昇腾的比对结果（msprobe、msaccucmp）</translation>
    </message>
    <message>
        <source>AutoRound, GPTQ or AWQ quantization_config (JSON)</source>
        <translation>AutoRound、GPTQ 或 AWQ 的 quantization_config（JSON）</translation>
    </message>
    <message>
        <source>ExecuTorch&apos;s numeric gap</source>
        <translation>ExecuTorch 的数值差距</translation>
    </message>
    <message>
        <source>Hailo model script (.alls)</source>
        <translation>Hailo 模型脚本（.alls）</translation>
    </message>
    <message>
        <source>Hailo&apos;s model script</source>
        <translation>Hailo 模型脚本</translation>
    </message>
    <message>
        <source>Intel Neural Compressor configuration (YAML)</source>
        <translation>Intel Neural Compressor 配置（YAML）</translation>
    </message>
    <message>
        <source>Model Compression Toolkit mixed precision (JSON)</source>
        <translation>Model Compression Toolkit 混合精度（JSON）</translation>
    </message>
    <message>
        <source>Model Optimizer hf_quant_config (JSON)</source>
        <translation>Model Optimizer 的 hf_quant_config（JSON）</translation>
    </message>
    <message>
        <source>Model Optimizer&apos;s recipe</source>
        <translation>Model Optimizer 的 recipe</translation>
    </message>
    <message>
        <source>NNCF ignored scopes and widths (JSON)</source>
        <translation>NNCF 忽略范围与位宽（JSON）</translation>
    </message>
    <message>
        <source>NNCF&apos;s configuration</source>
        <translation>NNCF 配置</translation>
    </message>
    <message>
        <source>NVIDIA Model Optimizer recipe (JSON)</source>
        <translation>NVIDIA Model Optimizer 的 recipe（JSON）</translation>
    </message>
    <message>
        <source>NVIDIA Model Optimizer recipe (YAML)</source>
        <translation>NVIDIA Model Optimizer 的 recipe（YAML）</translation>
    </message>
    <message>
        <source>Neural Compressor&apos;s configuration</source>
        <translation>Neural Compressor 配置</translation>
    </message>
    <message>
        <source>ONNX Runtime&apos;s calibration table</source>
        <translation>ONNX Runtime 的校准表</translation>
    </message>
    <message>
        <source>Olive workflow (JSON)</source>
        <translation>Olive 工作流（JSON）</translation>
    </message>
    <message>
        <source>Olive&apos;s workflow</source>
        <translation>Olive 工作流</translation>
    </message>
    <message>
        <source>PPQ&apos;s and ESP-PPQ&apos;s error tables</source>
        <translation>PPQ 与 ESP-PPQ 的误差表</translation>
    </message>
    <message>
        <source>Pulsar2 build configuration (JSON)</source>
        <translation>Pulsar2 编译配置（JSON）</translation>
    </message>
    <message>
        <source>Pulsar2&apos;s configuration</source>
        <translation>Pulsar2 配置</translation>
    </message>
    <message>
        <source>Quark&apos;s configuration</source>
        <translation>Quark 配置</translation>
    </message>
    <message>
        <source>RKNN Toolkit 1 and Acuity hybrid quantization (YAML)</source>
        <translation>RKNN Toolkit 1 与 Acuity 混合量化（YAML）</translation>
    </message>
    <message>
        <source>TensorFlow Lite&apos;s quantization debugger</source>
        <translation>TensorFlow Lite 的量化调试器</translation>
    </message>
    <message>
        <source>TensorQuantOverrides inside of a workflow are kept</source>
        <translation>工作流中的 TensorQuantOverrides 予以保留，不做模拟</translation>
    </message>
    <message>
        <source>TinyNN&apos;s quantization error report</source>
        <translation>TinyNN 的量化误差报告</translation>
    </message>
    <message>
        <source>a channel without weights has none: calibrate again, or leave the layer in float</source>
        <translation>没有权重的通道没有系数：请重新校准，或让该层保持浮点</translation>
    </message>
    <message>
        <source>a factor of {}, expected a number above 0</source>
        <translation>系数为 {}，应为大于 0 的数</translation>
    </message>
    <message>
        <source>a layer in float: the device computes in integers</source>
        <translation>浮点的层：该器件以整数计算</translation>
    </message>
    <message>
        <source>a list of layers</source>
        <translation>层的列表</translation>
    </message>
    <message>
        <source>a part of the network with one end only is kept</source>
        <translation>只有一端的网络部分予以保留，不做模拟</translation>
    </message>
    <message>
        <source>a processor without type</source>
        <translation>处理器缺少 type</translation>
    </message>
    <message>
        <source>a quantized checkpoint&apos;s configuration</source>
        <translation>量化检查点的配置</translation>
    </message>
    <message>
        <source>a rule needs regex, operation and algorithm_key</source>
        <translation>规则需要 regex、operation 和 algorithm_key</translation>
    </message>
    <message>
        <source>a rule of one layer: its quant_cfg is a map, whose order means nothing</source>
        <translation>单层的规则：其 quant_cfg 是映射，顺序没有意义</translation>
    </message>
    <message>
        <source>a width of activations</source>
        <translation>激活的位宽</translation>
    </message>
    <message>
        <source>a width of one layer</source>
        <translation>单层的位宽</translation>
    </message>
    <message>
        <source>activations are quantized as each run has them: simulated as they come</source>
        <translation>激活按每次运行的取值量化：模拟时保持原样</translation>
    </message>
    <message>
        <source>activations are quantized as each sample has them, which is simulated with the ranges of all</source>
        <translation>激活按每个样本的取值量化，模拟时采用全部样本的范围</translation>
    </message>
    <message>
        <source>activations of {} and weights of {} bits</source>
        <translation>{} 位激活与 {} 位权重</translation>
    </message>
    <message>
        <source>add a linear_quant of its own to a group by hand</source>
        <translation>请手工在 group 中为它单独添加 linear_quant</translation>
    </message>
    <message>
        <source>all are simulated with 8 bits: which widths the candidates have stands in the target platform&apos;s capabilities; let MCT export the quantized model, and compare with that</source>
        <translation>全部按 8 位模拟：候选的位宽写在目标平台能力中；请让 MCT 导出量化模型，再与之比较</translation>
    </message>
    <message>
        <source>allowed are FLOAT, W8A8, W8A16, W4A8, W4A16 and their like</source>
        <translation>允许 FLOAT、W8A8、W8A16、W4A8、W4A16 等</translation>
    </message>
    <message>
        <source>allowed are FP8, NVFP4, W4A16_AWQ, W4A8_AWQ, INT8_SQ, MIXED_PRECISION and their like</source>
        <translation>允许 FP8、NVFP4、W4A16_AWQ、W4A8_AWQ、INT8_SQ、MIXED_PRECISION 等</translation>
    </message>
    <message>
        <source>allowed are a width, e4m3, e5m2 and e2m1</source>
        <translation>允许位宽、e4m3、e5m2 和 e2m1</translation>
    </message>
    <message>
        <source>allowed are a8_w8, a8_w4, a16_w16, a16_w8, a16_w4 and their like</source>
        <translation>允许 a8_w8、a8_w4、a16_w16、a16_w8、a16_w4 等</translation>
    </message>
    <message>
        <source>allowed are uint8, int8, fp32, bf16 …</source>
        <translation>允许 uint8、int8、fp32、bf16 等</translation>
    </message>
    <message>
        <source>an entry needs Name, DataType and DataRange</source>
        <translation>条目需要 Name、DataType 和 DataRange</translation>
    </message>
    <message>
        <source>an ignored scope knows what stays in float: skip the layer</source>
        <translation>忽略范围只说明哪些保持浮点：请跳过该层</translation>
    </message>
    <message>
        <source>anything about a layer: no pass of it quantizes</source>
        <translation>关于层的任何内容：其中没有做量化的 pass</translation>
    </message>
    <message>
        <source>anything but 8 bits or float of one layer</source>
        <translation>单层的 8 位或浮点以外的内容</translation>
    </message>
    <message>
        <source>anything but the type of one tensor</source>
        <translation>单个张量的类型以外的内容</translation>
    </message>
    <message>
        <source>anything but the width of one layer&apos;s weights</source>
        <translation>单层权重位宽以外的内容</translation>
    </message>
    <message>
        <source>anything but widths of one layer</source>
        <translation>单层位宽以外的内容</translation>
    </message>
    <message>
        <source>asymmetric_affine-u8, dynamic_fixed_point-i8, dynamic_fixed_point-i16, float32 …</source>
        <translation>asymmetric_affine-u8、dynamic_fixed_point-i8、dynamic_fixed_point-i16、float32 等</translation>
    </message>
    <message>
        <source>cfg is of another file, which is not read</source>
        <translation>cfg 来自另一个文件，该文件不读取</translation>
    </message>
    <message>
        <source>choose 16 bits</source>
        <translation>请选择 16 位</translation>
    </message>
    <message>
        <source>choose 4 or 8</source>
        <translation>请选择 4 或 8</translation>
    </message>
    <message>
        <source>choose 8, or skip the layer</source>
        <translation>请选择 8，或跳过该层</translation>
    </message>
    <message>
        <source>choose activations of 8 or 16</source>
        <translation>请选择 8 或 16 位激活</translation>
    </message>
    <message>
        <source>choose activations of 8 or 16 bits</source>
        <translation>请选择 8 或 16 位的激活</translation>
    </message>
    <message>
        <source>choose activations of 8 or 16, and weights of 4 or 8</source>
        <translation>请选择 8 或 16 位激活、4 或 8 位权重</translation>
    </message>
    <message>
        <source>choose widths of 4, 8 or 16</source>
        <translation>请选择 4、8 或 16 的位宽</translation>
    </message>
    <message>
        <source>config convert --help lists what is written</source>
        <translation>config convert --help 列出可写出的方言</translation>
    </message>
    <message>
        <source>coremltools optimization configuration (YAML)</source>
        <translation>coremltools 优化配置（YAML）</translation>
    </message>
    <message>
        <source>coremltools&apos; configuration</source>
        <translation>coremltools 配置</translation>
    </message>
    <message>
        <source>dtype is {}</source>
        <translation>dtype 为 {}</translation>
    </message>
    <message>
        <source>dynamic, which overrides layers by expression, is kept</source>
        <translation>按表达式覆盖层的 dynamic 予以保留，不做模拟</translation>
    </message>
    <message>
        <source>exclude is no list</source>
        <translation>exclude 不是列表</translation>
    </message>
    <message>
        <source>expected Min and Max, numbers in this order that are not both 0</source>
        <translation>应为 Min 与 Max：按此顺序且不同时为 0 的数</translation>
    </message>
    <message>
        <source>expected a command, found {}</source>
        <translation>应为命令，实为 {}</translation>
    </message>
    <message>
        <source>expected a list of names</source>
        <translation>应为名称列表</translation>
    </message>
    <message>
        <source>expected a map with layer_names or op_types</source>
        <translation>应为带有 layer_names 或 op_types 的映射</translation>
    </message>
    <message>
        <source>expected a map with {}</source>
        <translation>应为带有 {} 的映射</translation>
    </message>
    <message>
        <source>expected a map, or null</source>
        <translation>应为映射或 null</translation>
    </message>
    <message>
        <source>expected a name</source>
        <translation>应为名称</translation>
    </message>
    <message>
        <source>expected a name and numbers, found {}</source>
        <translation>应为名称与数字，实为 {}</translation>
    </message>
    <message>
        <source>expected a name, found {}</source>
        <translation>应为名称，实为 {}</translation>
    </message>
    <message>
        <source>expected a name, or where a part begins and ends</source>
        <translation>应为名称，或一部分网络的起点与终点</translation>
    </message>
    <message>
        <source>expected inputs and outputs of a subgraph</source>
        <translation>应为子图的输入与输出</translation>
    </message>
    <message>
        <source>float16, int8, int16 …</source>
        <translation>float16、int8、int16 等</translation>
    </message>
    <message>
        <source>give the workflow with OnnxStaticQuantization or its like</source>
        <translation>请给出含有 OnnxStaticQuantization 等的工作流</translation>
    </message>
    <message>
        <source>give them as a file of their own: {&quot;TensorQuantOverrides&quot;: …}</source>
        <translation>请把它们作为单独的文件给出：{&quot;TensorQuantOverrides&quot;: …}</translation>
    </message>
    <message>
        <source>how a layer is quantized</source>
        <translation>层如何量化</translation>
    </message>
    <message>
        <source>how a layer is quantized without its scales</source>
        <translation>没有量化系数时层如何量化</translation>
    </message>
    <message>
        <source>how one layer is quantized</source>
        <translation>单层如何量化</translation>
    </message>
    <message>
        <source>how one layer is stored</source>
        <translation>单层如何存储</translation>
    </message>
    <message>
        <source>is_dynamic: each run has a range of its own, which is simulated with one for all</source>
        <translation>is_dynamic：每次运行有各自的范围，模拟时共用一个</translation>
    </message>
    <message>
        <source>it knows which ones stay in float: skip the layer</source>
        <translation>它只说明哪些保持浮点：请跳过该层</translation>
    </message>
    <message>
        <source>keys are outputs of layers: info --json lists them; names that the toolkit made itself, like &quot;output0-rs&quot;, are not of this model</source>
        <translation>键是层的输出：info --json 会列出；工具包自己产生的名称（如 &quot;output0-rs&quot;）不属于此模型</translation>
    </message>
    <message>
        <source>layers are called as in the .param file: give the network that it was made from, or rename them</source>
        <translation>层名与 .param 文件一致：请给出它所依据的网络，或改名</translation>
    </message>
    <message>
        <source>layers are called as in the parsed network, which numbers them: hailo har info lists them, and which node of the ONNX file each is</source>
        <translation>层名是解析后网络中的编号名称：hailo har info 会列出它们以及各自对应的 ONNX 节点</translation>
    </message>
    <message>
        <source>let modelopt.recipe.load_config write the resolved recipe</source>
        <translation>请用 modelopt.recipe.load_config 写出展开后的 recipe</translation>
    </message>
    <message>
        <source>list of layers that stay in float (JSON)</source>
        <translation>保持浮点的层的列表（JSON）</translation>
    </message>
    <message>
        <source>list of layers that stay in float (YAML)</source>
        <translation>保持浮点的层的列表（YAML）</translation>
    </message>
    <message>
        <source>list of layers that stay in float (text)</source>
        <translation>保持浮点的层的列表（文本）</translation>
    </message>
    <message>
        <source>msModelSlim one-click quantization (YAML)</source>
        <translation>msModelSlim 一键量化（YAML）</translation>
    </message>
    <message>
        <source>msModelSlim quant_model_description (JSON)</source>
        <translation>msModelSlim 的 quant_model_description（JSON）</translation>
    </message>
    <message>
        <source>msModelSlim&apos;s configuration</source>
        <translation>msModelSlim 配置</translation>
    </message>
    <message>
        <source>name the tensors at both ends</source>
        <translation>请写明两端的张量</translation>
    </message>
    <message>
        <source>names are those of quantize_parameters, without @ and :out0</source>
        <translation>名称取自 quantize_parameters，去掉 @ 与 :out0</translation>
    </message>
    <message>
        <source>names are those of the converted network: coremltools.optimize.coreml.get_weights_metadata lists them</source>
        <translation>名称是转换后网络中的名称：coremltools.optimize.coreml.get_weights_metadata 会列出</translation>
    </message>
    <message>
        <source>ncnn calibration table</source>
        <translation>ncnn 校准表</translation>
    </message>
    <message>
        <source>ncnn leaves such a layer in float, or finds the scale in the model</source>
        <translation>ncnn 让这样的层保持浮点，或从模型中取系数</translation>
    </message>
    <message>
        <source>ncnn&apos;s table</source>
        <translation>ncnn 校准表</translation>
    </message>
    <message>
        <source>nncase quantization scheme (JSON)</source>
        <translation>nncase 量化方案（JSON）</translation>
    </message>
    <message>
        <source>nncase&apos;s quantization scheme</source>
        <translation>nncase 量化方案</translation>
    </message>
    <message>
        <source>no global_config, op_type_configs or op_name_configs</source>
        <translation>没有 global_config、op_type_configs 或 op_name_configs</translation>
    </message>
    <message>
        <source>no global_quant_config with tensors</source>
        <translation>没有含张量的 global_quant_config</translation>
    </message>
    <message>
        <source>no layer of the model makes a value {}</source>
        <translation>模型中没有产生值 {} 的层</translation>
    </message>
    <message>
        <source>no layer of the model matches {}</source>
        <translation>模型中没有与 {} 匹配的层</translation>
    </message>
    <message>
        <source>no line of a tensor in it</source>
        <translation>其中没有张量的行</translation>
    </message>
    <message>
        <source>no line of an operator in it</source>
        <translation>其中没有算子的行</translation>
    </message>
    <message>
        <source>no mixed_precision_cfg</source>
        <translation>没有 mixed_precision_cfg</translation>
    </message>
    <message>
        <source>no pass of the workflow quantizes</source>
        <translation>工作流中没有做量化的 pass</translation>
    </message>
    <message>
        <source>no quant_algo</source>
        <translation>没有 quant_algo</translation>
    </message>
    <message>
        <source>no quantization_config with a known quant_method</source>
        <translation>没有 quant_method 已知的 quantization_config</translation>
    </message>
    <message>
        <source>no range of a tensor in it</source>
        <translation>其中没有张量的范围</translation>
    </message>
    <message>
        <source>num_bits is {}</source>
        <translation>num_bits 为 {}</translation>
    </message>
    <message>
        <source>parent_class is kept: the rule is taken for every class</source>
        <translation>parent_class 予以保留：该规则按适用于所有类处理</translation>
    </message>
    <message>
        <source>per_token: each token has a range of its own, which is simulated with one for all</source>
        <translation>per_token：每个 token 有各自的范围，模拟时共用一个</translation>
    </message>
    <message>
        <source>precision_mode is {}</source>
        <translation>precision_mode 为 {}</translation>
    </message>
    <message>
        <source>quant_algo is {}</source>
        <translation>quant_algo 为 {}</translation>
    </message>
    <message>
        <source>skip the layer</source>
        <translation>请跳过该层</translation>
    </message>
    <message>
        <source>skip the layer, or convert to onnxruntime-json</source>
        <translation>请跳过该层，或转换为 onnxruntime-json</translation>
    </message>
    <message>
        <source>skip the layer, so that it stays in float</source>
        <translation>请跳过该层，使其保持浮点</translation>
    </message>
    <message>
        <source>take the file that nncase wrote</source>
        <translation>请使用 nncase 写出的文件</translation>
    </message>
    <message>
        <source>take the table that ncnn2table wrote</source>
        <translation>请使用 ncnn2table 写出的表</translation>
    </message>
    <message>
        <source>tensors are called as nncase calls them after its own passes: it writes them with quant_scheme of the same version</source>
        <translation>张量名是 nncase 自身优化之后的名称：由同一版本的 quant_scheme 写出</translation>
    </message>
    <message>
        <source>the model has no node {}: it is taken by its whole name, and excludes or changes nothing</source>
        <translation>模型没有节点 {}：名称按全名比较，它不排除也不改变任何内容</translation>
    </message>
    <message>
        <source>the model has no tensor {}</source>
        <translation>模型没有张量 {}</translation>
    </message>
    <message>
        <source>the name {}</source>
        <translation>名称 {}</translation>
    </message>
    <message>
        <source>the name {}, which is a pattern there</source>
        <translation>名称 {}，它在那里是表达式</translation>
    </message>
    <message>
        <source>the name {}, which is an expression there</source>
        <translation>名称 {}，它在那里是正则表达式</translation>
    </message>
    <message>
        <source>the precision {}</source>
        <translation>精度 {}</translation>
    </message>
    <message>
        <source>the scales that a layer had</source>
        <translation>层原有的系数</translation>
    </message>
    <message>
        <source>the width of one layer here</source>
        <translation>此处单层的位宽</translation>
    </message>
    <message>
        <source>these configs are about weights</source>
        <translation>这类配置只涉及权重</translation>
    </message>
    <message>
        <source>type {} of {}</source>
        <translation>{1} 的类型 {0}</translation>
    </message>
    <message>
        <source>type {}, allowed is {}</source>
        <translation>类型 {}，允许 {}</translation>
    </message>
    <message>
        <source>weight_threshold is kept: small weights are quantized too</source>
        <translation>weight_threshold 予以保留：小的权重也会量化</translation>
    </message>
    <message>
        <source>what a tensor was before</source>
        <translation>张量原来的状态</translation>
    </message>
    <message>
        <source>write int8, uint8, int16, float32 and their like</source>
        <translation>请写 int8、uint8、int16、float32 等</translation>
    </message>
    <message>
        <source>write it without looking ahead or back, or name the layers</source>
        <translation>请改写为不含前后断言的形式，或写明层名</translation>
    </message>
    <message>
        <source>write one name a line</source>
        <translation>请每行写一个名称</translation>
    </message>
    <message>
        <source>write quant_cfg as a list</source>
        <translation>请把 quant_cfg 写成列表</translation>
    </message>
    <message>
        <source>write {}</source>
        <translation>请写 {}</translation>
    </message>
    <message>
        <source>{} can only be read</source>
        <translation>{} 只能读取</translation>
    </message>
    <message>
        <source>{} has no line of its {}</source>
        <translation>{} 没有其{}的行</translation>
    </message>
    <message>
        <source>{} is kept</source>
        <translation>{} 予以保留，不做模拟</translation>
    </message>
    <message>
        <source>{} is kept, not simulated</source>
        <translation>{} 予以保留，未模拟</translation>
    </message>
    <message>
        <source>{} is kept: palettes and sparse weights are not simulated</source>
        <translation>{} 予以保留：调色板与稀疏权重不做模拟</translation>
    </message>
    <message>
        <source>{} is kept: products of activations are not told apart</source>
        <translation>{} 予以保留：激活之间的乘积不作区分</translation>
    </message>
    <message>
        <source>{} is kept: weights are numbered constants of nncase</source>
        <translation>{} 予以保留：权重是 nncase 的编号常量</translation>
    </message>
    <message>
        <source>{} is kept: what it changes in weights and ranges is not done here</source>
        <translation>{} 予以保留：它对权重与范围的改动在此不做</translation>
    </message>
    <message>
        <source>{} is no candidate&apos;s number</source>
        <translation>{} 不是候选的序号</translation>
    </message>
    <message>
        <source>{} is no regular expression that can be followed here: see character {}</source>
        <translation>{} 不是此处能处理的正则表达式：见第 {} 个字符</translation>
    </message>
    <message>
        <source>{} is of another file, which is not read</source>
        <translation>{} 来自另一个文件，该文件不读取</translation>
    </message>
    <message>
        <source>{} is the name of a node: the tool knows a layer by the value that it makes, {}</source>
        <translation>{} 是节点的名称：该工具按层产生的值 {} 来认层</translation>
    </message>
    <message>
        <source>{} is {}, which is no type of numbers</source>
        <translation>{} 为 {}，这不是数值类型</translation>
    </message>
    <message>
        <source>{} of {} configurable layers take a narrower candidate than their first: {}</source>
        <translation>{1} 个可配置层中有 {0} 个取了比首个更窄的候选：{2}</translation>
    </message>
    <message>
        <source>{} says nothing of a scale</source>
        <translation>{} 没有写明系数</translation>
    </message>
    <message>
        <source>{}, the first of {} entries that the model has nothing for</source>
        <translation>{}；这是模型中没有对应内容的 {} 个条目中的第一个</translation>
    </message>
    <message>
        <source>compressed-tensors&apos; configuration</source>
        <translation>compressed-tensors 配置</translation>
    </message>
    <message>
        <source>compressed-tensors quantization_config (JSON)</source>
        <translation>compressed-tensors 的 quantization_config（JSON）</translation>
    </message>
    <message>
        <source>dynamic: each run has a range of its own, which is simulated with one for all</source>
        <translation>dynamic：每次运行有各自的范围，模拟时共用一个</translation>
    </message>
    <message>
        <source>no config_groups with targets and weights</source>
        <translation>没有含 targets 与 weights 的 config_groups</translation>
    </message>
    <message>
        <source>skip the layer, or write a group for it by hand</source>
        <translation>请跳过该层，或手工为它写一个组</translation>
    </message>
    <message>
        <source>Olive workflow (YAML)</source>
        <translation>Olive 工作流（YAML）</translation>
    </message>
    <message>
        <source>Pulsar2 build configuration (YAML)</source>
        <translation>Pulsar2 编译配置（YAML）</translation>
    </message>
    <!-- core/report/exports -->
    <message>
        <source>node data for Model Explorer, a file for each model and metric</source>
        <translation>Model Explorer 的节点数据，每个模型和指标一个文件</translation>
    </message>
    <message>
        <source>one JSON document keyed by tensor</source>
        <translation>以张量为键的一个 JSON 文档</translation>
    </message>
    <message>
        <source>one table keyed by tensor</source>
        <translation>以张量为键的一个表格</translation>
    </message>
    <message>
        <source>the charts of the page, an SVG file for each</source>
        <translation>页面中的图，每个一个 SVG 文件</translation>
    </message>
    <!-- app/cli/commands/report_command -->
    <message>
        <source>{}: nothing in these results can be written so</source>
        <translation>{}：这些结果中没有可以这样写出的内容</translation>
    </message>
    <message>
        <source>give it the document of compare, which has numbers for each layer and tensor</source>
        <translation>请给出 compare 的文档，其中有每层和每个张量的数</translation>
    </message>
    <!-- core/data/weights/core_ml -->
    <message>
        <source>a message in the file breaks off or isn&apos;t one</source>
        <translation>文件中的一条消息中断或不成其为消息</translation>
    </message>
    <message>
        <source>its entry at byte {} lies outside the weight file of {}</source>
        <translation>其第 {} 字节处的条目位于 {} 字节的权重文件之外</translation>
    </message>
    <message>
        <source>byte {} of the weight file begins no entry</source>
        <translation>权重文件的第 {} 字节不是条目的开头</translation>
    </message>
    <message>
        <source>its {} bytes from {} on lie outside the weight file of {}</source>
        <translation>其自 {1} 起的 {0} 字节位于 {2} 字节的权重文件之外</translation>
    </message>
    <message>
        <source>the package may be incomplete or damaged: save it again</source>
        <translation>模型包可能不完整或已损坏：请重新保存</translation>
    </message>
    <message>
        <source>a dimension has size {}</source>
        <translation>某个维度的大小为 {}</translation>
    </message>
    <message>
        <source>the program names weight file {}, which lies outside the package</source>
        <translation>程序所指的权重文件 {} 位于模型包之外</translation>
    </message>
    <message>
        <source>its elements in the weight file are of type {}</source>
        <translation>其元素在权重文件中的类型为 {}</translation>
    </message>
    <message>
        <source>the package may be newer than this program</source>
        <translation>模型包可能比本程序新</translation>
    </message>
    <message>
        <source>it has {} elements of {} bits, and {} bytes of them</source>
        <translation>它有 {} 个 {} 位的元素，而只有 {} 字节</translation>
    </message>
    <message>
        <source>parameter {} is missing</source>
        <translation>缺少参数 {}</translation>
    </message>
    <message>
        <source>the package may be damaged: save it again</source>
        <translation>模型包可能已损坏：请重新保存</translation>
    </message>
    <message>
        <source>shapes {} and {} differ in rank</source>
        <translation>形状 {} 与 {} 的秩不同</translation>
    </message>
    <message>
        <source>{} blocks don&apos;t divide shape {}</source>
        <translation>{} 个块不能整除形状 {}</translation>
    </message>
    <message>
        <source>{} scales along axis {} of shape {}</source>
        <translation>{0} 个量化系数沿形状 {2} 的第 {1} 轴</translation>
    </message>
    <message>
        <source>offsets of shape {} for scales of {}</source>
        <translation>偏移的形状为 {}，而量化系数为 {}</translation>
    </message>
    <message>
        <source>{} bytes of indices into {} numbers, for shape {}</source>
        <translation>{} 字节的索引指向 {} 个数，形状为 {}</translation>
    </message>
    <message>
        <source>index {} of a palette of {}</source>
        <translation>索引 {} 超出 {} 个数的调色板</translation>
    </message>
    <message>
        <source>a palette of shape {} for indices of {}</source>
        <translation>调色板的形状为 {}，而索引为 {}</translation>
    </message>
    <message>
        <source>the manifest is damaged: save it again</source>
        <translation>清单已损坏：请重新保存</translation>
    </message>
    <message>
        <source>the manifest names {}, which lies outside the package</source>
        <translation>清单所指的 {} 位于模型包之外</translation>
    </message>
    <message>
        <source>save the package again</source>
        <translation>请重新保存模型包</translation>
    </message>
    <message>
        <source>{} weights are left out, as they are computed by {}</source>
        <translation>{} 个权重被略去，因为它们由 {} 计算</translation>
    </message>
    <message>
        <source>the program&apos;s blocks are nested too deeply</source>
        <translation>程序的块嵌套过深</translation>
    </message>
    <message>
        <source>constant {}</source>
        <translation>常量 {}</translation>
    </message>
    <message>
        <source>this Core ML package holds no ML program</source>
        <translation>此 Core ML 包中没有 ML program</translation>
    </message>
    <message>
        <source>convert the model with convert_to=&quot;mlprogram&quot;, or read the model that it was converted from</source>
        <translation>请以 convert_to=&quot;mlprogram&quot; 转换模型，或读取转换前的模型</translation>
    </message>
    <!-- core/data/weights/executorch -->
    <message>
        <source>an instruction calls operator {} of {}</source>
        <translation>一条指令调用第 {} 个算子，而共有 {} 个</translation>
    </message>
    <message>
        <source>segment {} of {} is asked for</source>
        <translation>要读取第 {} 个段，而共有 {} 个</translation>
    </message>
    <message>
        <source>segment {} lies outside the file</source>
        <translation>第 {} 个段位于文件之外</translation>
    </message>
    <message>
        <source>constant {} of {} is asked for</source>
        <translation>要读取第 {} 个常量，而共有 {} 个</translation>
    </message>
    <message>
        <source>trained tensors {} of {} are asked for</source>
        <translation>要读取第 {} 组可训练张量，而共有 {} 组</translation>
    </message>
    <message>
        <source>constant {} of {} lies outside its segment</source>
        <translation>第 {} 个常量（共 {} 个）位于其段之外</translation>
    </message>
    <message>
        <source>constant {} has {} bytes, expected {}</source>
        <translation>常量 {} 有 {} 字节，应有 {}</translation>
    </message>
    <message>
        <source>its elements are of ExecuTorch&apos;s type {}</source>
        <translation>其元素为 ExecuTorch 的类型 {}</translation>
    </message>
    <message>
        <source>a constant&apos;s order of axes isn&apos;t one</source>
        <translation>常量的轴顺序不成立</translation>
    </message>
    <message>
        <source>value {}</source>
        <translation>值 {}</translation>
    </message>
    <!-- core/import/foreign -->
    <message>
        <source>info and weights read its weights; for the rest read the model that it was converted from, or compare a folder of tensors that the device gave</source>
        <translation>info 和 weights 可读取其权重；其余请读取转换前的模型，或比较设备给出的张量文件夹</translation>
    </message>
    <message>
        <source>this is {}, whose network is not read here</source>
        <translation>这是{}，此处不读取其网络</translation>
    </message>
    <!-- core/report/foreign/nncf_statistics -->
    <message>
        <source>NNCF&apos;s statistics</source>
        <translation>NNCF 的统计</translation>
    </message>
    <message>
        <source>{} breaks off or is no safetensors file</source>
        <translation>{} 中断或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>collect the statistics again</source>
        <translation>请重新收集统计</translation>
    </message>
    <message>
        <source>it maps no files to statistics</source>
        <translation>其中没有文件与统计的对应</translation>
    </message>
    <message>
        <source>it maps {}, which is no file beside it</source>
        <translation>其中对应的 {} 不是旁边的文件</translation>
    </message>
    <message>
        <source>none of its statistics is a range of values</source>
        <translation>其中没有值的范围</translation>
    </message>
    <message>
        <source>collect those of nncf.quantize; weight compression keeps other ones</source>
        <translation>请收集 nncf.quantize 的统计；权重压缩保存的是其他统计</translation>
    </message>
    <message>
        <source>{}: {} statistics hold no range and are left out</source>
        <translation>{}：{} 个统计没有范围，已略去</translation>
    </message>
    <!-- core/ops/kernels -->
    <message>
        <source>{} has {} blocks along axis {}, expected {} of {} elements</source>
        <translation>{0} 沿轴 {2} 有 {1} 块，应为 {3} 块，每块 {4} 个元素</translation>
    </message>
    <message>
        <source>input 0 (data) has no rows</source>
        <translation>输入 0（data）没有行</translation>
    </message>
    <message>
        <source>input 3 (zero_points) is given, which floats don&apos;t have</source>
        <translation>给出了输入 3（zero_points），而浮点类型没有零点</translation>
    </message>
    <message>
        <source>attributes K, {} and block_size are {}, {} and {}</source>
        <translation>属性 K、{} 和 block_size 为 {}、{} 和 {}</translation>
    </message>
    <message>
        <source>attribute activation is "{}", expected "silu"</source>
        <translation>属性 activation 为“{}”，应为“silu”</translation>
    </message>
    <message>
        <source>input 1 (skip) is given without input 2 (norm_scale)</source>
        <translation>给出了输入 1（skip），但没有输入 2（norm_scale）</translation>
    </message>
    <message>
        <source>attribute blk_quant_type is {}, expected 0, 1, 2 or 4</source>
        <translation>属性 blk_quant_type 为 {}，应为 0、1、2 或 4</translation>
    </message>
    <message>
        <source>input 2 (B_shape) doesn't hold the two sizes of a matrix</source>
        <translation>输入 2（B_shape）不是一个矩阵的两个尺寸</translation>
    </message>
    <message>
        <source>attribute activation_type is "{}", expected relu, gelu, silu, swiglu or identity</source>
        <translation>属性 activation_type 为“{}”，应为 relu、gelu、silu、swiglu 或 identity</translation>
    </message>
    <message>
        <source>attribute swiglu_fusion is {}, expected 0, 1 or 2</source>
        <translation>属性 swiglu_fusion 为 {}，应为 0、1 或 2</translation>
    </message>
    <message>
        <source>attribute quant_type is "{}": only integers ("int") are supported</source>
        <translation>属性 quant_type 为“{}”：只支持整数（“int”）</translation>
    </message>
    <message>
        <source>attribute expert_weight_bits is {}, expected 2, 4 or 8</source>
        <translation>属性 expert_weight_bits 为 {}，应为 2、4 或 8</translation>
    </message>
    <message>
        <source>attribute k is {}, expected 1 or more</source>
        <translation>属性 k 为 {}，应不小于 1</translation>
    </message>
    <message>
        <source>{} has shape {} for each expert, expected {}x{}</source>
        <translation>每个专家的 {} 形状为 {}，应为 {}x{}</translation>
    </message>
    <message>
        <source>input {} ({}_experts_weights) multiplies rows of {}, found {}</source>
        <translation>输入 {}（{}_experts_weights）与长度为 {} 的行相乘，实际为 {}</translation>
    </message>
    <message>
        <source>input {} ({}_experts_weights) has {} rows, expected an even number</source>
        <translation>输入 {}（{}_experts_weights）有 {} 行，应为偶数</translation>
    </message>
    <message>
        <source>input {} ({}_experts_bias), of each expert,</source>
        <translation>每个专家的输入 {}（{}_experts_bias）</translation>
    </message>
    <message>
        <source>input 1 (router_probs) has shape {}, expected {} rows of {} experts or more</source>
        <translation>输入 1（router_probs）的形状为 {}，应为 {} 行，每行不少于 {} 个专家</translation>
    </message>
    <message>
        <source>input {} (fc3_experts_weights) is given, which only swiglu with swiglu_fusion 0 reads</source>
        <translation>给出了输入 {}（fc3_experts_weights），只有 swiglu_fusion 为 0 的 swiglu 才读取它</translation>
    </message>
    <message>
        <source>input {} is given, a scale that weights of quant_type "int" don't have</source>
        <translation>给出了输入 {}，这是 quant_type 为“int”的权重没有的量化系数</translation>
    </message>
    <message>
        <source>input 0 (input) has rank {}, expected 2 or 3</source>
        <translation>输入 0（input）的秩为 {}，应为 2 或 3</translation>
    </message>
    <message>
        <source>the experts give rows of {}, expected {}</source>
        <translation>专家给出长度为 {} 的行，应为 {}</translation>
    </message>
    <message>
        <source>input {} ({}_experts_weights)</source>
        <translation>输入 {}（{}_experts_weights）</translation>
    </message>
    <message>
        <source>input {} ({}_scales)</source>
        <translation>输入 {}（{}_scales）</translation>
    </message>
    <message>
        <source>input {} ({}_zero_points)</source>
        <translation>输入 {}（{}_zero_points）</translation>
    </message>
    <message>
        <source>how RKNN's toolkit fits the scales of activations, Concat and average pooling to those around them isn't public (its log names adjust_tanh_sigmoid, adjust_relu and adjust_no_change_node) and isn't simulated</source>
        <translation>RKNN 工具链如何使激活函数、Concat 和平均池化的量化系数与周围一致，没有公开资料（其日志提到 adjust_tanh_sigmoid、adjust_relu 和 adjust_no_change_node），因此不模拟</translation>
    </message>
    <message>
        <source>how Acuity fits the scales of activations other than Relu to those around them isn't public and isn't simulated</source>
        <translation>Acuity 如何使 Relu 以外的激活函数的量化系数与周围一致，没有公开资料，因此不模拟</translation>
    </message>
    <message>
        <source>keep the quantize_parameters that hybrid_quantization_step1 wrote: they are followed as they stand</source>
        <translation>保留 hybrid_quantization_step1 写出的 quantize_parameters：会按原样执行</translation>
    </message>
    <message>
        <source>{}: such layers have scales of their own here; with the network named by --model they are listed</source>
        <translation>{}：这些层在此使用自己的量化系数；用 --model 指定网络即可列出</translation>
    </message>
    <message>
        <source>{}: each of these has a scale of its own here: {}</source>
        <translation>{}：以下各层在此使用自己的量化系数：{}</translation>
    </message>
    <message>
        <source>a palette of {} numbers an entry, and no vector_axis among the {} axes</source>
        <translation>调色板每个条目有 {} 个数，而 {} 个轴中没有 vector_axis</translation>
    </message>
    <message>
        <source>{} bytes of a mask for shape {}</source>
        <translation>掩码有 {} 个字节，形状为 {}</translation>
    </message>
    <message>
        <source>a mask of {} elements for {} numbers</source>
        <translation>掩码有 {} 个元素，对应 {} 个数</translation>
    </message>
    <message>
        <source>it has {} bytes, expected {}</source>
        <translation>它有 {} 个字节，应为 {}</translation>
    </message>
    <message>
        <source>it has no header that says where its segments begin</source>
        <translation>它没有说明各段从何处开始的文件头</translation>
    </message>
    <message>
        <source>{}: {} entries are in a backend's own form and are not read: compare the weights of the model that was exported, its .pt2 or state dict</source>
        <translation>{}：{} 个条目采用后端自己的格式，不读取：请比较导出前模型的权重，即其 .pt2 或状态字典</translation>
    </message>
    <message>
        <source>{}: weights of the parts that were compiled for {} are in that backend's own form and are not read: compare the weights of the model that was exported, its .pt2 or state dict</source>
        <translation>{}：为 {} 编译的部分的权重采用该后端自己的格式，不读取：请比较导出前模型的权重，即其 .pt2 或状态字典</translation>
    </message>
    <message>
        <source>{}: {} weights, the first {}, lie in another file and are not read: give that .ptd file, too, by itself</source>
        <translation>{}：{} 个权重（首先是 {}）位于另一个文件中，不读取：请另外单独给出那个 .ptd 文件</translation>
    </message>
    <message>
        <source>a file of ExecuTorch's tensors</source>
        <translation>ExecuTorch 的张量文件</translation>
    </message>
    <message>
        <source>input 1 (router_probs)</source>
        <translation>输入 1（router_probs）</translation>
    </message>
    <message>
        <source>input 14 (router_weights)</source>
        <translation>输入 14（router_weights）</translation>
    </message>
    <message>
        <source>input 2 (B_shape)</source>
        <translation>输入 2（B_shape）</translation>
    </message>
    <message>
        <source>input 2 (norm_scale)</source>
        <translation>输入 2（norm_scale）</translation>
    </message>
    <message>
        <source>its fake quantizer is switched off while others are on: what it quantizes is computed in float.</source>
        <translation>它的伪量化器关闭，而其他的打开：它所量化的内容以浮点计算。</translation>
    </message>
    <message>
        <source>Switch it on before the model is saved (torch.ao.quantization.enable_fake_quant), unless it was left out on purpose.</source>
        <translation>请在保存模型前打开它（torch.ao.quantization.enable_fake_quant），除非是有意关闭。</translation>
    </message>
    <!-- core/report/overview/edit_words -->
    <message>
        <source>Typing</source>
        <translation>键入</translation>
    </message>
    <message>
        <source>as saved</source>
        <translation>与已保存的一致</translation>
    </message>
    <message>
        <source>Calibrate the config anew</source>
        <translation>重新校准配置</translation>
    </message>
    <message>
        <source>Repair the config</source>
        <translation>修复配置</translation>
    </message>
    <message>
        <source>All that the search found</source>
        <translation>搜索找到的全部修复</translation>
    </message>
    <message>
        <source>The overrides that tune found</source>
        <translation>调优找到的覆盖设置</translation>
    </message>
    <message>
        <source>Restore unsaved edits</source>
        <translation>恢复未保存的编辑</translation>
    </message>
    <message>
        <source>Set {} to int16</source>
        <translation>将 {} 设为 int16</translation>
    </message>
    <message>
        <source>A scale per channel for the weight of {}</source>
        <translation>{} 的权重逐通道量化系数</translation>
    </message>
    <message>
        <source>More bits for the weight of {}</source>
        <translation>{} 的权重增加位数</translation>
    </message>
    <message>
        <source>Range of least error for {}</source>
        <translation>{} 取误差最小的范围</translation>
    </message>
    <message>
        <source>Fix the range of {}</source>
        <translation>固定 {} 的范围</translation>
    </message>
    <message>
        <source>Skip scope {}</source>
        <translation>跳过作用域 {}</translation>
    </message>
    <message>
        <source>Skip {}</source>
        <translation>跳过 {}</translation>
    </message>
    <message>
        <source>Restore trial {}</source>
        <translation>恢复第 {} 次试运行</translation>
    </message>
    <message>
        <source>Restore {}</source>
        <translation>还原 {}</translation>
    </message>
    <message>
        <source>Change {}</source>
        <translation>修改 {}</translation>
    </message>
    <message>
        <source>Take overrides: {}</source>
        <translation>采用覆盖设置：{} 项</translation>
    </message>
    <message>
        <source>Reload {}</source>
        <translation>重新加载 {}</translation>
    </message>
</context>
</TS>
