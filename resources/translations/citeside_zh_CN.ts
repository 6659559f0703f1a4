<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
  <context>
    <name>Actions</name>
    <message>
      <source>Add a folder</source>
      <translation>添加文件夹</translation>
    </message>
    <message>
      <source>Ask</source>
      <translation>提问</translation>
    </message>
    <message>
      <source>Back to the place before</source>
      <translation>回到上一处</translation>
    </message>
    <message>
      <source>Close Citeside</source>
      <translation>退出 Citeside</translation>
    </message>
    <message>
      <source>Find in the document</source>
      <translation>在文档中查找</translation>
    </message>
    <message>
      <source>Forward again</source>
      <translation>再次前进</translation>
    </message>
    <message>
      <source>Go to the question</source>
      <translation>转到问题栏</translation>
    </message>
    <message>
      <source>Handbook</source>
      <translation>手册</translation>
    </message>
    <message>
      <source>Larger text</source>
      <translation>放大文字</translation>
    </message>
    <message>
      <source>Library: folders, files and their state</source>
      <translation>文档库：文件夹、文件及其状态</translation>
    </message>
    <message>
      <source>New conversation</source>
      <translation>新对话</translation>
    </message>
    <message>
      <source>New line</source>
      <translation>换行</translation>
    </message>
    <message>
      <source>Next citation</source>
      <translation>下一处引用</translation>
    </message>
    <message>
      <source>Next colours: system, light, dark, contrast</source>
      <translation>切换配色：系统、浅色、深色、高对比度</translation>
    </message>
    <message>
      <source>Next match, or next citation</source>
      <translation>下一处匹配或引用</translation>
    </message>
    <message>
      <source>Next pane</source>
      <translation>下一个窗格</translation>
    </message>
    <message>
      <source>Normal text size</source>
      <translation>正常文字大小</translation>
    </message>
    <message>
      <source>Open citation 1 to 9</source>
      <translation>打开引用 1 至 9</translation>
    </message>
    <message>
      <source>Open the document in the system's viewer</source>
      <translation>用系统查看器打开文档</translation>
    </message>
    <message>
      <source>Previous citation</source>
      <translation>上一处引用</translation>
    </message>
    <message>
      <source>Previous match, or previous citation</source>
      <translation>上一处匹配或引用</translation>
    </message>
    <message>
      <source>Quality: figures over sets of questions</source>
      <translation>质量：问题集的评测结果</translation>
    </message>
    <message>
      <source>Search only</source>
      <translation>仅搜索</translation>
    </message>
    <message>
      <source>Settings and models</source>
      <translation>设置与模型</translation>
    </message>
    <message>
      <source>Show a page as a picture or as text</source>
      <translation>以图像或文字显示页面</translation>
    </message>
    <message>
      <source>Show or hide the side panel</source>
      <translation>显示或隐藏侧栏</translation>
    </message>
    <message>
      <source>Smaller text</source>
      <translation>缩小文字</translation>
    </message>
    <message>
      <source>Stop, or clear the question</source>
      <translation>停止，或清空问题</translation>
    </message>
    <message>
      <source>Why this answer</source>
      <translation>为何这样回答</translation>
    </message>
    <message>
      <source>Write the conversation to a file</source>
      <translation>将对话写入文件</translation>
    </message>
  </context>
  <context>
    <name>AnswerCard</name>
    <message>
      <source>1 passage</source>
      <translation>1 个段落</translation>
    </message>
    <message>
      <source>1 passage found</source>
      <translation>找到 1 个段落</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>答案</translation>
    </message>
    <message>
      <source>Approved answer</source>
      <translation>已认可的答案</translation>
    </message>
    <message>
      <source>Ask for {0}</source>
      <translation>改问 {0}</translation>
    </message>
    <message>
      <source>Copy with citations</source>
      <translation>连同引用一起复制</translation>
    </message>
    <message>
      <source>Folders are still being read; what has not been read yet was not searched.</source>
      <translation>文件夹仍在读取；尚未读取的内容未被搜索。</translation>
    </message>
    <message>
      <source>In other versions</source>
      <translation>其他版本中的内容</translation>
    </message>
    <message>
      <source>Nearest sections</source>
      <translation>最接近的章节</translation>
    </message>
    <message>
      <source>Nothing found in this scope</source>
      <translation>此范围内没有找到内容</translation>
    </message>
    <message>
      <source>Searching …</source>
      <translation>正在搜索…</translation>
    </message>
    <message>
      <source>Stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>Why this answer</source>
      <translation>为何这样回答</translation>
    </message>
    <message>
      <source>{0} passages</source>
      <translation>{0} 个段落</translation>
    </message>
    <message>
      <source>{0} passages found</source>
      <translation>找到 {0} 个段落</translation>
    </message>
    <message>
      <source>✓ Approved by a person until {0}</source>
      <translation>✓ 已由人认可，有效期至 {0}</translation>
    </message>
    <message>
      <source>✓ Copied</source>
      <translation>✓ 已复制</translation>
    </message>
  </context>
  <context>
    <name>Asking</name>
    <message>
      <source>Nothing has been read yet. Ask again in a moment; the line at the bottom says how far reading is.</source>
      <translation>还没有读取任何内容。请稍后再问；底部一行显示读取进度。</translation>
    </message>
    <message>
      <source>There are no documents yet. Add a folder first.</source>
      <translation>还没有文档。请先添加文件夹。</translation>
    </message>
  </context>
  <context>
    <name>Banner</name>
    <message>
      <source>Close message</source>
      <translation>关闭消息</translation>
    </message>
  </context>
  <context>
    <name>Bridge</name>
    <message>
      <source>Something inside Citeside went wrong. The details are in the log; please report them.</source>
      <translation>Citeside 内部出错。详情见日志，请反馈给我们。</translation>
    </message>
  </context>
  <context>
    <name>Chart</name>
    <message>
      <source>Figures over time</source>
      <translation>历次结果</translation>
    </message>
    <message>
      <source>among the first 8</source>
      <translation>前 8 条之内</translation>
    </message>
    <message>
      <source>right place first</source>
      <translation>首条即正确</translation>
    </message>
  </context>
  <context>
    <name>Conversation</name>
    <message>
      <source>Conversation</source>
      <translation>对话</translation>
    </message>
  </context>
  <context>
    <name>Customs</name>
    <message>
      <source>Models are being checked and copied …</source>
      <translation>正在校验并复制模型…</translation>
    </message>
    <message>
      <source>Saved; it holds after the next start.</source>
      <translation>已保存，下次启动后生效。</translation>
    </message>
    <message>
      <source>The language changes at the next start.</source>
      <translation>语言在下次启动时切换。</translation>
    </message>
    <message>
      <source>{0} files copied, {1} were there already; they are used after the next start.</source>
      <translation>已复制 {0} 个文件，{1} 个原已存在；下次启动后使用。</translation>
    </message>
  </context>
  <context>
    <name>DocumentView</name>
    <message>
      <source>Document</source>
      <translation>文档</translation>
    </message>
    <message>
      <source>Image not shown</source>
      <translation>图片未显示</translation>
    </message>
  </context>
  <context>
    <name>DraftBlock</name>
    <message>
      <source>Draft, not checked</source>
      <translation>草稿，未核对</translation>
    </message>
    <message>
      <source>✎ Draft · being checked …</source>
      <translation>✎ 草稿 · 正在核对…</translation>
    </message>
    <message>
      <source>✎ Draft · not checked yet</source>
      <translation>✎ 草稿 · 尚未核对</translation>
    </message>
    <message>
      <source>✎ Draft · reading the passages …</source>
      <translation>✎ 草稿 · 正在阅读段落…</translation>
    </message>
    <message>
      <source>✎ Draft · stopped, never checked</source>
      <translation>✎ 草稿 · 已停止，未经核对</translation>
    </message>
  </context>
  <context>
    <name>Engine</name>
    <message>
      <source>A document that this answer cites has changed; ask again and approve the new answer.</source>
      <translation>此回答引用的文档已更改；请重新提问并认可新的回答。</translation>
    </message>
    <message>
      <source>A quote that begins in line {0} is never closed; that line was read without quotes. Close it and save the file.</source>
      <translation>第 {0} 行开始的引号没有闭合；该行未按引号读取。请补上引号并保存文件。</translation>
    </message>
    <message>
      <source>Another Citeside is just opening {0}; try again in a moment.</source>
      <translation>另一个 Citeside 正在打开 {0}；请稍后重试。</translation>
    </message>
    <message>
      <source>Another Citeside is reading the index, so that its log could not be emptied; close its window and run `citeside maintain` again.</source>
      <translation>另一个 Citeside 正在读取索引，因此无法清空其日志；请关闭其窗口后再次运行 `citeside maintain`。</translation>
    </message>
    <message>
      <source>Another Citeside, perhaps its window, is synchronising this library; nothing need be done, it reads what changed.</source>
      <translation>另一个 Citeside（也许是它的窗口）正在同步此文档库；无需处理，它会读取更改的内容。</translation>
    </message>
    <message>
      <source>Current documents for {0} say different things; both are shown, and none is chosen.</source>
      <translation>{0} 的现行文档说法不一；两者都已列出，不作取舍。</translation>
    </message>
    <message>
      <source>Drawing the page took too long; its text is shown instead.</source>
      <translation>绘制此页耗时过长，改为显示其文字。</translation>
    </message>
    <message>
      <source>Files of type {0} are not read.</source>
      <translation>不读取 {0} 类型的文件。</translation>
    </message>
    <message>
      <source>Files that end in .{0} are not read.</source>
      <translation>不读取以 .{0} 结尾的文件。</translation>
    </message>
    <message>
      <source>Hidden parts were left out: {0}. Show them in the workbook to have them indexed.</source>
      <translation>已略过隐藏的部分：{0}。请在工作簿中取消隐藏以编入索引。</translation>
    </message>
    <message>
      <source>Install Citeside with its ocr extra, or save the PDF with a text layer.</source>
      <translation>请安装带 ocr 扩展的 Citeside，或将 PDF 另存为带文本层的文件。</translation>
    </message>
    <message>
      <source>Line {0} of {1} is no JSON: {2} at column {3}.</source>
      <translation>{1} 的第 {0} 行不是 JSON：第 {3} 列，{2}。</translation>
    </message>
    <message>
      <source>Line {0} of {1} is no labelled question: it has no {2}.</source>
      <translation>{1} 的第 {0} 行不是带标注的问题：缺少 {2}。</translation>
    </message>
    <message>
      <source>Line {0} of {1} is no labelled question: {2}.</source>
      <translation>{1} 的第 {0} 行不是带标注的问题：{2}。</translation>
    </message>
    <message>
      <source>Nearest is {0} › {1}.</source>
      <translation>最接近的是 {0} › {1}。</translation>
    </message>
    <message>
      <source>Nearest is {0}.</source>
      <translation>最接近的是 {0}。</translation>
    </message>
    <message>
      <source>No document belongs to product {0}; known products: {1}.</source>
      <translation>没有属于产品 {0} 的文档；已知产品：{1}。</translation>
    </message>
    <message>
      <source>No document covers version {0}.</source>
      <translation>没有涵盖版本 {0} 的文档。</translation>
    </message>
    <message>
      <source>No generator model is installed; answers are shown verbatim from the documents.</source>
      <translation>未安装生成模型；回答以文档原文显示。</translation>
    </message>
    <message>
      <source>No page of the PDF holds text; its name and its number of pages can be searched.</source>
      <translation>PDF 的所有页面都没有文字；可按文件名和页数搜索。</translation>
    </message>
    <message>
      <source>No sheet of the workbook holds anything that shows.</source>
      <translation>工作簿中没有任何可显示的工作表。</translation>
    </message>
    <message>
      <source>Nothing in this scope comes close enough to the question.</source>
      <translation>此范围内没有与问题足够接近的内容。</translation>
    </message>
    <message>
      <source>Nothing of what was written could be verified; shown is what stands in the document.</source>
      <translation>所写的内容都无法核实；显示的是文档原文。</translation>
    </message>
    <message>
      <source>Only the file's name and its number of pages can be searched.</source>
      <translation>只能按文件名和页数搜索。</translation>
    </message>
    <message>
      <source>Page {0} holds a picture of text that was recognised by OCR: check what matters.</source>
      <translation>第 {0} 页是图片，其文字由 OCR 识别：重要内容请核对。</translation>
    </message>
    <message>
      <source>Page {0} holds a picture of text.</source>
      <translation>第 {0} 页是文字的图片。</translation>
    </message>
    <message>
      <source>Page {0} holds text that no reader can see (without contrast, tiny, covered or off the page); it was left out.</source>
      <translation>第 {0} 页含有读者看不到的文字（无对比度、极小、被遮盖或在页外）；已略去。</translation>
    </message>
    <message>
      <source>Page {0} unpacks to far more than a page can hold and was left out.</source>
      <translation>第 {0} 页解开后远超一页的内容，已略过。</translation>
    </message>
    <message>
      <source>Pages cannot be drawn now; free some memory and try again.</source>
      <translation>现在无法绘制页面；请释放一些内存后重试。</translation>
    </message>
    <message>
      <source>Pages {0} hold pictures of text that were recognised by OCR: check what matters.</source>
      <translation>第 {0} 页是图片，其文字由 OCR 识别：重要内容请核对。</translation>
    </message>
    <message>
      <source>Pages {0} hold pictures of text.</source>
      <translation>第 {0} 页是文字的图片。</translation>
    </message>
    <message>
      <source>Pages {0} hold text that no reader can see (without contrast, tiny, covered or off the page); it was left out.</source>
      <translation>第 {0} 页含有读者看不到的文字（无对比度、极小、被遮盖或在页外）；已略去。</translation>
    </message>
    <message>
      <source>Pages {0} unpack to far more than a page can hold and were left out.</source>
      <translation>第 {0} 页解开后远超一页的内容，已略过。</translation>
    </message>
    <message>
      <source>Parts of the page are hidden from readers by style; they were left out.</source>
      <translation>页面的部分内容因样式对读者不可见；已略去。</translation>
    </message>
    <message>
      <source>Parts that the document marks as hidden were left out; show them to have them indexed.</source>
      <translation>文档标记为隐藏的部分已被略去；如需索引，请将其显示。</translation>
    </message>
    <message>
      <source>Reading the file took too long and was stopped; split the file or export it again.</source>
      <translation>读取此文件耗时过长，已停止；请拆分文件或重新导出。</translation>
    </message>
    <message>
      <source>Searched all versions of all products.</source>
      <translation>搜索了所有产品的所有版本。</translation>
    </message>
    <message>
      <source>Searched all versions of {0}.</source>
      <translation>搜索了 {0} 的所有版本。</translation>
    </message>
    <message>
      <source>Searched the latest version of all products, as named in the question.</source>
      <translation>按问题所述，搜索了所有产品的最新版本。</translation>
    </message>
    <message>
      <source>Searched the latest version of all products, as none was named.</source>
      <translation>未指明版本，搜索了所有产品的最新版本。</translation>
    </message>
    <message>
      <source>Searched the latest version of {0}, as named in the question.</source>
      <translation>按问题所述，搜索了 {0} 的最新版本。</translation>
    </message>
    <message>
      <source>Searched the latest version of {0}, as none was named.</source>
      <translation>未指明版本，搜索了 {0} 的最新版本。</translation>
    </message>
    <message>
      <source>Searched {0}, as chosen.</source>
      <translation>按您的选择搜索了 {0}。</translation>
    </message>
    <message>
      <source>Searched {0}, as named in the question.</source>
      <translation>按问题所述搜索了 {0}。</translation>
    </message>
    <message>
      <source>Searched {0}, from your profile.</source>
      <translation>按您的设置搜索了 {0}。</translation>
    </message>
    <message>
      <source>Searched {0}, the latest, as none was named.</source>
      <translation>未指明版本，搜索了最新的 {0}。</translation>
    </message>
    <message>
      <source>Shown as it stands in the document; no text was generated.</source>
      <translation>按文档原文显示；没有生成文字。</translation>
    </message>
    <message>
      <source>Some sentences could not be verified in the documents; they are marked.</source>
      <translation>有些句子无法在文档中核实；它们已被标记。</translation>
    </message>
    <message>
      <source>The PDF has no pages that can be read; fetch or export it again.</source>
      <translation>PDF 没有可读取的页面；请重新获取或导出。</translation>
    </message>
    <message>
      <source>The PDF is damaged and cannot be opened; fetch or export it again.</source>
      <translation>PDF 已损坏，无法打开；请重新获取或导出。</translation>
    </message>
    <message>
      <source>The PDF is damaged; what could be recovered was read. Fetch or export it again.</source>
      <translation>PDF 已损坏；已读取可恢复的部分。请重新获取或导出。</translation>
    </message>
    <message>
      <source>The PDF is damaged; what could be recovered was read. Page {0} cannot be read. Fetch or export it again.</source>
      <translation>PDF 已损坏；已读取可恢复的部分。第 {0} 页无法读取。请重新获取或导出。</translation>
    </message>
    <message>
      <source>The PDF is damaged; what could be recovered was read. Pages {0} cannot be read. Fetch or export it again.</source>
      <translation>PDF 已损坏；已读取可恢复的部分。第 {0} 页无法读取。请重新获取或导出。</translation>
    </message>
    <message>
      <source>The PDF is locked with a password; save a copy without one to have it indexed.</source>
      <translation>PDF 受密码保护；请另存一份无密码的副本以编入索引。</translation>
    </message>
    <message>
      <source>The answer depends on the version, and none was named; passages of the latest are listed.</source>
      <translation>答案因版本而异，而问题未指明版本；列出的是最新版本的段落。</translation>
    </message>
    <message>
      <source>The answer is not the same in every version; choose yours.</source>
      <translation>各版本的答案不同；请选择您的版本。</translation>
    </message>
    <message>
      <source>The damaged file is kept as {0}.</source>
      <translation>损坏的文件已保存为 {0}。</translation>
    </message>
    <message>
      <source>The damaged index {0} cannot be kept aside: {1}; move it out of its folder and start again.</source>
      <translation>无法将损坏的索引 {0} 另存一旁：{1}；请将它移出文件夹后重新启动。</translation>
    </message>
    <message>
      <source>The data folder {0} cannot be made: {1}; choose another with --data-dir.</source>
      <translation>无法创建数据文件夹 {0}：{1}；请用 --data-dir 另选一个。</translation>
    </message>
    <message>
      <source>The data folder {0} cannot be written: {1}; check its permissions or choose another with --data-dir.</source>
      <translation>无法写入数据文件夹 {0}：{1}；请检查其权限，或用 --data-dir 另选一个。</translation>
    </message>
    <message>
      <source>The disk failed while using {0}: {1}; check the disk.</source>
      <translation>使用 {0} 时磁盘出错：{1}；请检查磁盘。</translation>
    </message>
    <message>
      <source>The disk that holds {0} is full; free some space, nothing was lost.</source>
      <translation>{0} 所在的磁盘已满；请释放一些空间，没有丢失任何内容。</translation>
    </message>
    <message>
      <source>The document that comes nearest is known by its title only.</source>
      <translation>最接近的文档只有标题可供搜索。</translation>
    </message>
    <message>
      <source>The documents for {0} were searched, and {1}.</source>
      <translation>已搜索 {0} 的文档：{1}。</translation>
    </message>
    <message>
      <source>The documents for {0} were searched; sections were found, but none of them answers the question.</source>
      <translation>已搜索 {0} 的文档；找到了一些章节，但没有一节回答此问题。</translation>
    </message>
    <message>
      <source>The embedder {0} gave a vector without a direction on this machine; import another with `citeside models import FOLDER`.</source>
      <translation>嵌入模型 {0} 在本机给出了没有方向的向量；请在设置中导入另一个模型。</translation>
    </message>
    <message>
      <source>The embedder {0} gives vectors of another shape than the manifest says; import the model again.</source>
      <translation>嵌入模型 {0} 给出的向量与清单不符；请重新导入模型。</translation>
    </message>
    <message>
      <source>The file cannot be read ({0}); see whether it is there and may be read.</source>
      <translation>无法读取文件（{0}）；请查看它是否存在、是否允许读取。</translation>
    </message>
    <message>
      <source>The file cannot be read: {0}.</source>
      <translation>无法读取文件：{0}。</translation>
    </message>
    <message>
      <source>The file has no text of its own; only its name can be found.</source>
      <translation>文件本身没有文字；只能按文件名找到。</translation>
    </message>
    <message>
      <source>The file has no text of its own; only its title and its name can be searched.</source>
      <translation>文件本身没有文字；只能按标题和文件名搜索。</translation>
    </message>
    <message>
      <source>The file has {0} MB; files of this kind are read up to {1} MB. Split it to have it indexed.</source>
      <translation>文件有 {0} MB；此类文件最多读取 {1} MB。请拆分后再编入索引。</translation>
    </message>
    <message>
      <source>The file has {0} bytes, more than the limit.</source>
      <translation>文件有 {0} 字节，超过上限。</translation>
    </message>
    <message>
      <source>The file holds a key or a signature, not a document.</source>
      <translation>文件是密钥或签名，不是文档。</translation>
    </message>
    <message>
      <source>The file holds a picture, a program or other binary data, not text.</source>
      <translation>文件是图片、程序或其他二进制数据，不是文本。</translation>
    </message>
    <message>
      <source>The file holds binary data, not text; it was left out.</source>
      <translation>文件是二进制数据而不是文本；已略过。</translation>
    </message>
    <message>
      <source>The file holds invisible characters that can carry hidden text; they were left out.</source>
      <translation>文件含有可携带隐藏文字的不可见字符；这些字符已略去。</translation>
    </message>
    <message>
      <source>The file is a drawing, which is not read; save it as PDF.</source>
      <translation>该文件是绘图，不支持读取；请另存为 PDF。</translation>
    </message>
    <message>
      <source>The file is a presentation, which is not read; save it as PDF.</source>
      <translation>该文件是演示文稿，不支持读取；请另存为 PDF。</translation>
    </message>
    <message>
      <source>The file is an OpenDocument spreadsheet, which is not read; save it as XLSX or CSV.</source>
      <translation>该文件是 OpenDocument 电子表格，不支持读取；请另存为 XLSX 或 CSV。</translation>
    </message>
    <message>
      <source>The file is an archive or a packed file; unpack it first.</source>
      <translation>文件是归档或压缩文件；请先解压。</translation>
    </message>
    <message>
      <source>The file is an archive or an old office file; save the documents in it as PDF, DOCX or text.</source>
      <translation>文件是归档或旧的办公文件；请将其中的文档另存为 PDF、DOCX 或文本。</translation>
    </message>
    <message>
      <source>The file is an e-book, which is not read; save it as PDF or as web pages.</source>
      <translation>该文件是电子书，不支持读取；请另存为 PDF 或网页。</translation>
    </message>
    <message>
      <source>The file is called a PDF but holds something else; fetch or export it again.</source>
      <translation>文件名为 PDF，内容却不是；请重新获取或导出。</translation>
    </message>
    <message>
      <source>The file is damaged: {0}; fetch or export it again.</source>
      <translation>文件已损坏：{0}；请重新获取或导出。</translation>
    </message>
    <message>
      <source>The file is empty; it is looked at again when it changes.</source>
      <translation>文件是空的；有变化时会再次查看。</translation>
    </message>
    <message>
      <source>The file is empty; nothing can be read from it.</source>
      <translation>文件是空的，没有可读取的内容。</translation>
    </message>
    <message>
      <source>The file is in the old office format under a new name; open it and save it in the new format.</source>
      <translation>文件是旧的办公格式，却用了新的扩展名；请打开并另存为新格式。</translation>
    </message>
    <message>
      <source>The file is not text in any known encoding; save it as UTF-8.</source>
      <translation>文件不是任何已知编码的文本；请另存为 UTF-8。</translation>
    </message>
    <message>
      <source>The file is protected by a password.</source>
      <translation>文件受密码保护。</translation>
    </message>
    <message>
      <source>The file is protected by a password; save a copy without one to have it indexed.</source>
      <translation>文件受密码保护；请另存一份无密码的副本以编入索引。</translation>
    </message>
    <message>
      <source>The file is {0} under another kind's name; rename it.</source>
      <translation>文件是 {0}，却用了另一种类型的名称；请重命名。</translation>
    </message>
    <message>
      <source>The file unpacks to far more data than a document holds and was not read; export it again if you trust it.</source>
      <translation>文件解开后的数据远超一份文档，未读取；如果信任它，请重新导出。</translation>
    </message>
    <message>
      <source>The folder cannot be listed: {0}; what was read of it before stays searchable. Check its permissions.</source>
      <translation>无法列出文件夹：{0}；以前读取的内容仍可搜索。请检查其权限。</translation>
    </message>
    <message>
      <source>The folder cannot be read: {0}.</source>
      <translation>无法读取文件夹：{0}。</translation>
    </message>
    <message>
      <source>The folder was taken out of the library meanwhile; nothing was read of it.</source>
      <translation>此文件夹已从文档库中移除；未读取任何内容。</translation>
    </message>
    <message>
      <source>The folder's name is empty; give a folder that can be read.</source>
      <translation>文件夹名称为空；请给出一个可读取的文件夹。</translation>
    </message>
    <message>
      <source>The generator stopped unexpectedly ({0}); the answer from the documents is not affected, and the next question starts the generator again.</source>
      <translation>生成器意外停止（{0}）；来自文档的回答不受影响，下一个问题会重新启动生成器。</translation>
    </message>
    <message>
      <source>The generator wrote no answer; this passage comes nearest to the question. See for yourself.</source>
      <translation>生成器没有写出回答；这一段与问题最接近，请自行判断。</translation>
    </message>
    <message>
      <source>The index is closed; start Citeside again to search.</source>
      <translation>索引已关闭；请重新启动 Citeside 再搜索。</translation>
    </message>
    <message>
      <source>The index {0} cannot be opened; check the folder and its permissions.</source>
      <translation>无法打开索引 {0}；请检查文件夹及其权限。</translation>
    </message>
    <message>
      <source>The index {0} cannot be read: {1}; check its permissions.</source>
      <translation>无法读取索引 {0}：{1}；请检查其权限。</translation>
    </message>
    <message>
      <source>The index {0} cannot be written; check its permissions, and that its disk is not read-only.</source>
      <translation>无法写入索引 {0}；请检查其权限，以及磁盘是否为只读。</translation>
    </message>
    <message>
      <source>The index {0} is damaged; run `citeside sync`, which keeps the damaged file aside and reads your folders anew.</source>
      <translation>索引 {0} 已损坏；请重新启动 Citeside：损坏的文件会另存一旁，文件夹会重新读取。</translation>
    </message>
    <message>
      <source>The index {0} is in use by another Citeside; try again in a moment.</source>
      <translation>索引 {0} 正被另一个 Citeside 使用；请稍后重试。</translation>
    </message>
    <message>
      <source>The index {0}: no folder is known any more: add yours again.</source>
      <translation>索引{0}：不再知道任何文件夹，请重新添加。</translation>
    </message>
    <message>
      <source>The index {0}: your folder is known and is read anew by the next synchronisation.</source>
      <translation>索引{0}：您的文件夹仍然已知，将在下次同步时重新读取。</translation>
    </message>
    <message>
      <source>The index {0}: your {1} folders are known and are read anew by the next synchronisation.</source>
      <translation>索引{0}：您的 {1} 个文件夹仍然已知，将在下次同步时重新读取。</translation>
    </message>
    <message>
      <source>The list of folders {0} cannot be written: {1}; make room on the disk or check its permissions.</source>
      <translation>无法写入文件夹列表 {0}：{1}；请腾出磁盘空间或检查其权限。</translation>
    </message>
    <message>
      <source>The markup of the page could not be read ({0}); its text is kept as it is written.</source>
      <translation>无法读取页面的标记（{0}）；保留原文。</translation>
    </message>
    <message>
      <source>The message breaks off before its end; what is there was read. Fetch or export it again.</source>
      <translation>邮件在结尾之前中断；已读取现有内容。请重新获取或导出。</translation>
    </message>
    <message>
      <source>The message is packed into itself too often to be read; save the inner message as a file of its own.</source>
      <translation>邮件嵌套层数过多，无法读取；请将内层邮件另存为单独的文件。</translation>
    </message>
    <message>
      <source>The metadata at the top of the page could not be read ({0}); the text was.</source>
      <translation>无法读取页面顶部的元数据（{0}）；正文已读取。</translation>
    </message>
    <message>
      <source>The model could not be computed on this machine ({0}); import another with `citeside models import FOLDER`.</source>
      <translation>模型无法在本机运行（{0}）；请在设置中导入另一个模型。</translation>
    </message>
    <message>
      <source>The model file {0} cannot be loaded ({1}); import the model again.</source>
      <translation>无法加载模型文件 {0}（{1}）；请重新导入模型。</translation>
    </message>
    <message>
      <source>The model manifest gives the file {0} two meanings; reinstall the program.</source>
      <translation>模型清单中文件 {0} 有两种含义；请重新安装程序。</translation>
    </message>
    <message>
      <source>The model manifest names a model twice; reinstall the program.</source>
      <translation>模型清单重复列出了一个模型；请重新安装程序。</translation>
    </message>
    <message>
      <source>The model manifest {0} cannot be read ({1}); reinstall the program.</source>
      <translation>无法读取模型清单 {0}（{1}）；请重新安装程序。</translation>
    </message>
    <message>
      <source>The model {0} is not installed ({1} is missing); bring it with: citeside models import FOLDER.</source>
      <translation>未安装模型 {0}（缺少 {1}）；请在设置中从文件夹导入。</translation>
    </message>
    <message>
      <source>The model {0} names no {1} file; reinstall the program.</source>
      <translation>模型 {0} 没有指明 {1} 文件；请重新安装程序。</translation>
    </message>
    <message>
      <source>The model {0} was not loaded within {1} seconds; search and verbatim answers work.</source>
      <translation>模型 {0} 未能在 {1} 秒内加载；搜索和原文回答可用。</translation>
    </message>
    <message>
      <source>The models could not be copied to {0} ({1}); nothing was imported.</source>
      <translation>无法将模型复制到 {0}（{1}）；未导入任何内容。</translation>
    </message>
    <message>
      <source>The models need {0} MB, but the disk of {1} has only {2} MB to give; free some space and try again.</source>
      <translation>模型需要 {0} MB，但 {1} 所在的磁盘只有 {2} MB 可用；请释放一些空间后重试。</translation>
    </message>
    <message>
      <source>The name ends in .{0}, but the file holds {1}; fetch or export it again.</source>
      <translation>文件名以 .{0} 结尾，内容却是 {1}；请重新获取或导出。</translation>
    </message>
    <message>
      <source>The packed page is cut off; fetch it again.</source>
      <translation>压缩的页面不完整；请重新获取。</translation>
    </message>
    <message>
      <source>The packed page is damaged; fetch it again.</source>
      <translation>压缩的页面已损坏；请重新获取。</translation>
    </message>
    <message>
      <source>The packed page is larger than a text may be; it was not read.</source>
      <translation>压缩的页面解开后超过文本的上限；未读取。</translation>
    </message>
    <message>
      <source>The page could not be drawn; its text is shown instead.</source>
      <translation>无法绘制此页，改为显示其文字。</translation>
    </message>
    <message>
      <source>The page only refers to another page ({0}), which has the text.</source>
      <translation>此页只指向另一页（{0}），正文在那一页。</translation>
    </message>
    <message>
      <source>The parser crashed on this file; it was left out.</source>
      <translation>解析器在此文件上崩溃；此文件已略过。</translation>
    </message>
    <message>
      <source>The parser did not start; free some memory and try again.</source>
      <translation>解析器未能启动；请释放一些内存后重试。</translation>
    </message>
    <message>
      <source>The parser failed on this file; it was left out.</source>
      <translation>解析器处理此文件失败；此文件已略过。</translation>
    </message>
    <message>
      <source>The parser gave an answer that makes no sense; the file was left out.</source>
      <translation>解析器的结果无法理解；此文件已略过。</translation>
    </message>
    <message>
      <source>The question does not say which version it is about.</source>
      <translation>问题没有说明所问的版本。</translation>
    </message>
    <message>
      <source>The question holds no word or code that can be searched for.</source>
      <translation>问题中没有可搜索的词或代码。</translation>
    </message>
    <message>
      <source>The question is empty; type what you want to know.</source>
      <translation>问题是空的；请输入您想知道的内容。</translation>
    </message>
    <message>
      <source>The question leaves out version {0}; name the version that you are on, for example {1}.</source>
      <translation>问题排除了版本 {0}；请说明您使用的版本，例如 {1}。</translation>
    </message>
    <message>
      <source>The question leaves out version {0}; name the version that you are on.</source>
      <translation>问题排除了版本 {0}；请说明您使用的版本。</translation>
    </message>
    <message>
      <source>The question names version {0}; {1} was searched, as chosen.</source>
      <translation>问题中提到版本 {0}；按您的选择搜索了 {1}。</translation>
    </message>
    <message>
      <source>The question set {0} cannot be read: it is not UTF-8 text.</source>
      <translation>无法读取问题集 {0}：它不是 UTF-8 文本。</translation>
    </message>
    <message>
      <source>The question set {0} cannot be read: {1}.</source>
      <translation>无法读取问题集 {0}：{1}。</translation>
    </message>
    <message>
      <source>The question set {0} holds no question.</source>
      <translation>问题集 {0} 中没有问题。</translation>
    </message>
    <message>
      <source>The reranker {0} gave no finite score on this machine; search works without it.</source>
      <translation>重排模型 {0} 在本机没有给出有限的分数；没有它也能搜索。</translation>
    </message>
    <message>
      <source>The reranker {0} gives {1} numbers for a pair instead of one; import the model again.</source>
      <translation>重排模型 {0} 对一对文本给出 {1} 个数而不是一个；请重新导入模型。</translation>
    </message>
    <message>
      <source>The rule is no regular expression: {0}.</source>
      <translation>规则不是正则表达式：{0}。</translation>
    </message>
    <message>
      <source>The run was stopped; nothing of it was kept.</source>
      <translation>评测已停止，未保留任何结果。</translation>
    </message>
    <message>
      <source>The search model is missing; run `make models` in a source checkout, or `citeside models import PATH` with a folder that holds it.</source>
      <translation>缺少搜索模型；请在设置中从文件夹导入，或在源码目录中运行 `make models`。</translation>
    </message>
    <message>
      <source>The system ended the parser, most likely for want of memory; split the file.</source>
      <translation>系统结束了解析器，多半因为内存不足；请拆分此文件。</translation>
    </message>
    <message>
      <source>The table has more than {0} rows; what lies beyond was left out. Split it to have it indexed in full.</source>
      <translation>表格超过 {0} 行；其余部分已略过。请拆分后再完整编入索引。</translation>
    </message>
    <message>
      <source>The text is no UTF-8 and names no encoding; it was read as {0}, which is a guess. Check its special letters, or save the file as UTF-8.</source>
      <translation>文本不是 UTF-8，也未注明编码；按推测的 {0} 读取。请检查其中的特殊字符，或将文件另存为 UTF-8。</translation>
    </message>
    <message>
      <source>The text of the message is encrypted; only its header was read. Save a readable copy.</source>
      <translation>邮件正文已加密；只读取了邮件头。请另存一份可读的副本。</translation>
    </message>
    <message>
      <source>The tokenizer {0} cannot be read ({1}); import the model again.</source>
      <translation>无法读取分词器 {0}（{1}）；请重新导入模型。</translation>
    </message>
    <message>
      <source>The workbook has more than {0} cells; what lies beyond was left out. Split it to have it indexed in full.</source>
      <translation>工作簿超过 {0} 个单元格；其余部分已略过。请拆分后再完整编入索引。</translation>
    </message>
    <message>
      <source>There is no answer {0}; `citeside ask` prints the name of each as its trace.</source>
      <translation>没有回答 {0}。</translation>
    </message>
    <message>
      <source>There is no file {0}, neither on disk nor below a folder of the library.</source>
      <translation>没有文件 {0}，磁盘上和文档库的文件夹中都没有。</translation>
    </message>
    <message>
      <source>There is no folder {0}; name the folder or drive that holds the model files.</source>
      <translation>没有文件夹 {0}；请给出存放模型文件的文件夹或驱动器。</translation>
    </message>
    <message>
      <source>There is no model named {0}; the manifest knows {1}.</source>
      <translation>没有名为 {0} 的模型；清单中有 {1}。</translation>
    </message>
    <message>
      <source>There is no trace {0}; the newest {1} are kept.</source>
      <translation>没有记录 {0}；只保留最近的 {1} 条。</translation>
    </message>
    <message>
      <source>There is nothing for version {0} of all products; nearest: {1}.</source>
      <translation>所有产品中都没有版本 {0} 的内容；最接近的是：{1}。</translation>
    </message>
    <message>
      <source>There is nothing for version {0} of {1}; nearest: {2}.</source>
      <translation>{1} 没有版本 {0} 的内容；最接近的是：{2}。</translation>
    </message>
    <message>
      <source>There is something on this for {0}: {1}.</source>
      <translation>{0} 中有相关内容：{1}。</translation>
    </message>
    <message>
      <source>This CPU lacks AVX2, which the generator needs; search and verbatim answers work.</source>
      <translation>此处理器没有生成器所需的 AVX2；搜索和原文回答可用。</translation>
    </message>
    <message>
      <source>This answer says nothing from a document, so there is nothing to approve.</source>
      <translation>此回答没有引用任何文档，因此没有可认可的内容。</translation>
    </message>
    <message>
      <source>This asks for a count or a list over many documents. The documents for {0} were searched; no place in them states it, and what is in no document is not counted together from a few passages.</source>
      <translation>问题要求对许多文档计数或列举。已搜索 {0} 的文档；其中没有一处写明，而文档中没有的内容不会由几段文字拼凑出来。</translation>
    </message>
    <message>
      <source>This index was made by a newer Citeside (schema {0}, this one knows {1}); update the program or choose another data folder.</source>
      <translation>此索引由更新版本的 Citeside 创建（架构 {0}，本程序支持 {1}）；请更新程序或另选数据文件夹。</translation>
    </message>
    <message>
      <source>This is a pipe, socket or device, not a document.</source>
      <translation>这是管道、套接字或设备，不是文档。</translation>
    </message>
    <message>
      <source>This machine reads too slowly now for a text to be written in good time; shown is what stands in the document.</source>
      <translation>本机目前阅读太慢，无法及时写出文字；显示的是文档原文。</translation>
    </message>
    <message>
      <source>What matches best is marked as deprecated; it is shown with its mark.</source>
      <translation>最匹配的内容已标记为弃用；显示时带有标记。</translation>
    </message>
    <message>
      <source>You stopped it; what was written until then is not to be relied on.</source>
      <translation>您停止了回答；此前所写的内容不可依赖。</translation>
    </message>
    <message>
      <source>all products</source>
      <translation>所有产品</translation>
    </message>
    <message>
      <source>all products {0}</source>
      <translation>所有产品 {0}</translation>
    </message>
    <message>
      <source>all versions of {0}</source>
      <translation>{0} 的所有版本</translation>
    </message>
    <message>
      <source>no document covers version {0}</source>
      <translation>没有涵盖版本 {0} 的文档</translation>
    </message>
    <message>
      <source>no more inotify instances; raise fs.inotify.max_user_instances</source>
      <translation>没有更多 inotify 实例；请提高 fs.inotify.max_user_instances</translation>
    </message>
    <message>
      <source>none of them answers the question</source>
      <translation>其中没有一节回答此问题</translation>
    </message>
    <message>
      <source>nothing in this scope comes close enough to the question</source>
      <translation>此范围内没有与问题足够接近的内容</translation>
    </message>
    <message>
      <source>the document that comes nearest is known by its title only</source>
      <translation>最接近的文档只有标题可供搜索</translation>
    </message>
    <message>
      <source>the latest version of {0}</source>
      <translation>{0} 的最新版本</translation>
    </message>
    <message>
      <source>the question does not say which version it is about</source>
      <translation>问题没有说明所问的版本</translation>
    </message>
    <message>
      <source>the question holds no word or code that can be searched for</source>
      <translation>问题中没有可搜索的词或代码</translation>
    </message>
    <message>
      <source>the system does not watch the folder: {0}</source>
      <translation>系统不监视此文件夹：{0}</translation>
    </message>
    <message>
      <source>the system watches no more folders for one person; raise fs.inotify.max_user_watches to have changes seen at once</source>
      <translation>系统不再为同一用户监视更多文件夹；提高 fs.inotify.max_user_watches 后即可立即看到更改</translation>
    </message>
    <message>
      <source>was cut short</source>
      <translation>不完整</translation>
    </message>
    <message>
      <source>was damaged</source>
      <translation>已损坏</translation>
    </message>
    <message>
      <source>was empty</source>
      <translation>是空的</translation>
    </message>
    <message>
      <source>was missing</source>
      <translation>丢失了</translation>
    </message>
    <message>
      <source>was no database any more</source>
      <translation>不再是数据库</translation>
    </message>
    <message>
      <source>{0} cannot be read: {1}; check its permissions.</source>
      <translation>无法读取 {0}：{1}；请检查其权限。</translation>
    </message>
    <message>
      <source>{0} cannot be read; check its permissions.</source>
      <translation>无法读取 {0}；请检查其权限。</translation>
    </message>
    <message>
      <source>{0} cannot be removed: {1}; remove it yourself.</source>
      <translation>无法删除 {0}：{1}；请自行删除。</translation>
    </message>
    <message>
      <source>{0} cannot be understood ({1}); mend or remove it.</source>
      <translation>无法理解 {0}（{1}）；请修正或删除。</translation>
    </message>
    <message>
      <source>{0} cannot be written: {1}; check its permissions.</source>
      <translation>无法写入 {0}：{1}；请检查其权限。</translation>
    </message>
    <message>
      <source>{0} does not exist; give a folder that can be read.</source>
      <translation>{0} 不存在；请给出一个可读取的文件夹。</translation>
    </message>
    <message>
      <source>{0} does not look like a version; write it as 2.15, v1.28 or 2.x.</source>
      <translation>{0} 不像版本号；请写成 2.15、v1.28 或 2.x。</translation>
    </message>
    <message>
      <source>{0} does not occur in this scope</source>
      <translation>此范围内没有出现 {0}</translation>
    </message>
    <message>
      <source>{0} does not occur in this scope.</source>
      <translation>此范围内没有出现 {0}。</translation>
    </message>
    <message>
      <source>{0} has a name that is not UTF-8; rename the folder to add it.</source>
      <translation>{0} 的名称不是 UTF-8；请重命名此文件夹后再添加。</translation>
    </message>
    <message>
      <source>{0} holds none of the model files; looked for: {1}.</source>
      <translation>{0} 中没有任何模型文件；查找的是：{1}。</translation>
    </message>
    <message>
      <source>{0} included files are not there ({1}); what they say is missing from this page.</source>
      <translation>缺少 {0} 个被包含的文件（{1}）；此页缺少其中的内容。</translation>
    </message>
    <message>
      <source>{0} is a file, not a folder; give a folder that can be read.</source>
      <translation>{0} 是文件，不是文件夹；请给出一个可读取的文件夹。</translation>
    </message>
    <message>
      <source>{0} is already in the library; run `citeside sync` to read what changed.</source>
      <translation>{0} 已在文档库中；更改的内容会自动读取。</translation>
    </message>
    <message>
      <source>{0} is looked at every {1} seconds: {2}.</source>
      <translation>每 {1} 秒查看一次 {0}：{2}。</translation>
    </message>
    <message>
      <source>{0} is not UTF-8 text; save it as UTF-8 or remove it.</source>
      <translation>{0} 不是 UTF-8 文本；请另存为 UTF-8 或将其删除。</translation>
    </message>
    <message>
      <source>{0} is not in the library.</source>
      <translation>文档库中没有 {0}。</translation>
    </message>
    <message>
      <source>{0} is not in the library; `citeside status` lists the folders that are.</source>
      <translation>文档库中没有 {0}。</translation>
    </message>
    <message>
      <source>{0} is not the file of {1}: its content differs from the manifest; import the model again.</source>
      <translation>{0} 不是 {1} 的文件：内容与清单不符；请重新导入模型。</translation>
    </message>
    <message>
      <source>{0} is not the file the manifest names: it has {1} bytes instead of {2}; nothing was imported.</source>
      <translation>{0} 不是清单所列的文件：它有 {1} 字节，应为 {2} 字节；未导入任何内容。</translation>
    </message>
    <message>
      <source>{0} is not the file the manifest names: its content differs; nothing was imported.</source>
      <translation>{0} 不是清单所列的文件：内容不同；未导入任何内容。</translation>
    </message>
    <message>
      <source>{0} overlaps {1}, which is already in the library.</source>
      <translation>{0} 与已在文档库中的 {1} 重叠。</translation>
    </message>
    <message>
      <source>{0} places could not be decoded and show a replacement character; save the file as UTF-8.</source>
      <translation>有 {0} 处无法解码，显示为替换字符；请将文件另存为 UTF-8。</translation>
    </message>
  </context>
  <context>
    <name>EvidenceBlock</name>
    <message>
      <source>From the document</source>
      <translation>文档原文</translation>
    </message>
    <message>
      <source>Open {0}</source>
      <translation>打开 {0}</translation>
    </message>
    <message>
      <source>Passage from the document</source>
      <translation>文档段落</translation>
    </message>
    <message>
      <source>Show all</source>
      <translation>显示全部</translation>
    </message>
  </context>
  <context>
    <name>Export</name>
    <message>
      <source>From the documents</source>
      <translation>文档原文</translation>
    </message>
    <message>
      <source>Questions and answers</source>
      <translation>问答记录</translation>
    </message>
    <message>
      <source>The file could not be written: {0}. Choose another place.</source>
      <translation>无法写入文件：{0}。请另选位置。</translation>
    </message>
  </context>
  <context>
    <name>Faces</name>
    <message>
      <source>All products</source>
      <translation>全部产品</translation>
    </message>
    <message>
      <source>Archived</source>
      <translation>已归档</translation>
    </message>
    <message>
      <source>Counting or listing across all documents cannot be answered from a few passages.</source>
      <translation>要统计或罗列全部文档的内容，无法只凭几个段落回答。</translation>
    </message>
    <message>
      <source>Current documents say different things; both are shown, and none is chosen.</source>
      <translation>现行文档说法不一；两种说法都列出，不作取舍。</translation>
    </message>
    <message>
      <source>Deprecated</source>
      <translation>已弃用</translation>
    </message>
    <message>
      <source>Deprecated since {0}</source>
      <translation>自 {0} 起已弃用</translation>
    </message>
    <message>
      <source>Draft, not published</source>
      <translation>草稿，未发布</translation>
    </message>
    <message>
      <source>No answer could be written</source>
      <translation>未能写出答案</translation>
    </message>
    <message>
      <source>Not checked yet</source>
      <translation>尚未核对</translation>
    </message>
    <message>
      <source>Not documented in this scope</source>
      <translation>此范围内没有相关文档</translation>
    </message>
    <message>
      <source>Nothing in this scope matches the question.</source>
      <translation>此范围内没有与问题相符的内容。</translation>
    </message>
    <message>
      <source>Nothing of what was written could be verified; shown is what stands in the document.</source>
      <translation>写出的内容都未能核实；这里显示文档原文。</translation>
    </message>
    <message>
      <source>Obsolete</source>
      <translation>已过时</translation>
    </message>
    <message>
      <source>Removed</source>
      <translation>已移除</translation>
    </message>
    <message>
      <source>Sections were found, but none of them answers the question.</source>
      <translation>找到了一些章节，但都没有回答这个问题。</translation>
    </message>
    <message>
      <source>Shown as it stands in the document; no text was generated.</source>
      <translation>按文档原文显示，未生成文字。</translation>
    </message>
    <message>
      <source>Some sentences could not be verified in the documents; they are marked.</source>
      <translation>有些句子未能在文档中核实，已作标记。</translation>
    </message>
    <message>
      <source>Stopped</source>
      <translation>已停止</translation>
    </message>
    <message>
      <source>Superseded</source>
      <translation>已被取代</translation>
    </message>
    <message>
      <source>The answer depends on the version</source>
      <translation>答案因版本而异</translation>
    </message>
    <message>
      <source>The documents disagree</source>
      <translation>文档说法不一</translation>
    </message>
    <message>
      <source>The documents found do not answer this</source>
      <translation>找到的文档没有回答这个问题</translation>
    </message>
    <message>
      <source>The generator stopped unexpectedly; the passage itself is shown.</source>
      <translation>生成模型意外停止；这里显示段落原文。</translation>
    </message>
    <message>
      <source>The generator wrote no answer; this passage comes nearest to the question.</source>
      <translation>生成模型没有写出答案；这是与问题最接近的段落。</translation>
    </message>
    <message>
      <source>The versions say different things, and none was named; each is quoted.</source>
      <translation>各版本说法不同，而问题未指明版本；以下逐一引用。</translation>
    </message>
    <message>
      <source>This machine reads too slowly now for a text to be written in good time.</source>
      <translation>本机目前读取太慢，无法及时写出文字。</translation>
    </message>
    <message>
      <source>What was found is not close enough to the question.</source>
      <translation>找到的内容与问题不够接近。</translation>
    </message>
    <message>
      <source>Withdrawn</source>
      <translation>已撤回</translation>
    </message>
    <message>
      <source>Word for word from the document</source>
      <translation>文档原文</translation>
    </message>
    <message>
      <source>You stopped it; what was written until then is not to be relied on.</source>
      <translation>您已停止；此前写出的内容不可依据。</translation>
    </message>
    <message>
      <source>a condition is left out</source>
      <translation>遗漏了条件</translation>
    </message>
    <message>
      <source>a date differs</source>
      <translation>日期不符</translation>
    </message>
    <message>
      <source>a name is not in the source</source>
      <translation>出处中没有这个名称</translation>
    </message>
    <message>
      <source>a number differs</source>
      <translation>数字不符</translation>
    </message>
    <message>
      <source>a version differs</source>
      <translation>版本不符</translation>
    </message>
    <message>
      <source>all versions</source>
      <translation>全部版本</translation>
    </message>
    <message>
      <source>another place says otherwise</source>
      <translation>别处说法不同</translation>
    </message>
    <message>
      <source>as cited</source>
      <translation>与引用一致</translation>
    </message>
    <message>
      <source>audience: {0}</source>
      <translation>读者：{0}</translation>
    </message>
    <message>
      <source>cannot be read</source>
      <translation>无法读取</translation>
    </message>
    <message>
      <source>changed since it was indexed</source>
      <translation>索引后有改动</translation>
    </message>
    <message>
      <source>contradicted</source>
      <translation>与原文矛盾</translation>
    </message>
    <message>
      <source>en</source>
      <translation>zh</translation>
    </message>
    <message>
      <source>from the question before</source>
      <translation>来自上一个问题</translation>
    </message>
    <message>
      <source>from your question</source>
      <translation>来自您的问题</translation>
    </message>
    <message>
      <source>from your settings</source>
      <translation>来自您的设置</translation>
    </message>
    <message>
      <source>gone</source>
      <translation>已消失</translation>
    </message>
    <message>
      <source>known by its title only</source>
      <translation>仅知标题</translation>
    </message>
    <message>
      <source>latest version</source>
      <translation>最新版本</translation>
    </message>
    <message>
      <source>left out</source>
      <translation>已略过</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>缺失</translation>
    </message>
    <message>
      <source>moved within the document</source>
      <translation>在文档内移动</translation>
    </message>
    <message>
      <source>no passage says this</source>
      <translation>没有段落这样说</translation>
    </message>
    <message>
      <source>not checked</source>
      <translation>未核对</translation>
    </message>
    <message>
      <source>not read</source>
      <translation>未读取</translation>
    </message>
    <message>
      <source>not verified</source>
      <translation>未核实</translation>
    </message>
    <message>
      <source>offline</source>
      <translation>离线</translation>
    </message>
    <message>
      <source>online</source>
      <translation>在线</translation>
    </message>
    <message>
      <source>read</source>
      <translation>已读取</translation>
    </message>
    <message>
      <source>read in part</source>
      <translation>部分读取</translation>
    </message>
    <message>
      <source>read, with a remark</source>
      <translation>已读取，有备注</translation>
    </message>
    <message>
      <source>the latest</source>
      <translation>最新</translation>
    </message>
    <message>
      <source>the quotation differs</source>
      <translation>引文不符</translation>
    </message>
    <message>
      <source>the source does not say all of this</source>
      <translation>出处没有说全这些内容</translation>
    </message>
    <message>
      <source>the source says the opposite</source>
      <translation>出处说法相反</translation>
    </message>
    <message>
      <source>verified</source>
      <translation>已核实</translation>
    </message>
    <message>
      <source>version: {0}</source>
      <translation>版本：{0}</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>等待中</translation>
    </message>
    <message>
      <source>with deprecated pages</source>
      <translation>含已弃用页面</translation>
    </message>
    <message>
      <source>your choice</source>
      <translation>您的选择</translation>
    </message>
    <message>
      <source>{0} of {1} sentences verified</source>
      <translation>{1} 句中有 {0} 句已核实</translation>
    </message>
    <message>
      <source>{0} of {1} verified</source>
      <translation>{1} 句中 {0} 句已核实</translation>
    </message>
    <message>
      <source>{0}, see {1}</source>
      <translation>{0}，请看 {1}</translation>
    </message>
  </context>
  <context>
    <name>Feedback</name>
    <message>
      <source>✓ Approved until {0}; it is offered first for this question.</source>
      <translation>✓ 认可至 {0}；以后对此问题优先给出。</translation>
    </message>
    <message>
      <source>✓ Kept on this machine, for your own evaluation.</source>
      <translation>✓ 已保存在本机，供您自己评测。</translation>
    </message>
  </context>
  <context>
    <name>FeedbackBar</name>
    <message>
      <source>Approve</source>
      <translation>认可</translation>
    </message>
    <message>
      <source>Helpful</source>
      <translation>有帮助</translation>
    </message>
    <message>
      <source>Not right</source>
      <translation>不正确</translation>
    </message>
    <message>
      <source>Vouch for this answer; it is then offered first for this question</source>
      <translation>为此答案作保；以后对同一问题优先给出</translation>
    </message>
    <message>
      <source>Wrong version</source>
      <translation>版本错误</translation>
    </message>
  </context>
  <context>
    <name>FindBar</name>
    <message>
      <source>Close find</source>
      <translation>关闭查找</translation>
    </message>
    <message>
      <source>Find in this document</source>
      <translation>在此文档中查找</translation>
    </message>
    <message>
      <source>Next match (F3)</source>
      <translation>下一处（F3）</translation>
    </message>
    <message>
      <source>Previous match (Shift+F3)</source>
      <translation>上一处（Shift+F3）</translation>
    </message>
    <message>
      <source>not found</source>
      <translation>未找到</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} / {1}</translation>
    </message>
  </context>
  <context>
    <name>FolderForm</name>
    <message>
      <source>Add a folder of documents</source>
      <translation>添加文档文件夹</translation>
    </message>
    <message>
      <source>Add folder</source>
      <translation>添加</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Folder</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <source>Looking at the folder …</source>
      <translation>正在查看文件夹…</translation>
    </message>
    <message>
      <source>Product</source>
      <translation>产品</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>Version rule</source>
      <translation>版本规则</translation>
    </message>
    <message>
      <source>for example {0} → {1}</source>
      <translation>例如 {0} → {1}</translation>
    </message>
    <message>
      <source>found from the files</source>
      <translation>从文件中识别</translation>
    </message>
    <message>
      <source>no version in any path; versions are then looked for inside the files</source>
      <translation>路径中没有版本；将在文件内容中识别</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>可选</translation>
    </message>
    <message>
      <source>optional: a regular expression on the path</source>
      <translation>可选：针对路径的正则表达式</translation>
    </message>
    <message>
      <source>versions in paths: {0}</source>
      <translation>路径中的版本：{0}</translation>
    </message>
    <message>
      <source>{0} files, {1}</source>
      <translation>{0} 个文件，{1}</translation>
    </message>
    <message>
      <source>{0} without</source>
      <translation>{0} 个无版本</translation>
    </message>
  </context>
  <context>
    <name>FolderList</name>
    <message>
      <source>Audience: {0}</source>
      <translation>读者：{0}</translation>
    </message>
    <message>
      <source>Changes are seen at once</source>
      <translation>更改会立即被发现</translation>
    </message>
    <message>
      <source>Documents</source>
      <translation>文档数</translation>
    </message>
    <message>
      <source>Folder or product</source>
      <translation>文件夹或产品</translation>
    </message>
    <message>
      <source>Folders and products</source>
      <translation>文件夹与产品</translation>
    </message>
    <message>
      <source>Looked at from time to time: {0}</source>
      <translation>不时查看：{0}</translation>
    </message>
    <message>
      <source>No product</source>
      <translation>无产品</translation>
    </message>
    <message>
      <source>On a network drive: looked at every few minutes</source>
      <translation>在网络驱动器上：每隔几分钟查看一次</translation>
    </message>
    <message>
      <source>Product {0}</source>
      <translation>产品 {0}</translation>
    </message>
    <message>
      <source>Product: {0}</source>
      <translation>产品：{0}</translation>
    </message>
    <message>
      <source>So much vanished at once that the folder is looked at a second time before anything is forgotten; until then it can be asked.</source>
      <translation>同时消失的文件太多，在忘记它们之前会再查看一次此文件夹；在此之前仍可提问。</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>Version rule: {0}</source>
      <translation>版本规则：{0}</translation>
    </message>
    <message>
      <source>Version: {0}</source>
      <translation>版本：{0}</translation>
    </message>
    <message>
      <source>no version</source>
      <translation>无版本</translation>
    </message>
    <message>
      <source>{0} deprecated</source>
      <translation>{0} 个已弃用</translation>
    </message>
    <message>
      <source>{0}, read {1}</source>
      <translation>{0}，读取于 {1}</translation>
    </message>
    <message>
      <source>⚠ not read since {0}</source>
      <translation>⚠ 自 {0} 起未读取</translation>
    </message>
    <message>
      <source>⚠ {0} files vanished at once, kept for now</source>
      <translation>⚠ {0} 个文件同时消失，暂时保留</translation>
    </message>
  </context>
  <context>
    <name>Found</name>
    <message>
      <source>⚠ deprecated</source>
      <translation>⚠ 已弃用</translation>
    </message>
  </context>
  <context>
    <name>LedgerTable</name>
    <message>
      <source>File</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>Reason</source>
      <translation>原因</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>What was read of it on {0} can still be asked and is out of date.</source>
      <translation>{0} 读取的内容仍可提问，但已过时。</translation>
    </message>
  </context>
  <context>
    <name>Librarian</name>
    <message>
      <source>Try again</source>
      <translation>重试</translation>
    </message>
    <message>
      <source>{0} is not there now.</source>
      <translation>{0} 现在不在那里。</translation>
    </message>
    <message>
      <source>“{0}” was added and is being read. You can ask at once.</source>
      <translation>已添加“{0}”，正在读取。现在就可以提问。</translation>
    </message>
    <message>
      <source>“{0}” was removed from the library.</source>
      <translation>已从文档库中移除“{0}”。</translation>
    </message>
  </context>
  <context>
    <name>LibraryView</name>
    <message>
      <source>Add a folder</source>
      <translation>添加文件夹</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>全部文件</translation>
    </message>
    <message>
      <source>Back to the questions  Esc</source>
      <translation>返回问答  Esc</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>Files with problems</source>
      <translation>有问题的文件</translation>
    </message>
    <message>
      <source>Filter by path or reason</source>
      <translation>按路径或原因筛选</translation>
    </message>
    <message>
      <source>Indexing progress</source>
      <translation>索引进度</translation>
    </message>
    <message>
      <source>Left out by rule</source>
      <translation>按规则略过</translation>
    </message>
    <message>
      <source>Library</source>
      <translation>文档库</translation>
    </message>
    <message>
      <source>Not read</source>
      <translation>未读取</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>打开</translation>
    </message>
    <message>
      <source>Open in the system's viewer</source>
      <translation>用系统的查看器打开</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>暂停</translation>
    </message>
    <message>
      <source>Progress of reading</source>
      <translation>读取进度</translation>
    </message>
    <message>
      <source>Read again</source>
      <translation>重新读取</translation>
    </message>
    <message>
      <source>Read the folders now</source>
      <translation>立即读取文件夹</translation>
    </message>
    <message>
      <source>Remove folder</source>
      <translation>移除文件夹</translation>
    </message>
    <message>
      <source>Remove it</source>
      <translation>确认移除</translation>
    </message>
    <message>
      <source>Remove “{0}” from the library? Its files stay where they are; what was read is deleted.</source>
      <translation>要从文档库中移除“{0}”吗？文件原地不动，已读取的内容会被删除。</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>等待中</translation>
    </message>
    <message>
      <source>Which files</source>
      <translation>哪些文件</translation>
    </message>
    <message>
      <source>oldest reading {0}</source>
      <translation>最早读取于 {0}</translation>
    </message>
    <message>
      <source>{0} documents</source>
      <translation>{0} 个文档</translation>
    </message>
    <message>
      <source>{0} not yet searchable by meaning</source>
      <translation>{0} 个尚不能按语义搜索</translation>
    </message>
    <message>
      <source>{0} passages</source>
      <translation>{0} 个段落</translation>
    </message>
  </context>
  <context>
    <name>OwnPages</name>
    <message>
      <source>A report of this holds your question and text of your documents.</source>
      <translation>报告中含有您的问题和文档原文。</translation>
    </message>
    <message>
      <source>All pages</source>
      <translation>全部页面</translation>
    </message>
    <message>
      <source>Back to the first page of the handbook</source>
      <translation>回到手册首页</translation>
    </message>
    <message>
      <source>Copy as a report</source>
      <translation>复制为报告</translation>
    </message>
    <message>
      <source>Handbook</source>
      <translation>手册</translation>
    </message>
    <message>
      <source>Handbook › {0}</source>
      <translation>手册 › {0}</translation>
    </message>
    <message>
      <source>The report was copied.</source>
      <translation>报告已复制。</translation>
    </message>
    <message>
      <source>Why this answer</source>
      <translation>为何这样回答</translation>
    </message>
  </context>
  <context>
    <name>PageBar</name>
    <message>
      <source>Larger page</source>
      <translation>放大页面</translation>
    </message>
    <message>
      <source>Next page (Page down)</source>
      <translation>下一页（Page Down）</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>页</translation>
    </message>
    <message>
      <source>Previous page (Page up)</source>
      <translation>上一页（Page Up）</translation>
    </message>
    <message>
      <source>Show the text of the document instead of the page (Ctrl+T)</source>
      <translation>以文字代替页面图像（Ctrl+T）</translation>
    </message>
    <message>
      <source>Smaller page</source>
      <translation>缩小页面</translation>
    </message>
    <message>
      <source>of {0}</source>
      <translation>/ {0}</translation>
    </message>
  </context>
  <context>
    <name>PageView</name>
    <message>
      <source>Page</source>
      <translation>页</translation>
    </message>
    <message>
      <source>Page {0} of {1}</source>
      <translation>第 {0} 页，共 {1} 页</translation>
    </message>
  </context>
  <context>
    <name>PlaceList</name>
    <message>
      <source>Also found ({0})</source>
      <translation>另外找到（{0}）</translation>
    </message>
    <message>
      <source>Cited ({0})</source>
      <translation>已引用（{0}）</translation>
    </message>
    <message>
      <source>Cited places</source>
      <translation>引用位置</translation>
    </message>
    <message>
      <source>Found ({0})</source>
      <translation>找到（{0}）</translation>
    </message>
    <message>
      <source>⚠ deprecated</source>
      <translation>⚠ 已弃用</translation>
    </message>
  </context>
  <context>
    <name>QualityView</name>
    <message>
      <source>A set is a file with one labelled question a line; the handbook says how to write one. Its figures are of searching, not of written answers.</source>
      <translation>问题集是每行一个带标注问题的文件，写法见手册。这些数字衡量的是搜索，而不是写出的答案。</translation>
    </message>
    <message>
      <source>Among the first 8</source>
      <translation>前 8 条之内</translation>
    </message>
    <message>
      <source>Back to the questions  Esc</source>
      <translation>返回问答  Esc</translation>
    </message>
    <message>
      <source>Declined rightly</source>
      <translation>正确拒答</translation>
    </message>
    <message>
      <source>Declined wrongly</source>
      <translation>错误拒答</translation>
    </message>
    <message>
      <source>Progress of the run</source>
      <translation>运行进度</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>质量</translation>
    </message>
    <message>
      <source>Question</source>
      <translation>问题</translation>
    </message>
    <message>
      <source>Questions</source>
      <translation>问题数</translation>
    </message>
    <message>
      <source>Questions that fail</source>
      <translation>未通过的问题</translation>
    </message>
    <message>
      <source>Right place first</source>
      <translation>首条即正确</translation>
    </message>
    <message>
      <source>Run a set of questions</source>
      <translation>运行问题集</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>历次运行</translation>
    </message>
    <message>
      <source>Set</source>
      <translation>问题集</translation>
    </message>
    <message>
      <source>Set of questions</source>
      <translation>问题集</translation>
    </message>
    <message>
      <source>Stop the run</source>
      <translation>停止运行</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>What went wrong</source>
      <translation>问题所在</translation>
    </message>
    <message>
      <source>When</source>
      <translation>时间</translation>
    </message>
    <message>
      <source>Wrong version</source>
      <translation>版本错误</translation>
    </message>
    <message>
      <source>⚠ declined although documented</source>
      <translation>⚠ 有文档却拒答</translation>
    </message>
    <message>
      <source>⚠ found below the first 8</source>
      <translation>⚠ 排在前 8 条之后</translation>
    </message>
    <message>
      <source>✗ answered although not documented</source>
      <translation>✗ 无文档却作了回答</translation>
    </message>
    <message>
      <source>✗ not found</source>
      <translation>✗ 未找到</translation>
    </message>
  </context>
  <context>
    <name>QuestionBox</name>
    <message>
      <source>Ask  ⏎</source>
      <translation>提问  ⏎</translation>
    </message>
    <message>
      <source>Ask (Enter)</source>
      <translation>提问（Enter）</translation>
    </message>
    <message>
      <source>Ask or search …</source>
      <translation>提问或搜索…</translation>
    </message>
    <message>
      <source>Passages without an answer (Ctrl+Enter)</source>
      <translation>只列段落，不写答案（Ctrl+Enter）</translation>
    </message>
    <message>
      <source>Question</source>
      <translation>问题</translation>
    </message>
    <message>
      <source>Search only  Ctrl+⏎</source>
      <translation>仅搜索  Ctrl+⏎</translation>
    </message>
    <message>
      <source>Stop  Esc</source>
      <translation>停止  Esc</translation>
    </message>
    <message>
      <source>Stop the answer (Esc)</source>
      <translation>停止回答（Esc）</translation>
    </message>
  </context>
  <context>
    <name>Said</name>
    <message>
      <source>Files of this kind are not read.</source>
      <translation>不读取此类文件。</translation>
    </message>
    <message>
      <source>Invisible characters were left out.</source>
      <translation>已略去不可见字符。</translation>
    </message>
    <message>
      <source>Reading the file needs more memory than there is.</source>
      <translation>读取文件所需的内存超过可用内存。</translation>
    </message>
    <message>
      <source>Reading the file took too long.</source>
      <translation>读取文件耗时过长。</translation>
    </message>
    <message>
      <source>Some places could not be decoded.</source>
      <translation>有些地方无法解码。</translation>
    </message>
    <message>
      <source>Text that no reader sees was left out.</source>
      <translation>已略去读者看不到的文字。</translation>
    </message>
    <message>
      <source>The encoding of the text was guessed.</source>
      <translation>文本的编码是推测的。</translation>
    </message>
    <message>
      <source>The file cannot be read.</source>
      <translation>无法读取文件。</translation>
    </message>
    <message>
      <source>The file holds no text.</source>
      <translation>文件中没有文字。</translation>
    </message>
    <message>
      <source>The file is damaged.</source>
      <translation>文件已损坏。</translation>
    </message>
    <message>
      <source>The file is empty.</source>
      <translation>文件是空的。</translation>
    </message>
    <message>
      <source>The file is of another kind than its name says.</source>
      <translation>文件的类型与名称不符。</translation>
    </message>
    <message>
      <source>The file is protected.</source>
      <translation>文件受保护。</translation>
    </message>
    <message>
      <source>The file is too large, or was read only in part.</source>
      <translation>文件过大，或只读取了一部分。</translation>
    </message>
    <message>
      <source>The file unpacks to far too much data.</source>
      <translation>文件解开后数据过多。</translation>
    </message>
    <message>
      <source>The file, or a part of it, has no text.</source>
      <translation>文件（或其中一部分）没有文字。</translation>
    </message>
    <message>
      <source>The metadata of the page could not be read.</source>
      <translation>无法读取页面的元数据。</translation>
    </message>
    <message>
      <source>The parser crashed on this file.</source>
      <translation>解析器在此文件上崩溃。</translation>
    </message>
    <message>
      <source>The parser gave no usable answer.</source>
      <translation>解析器没有给出可用的结果。</translation>
    </message>
    <message>
      <source>There is no space left on the disk.</source>
      <translation>磁盘空间已满。</translation>
    </message>
  </context>
  <context>
    <name>ScopeBar</name>
    <message>
      <source>1 document in scope</source>
      <translation>范围内 1 个文档</translation>
    </message>
    <message>
      <source>Add a folder</source>
      <translation>添加文件夹</translation>
    </message>
    <message>
      <source>All</source>
      <translation>全部</translation>
    </message>
    <message>
      <source>Audience</source>
      <translation>读者</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>自动</translation>
    </message>
    <message>
      <source>Deprecated pages</source>
      <translation>已弃用的页面</translation>
    </message>
    <message>
      <source>Include deprecated pages</source>
      <translation>包括已弃用的页面</translation>
    </message>
    <message>
      <source>Library (Ctrl+Shift+B)</source>
      <translation>文档库（Ctrl+Shift+B）</translation>
    </message>
    <message>
      <source>Product</source>
      <translation>产品</translation>
    </message>
    <message>
      <source>Settings (Ctrl+,)</source>
      <translation>设置（Ctrl+,）</translation>
    </message>
    <message>
      <source>Show or hide the side panel</source>
      <translation>显示或隐藏侧栏</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>{0} documents in scope</source>
      <translation>范围内 {0} 个文档</translation>
    </message>
  </context>
  <context>
    <name>SettingsView</name>
    <message>
      <source>As the system</source>
      <translation>跟随系统</translation>
    </message>
    <message>
      <source>Back to the questions  Esc</source>
      <translation>返回问答  Esc</translation>
    </message>
    <message>
      <source>Chosen by memory</source>
      <translation>按内存选择</translation>
    </message>
    <message>
      <source>Colours</source>
      <translation>配色</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>Folder with models</source>
      <translation>模型所在文件夹</translation>
    </message>
    <message>
      <source>High contrast</source>
      <translation>高对比度</translation>
    </message>
    <message>
      <source>Import models from a folder or stick</source>
      <translation>从文件夹或 U 盘导入模型</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>语言</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>内存</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Model that writes</source>
      <translation>撰写答案的模型</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Product you work with</source>
      <translation>您使用的产品</translation>
    </message>
    <message>
      <source>Product, version, model and threads hold after the next start.</source>
      <translation>产品、版本、模型和线程数在下次启动后生效。</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>Size of text</source>
      <translation>文字大小</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>线程数</translation>
    </message>
    <message>
      <source>Version you work with</source>
      <translation>您使用的版本</translation>
    </message>
    <message>
      <source>What for</source>
      <translation>用途</translation>
    </message>
    <message>
      <source>all products</source>
      <translation>全部产品</translation>
    </message>
    <message>
      <source>as many as cores</source>
      <translation>与核心数相同</translation>
    </message>
    <message>
      <source>installed</source>
      <translation>已安装</translation>
    </message>
    <message>
      <source>not installed</source>
      <translation>未安装</translation>
    </message>
    <message>
      <source>order of results</source>
      <translation>结果排序</translation>
    </message>
    <message>
      <source>search by meaning</source>
      <translation>语义搜索</translation>
    </message>
    <message>
      <source>the latest</source>
      <translation>最新</translation>
    </message>
    <message>
      <source>written answers</source>
      <translation>撰写答案</translation>
    </message>
    <message>
      <source>{0} MiB</source>
      <translation>{0} MiB</translation>
    </message>
    <message>
      <source>✓ in use, on the processor</source>
      <translation>✓ 使用中（处理器）</translation>
    </message>
  </context>
  <context>
    <name>SidePanel</name>
    <message>
      <source>Back (Alt+Left)</source>
      <translation>后退（Alt+Left）</translation>
    </message>
    <message>
      <source>Changed since it was indexed: the cited words are no longer in this section.</source>
      <translation>建立索引后文件有改动：引用的文字已不在此节中。</translation>
    </message>
    <message>
      <source>Changed since it was indexed: the cited words have moved to another place.</source>
      <translation>建立索引后文件有改动：引用的文字已移到别处。</translation>
    </message>
    <message>
      <source>Changed since it was indexed; this is the file as it is now.</source>
      <translation>建立索引后文件有改动；此处显示的是当前内容。</translation>
    </message>
    <message>
      <source>Copy address</source>
      <translation>复制地址</translation>
    </message>
    <message>
      <source>Find in the document (Ctrl+F)</source>
      <translation>在文档中查找（Ctrl+F）</translation>
    </message>
    <message>
      <source>Forward (Alt+Right)</source>
      <translation>前进（Alt+Right）</translation>
    </message>
    <message>
      <source>Next citation (Alt+Down)</source>
      <translation>下一处引用（Alt+Down）</translation>
    </message>
    <message>
      <source>Open in the system's viewer</source>
      <translation>用系统的查看器打开</translation>
    </message>
    <message>
      <source>Open in the system's viewer (Ctrl+Shift+O)</source>
      <translation>用系统查看器打开（Ctrl+Shift+O）</translation>
    </message>
    <message>
      <source>Open the successor</source>
      <translation>打开替代文档</translation>
    </message>
    <message>
      <source>Previous citation (Alt+Up)</source>
      <translation>上一处引用（Alt+Up）</translation>
    </message>
    <message>
      <source>The cited document opens here</source>
      <translation>引用的文档在此打开</translation>
    </message>
    <message>
      <source>The cited words could not be located in the text shown here.</source>
      <translation>在此处显示的文字中找不到引用的原文。</translation>
    </message>
    <message>
      <source>There is no text to show.</source>
      <translation>没有可显示的文字。</translation>
    </message>
    <message>
      <source>This document is no longer there. It was cited from an earlier revision.</source>
      <translation>此文档已不存在。引用来自较早的版本。</translation>
    </message>
    <message>
      <source>This link leads out of the library and is not followed: {0}</source>
      <translation>此链接指向文档库之外，不会打开：{0}</translation>
    </message>
  </context>
  <context>
    <name>StatusLine</name>
    <message>
      <source>Go on</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Indexing progress</source>
      <translation>索引进度</translation>
    </message>
    <message>
      <source>Indexing {0} of {1} · {2} %</source>
      <translation>正在索引 {0} / {1} · {2} %</translation>
    </message>
    <message>
      <source>Library</source>
      <translation>文档库</translation>
    </message>
    <message>
      <source>Library: no documents yet</source>
      <translation>文档库：还没有文档</translation>
    </message>
    <message>
      <source>Library: {0} documents</source>
      <translation>文档库：{0} 个文档</translation>
    </message>
    <message>
      <source>Library: {0} documents, {1} of {2} passages searchable by meaning</source>
      <translation>文档库：{0} 个文档，{2} 个段落中已有 {1} 个可按语义搜索</translation>
    </message>
    <message>
      <source>Making passages searchable by meaning · {0} %</source>
      <translation>正在使段落可按语义搜索 · {0} %</translation>
    </message>
    <message>
      <source>Opening the library …</source>
      <translation>正在打开文档库……</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>暂停</translation>
    </message>
    <message>
      <source>Paused; what was read so far can be asked</source>
      <translation>已暂停；已读取的内容可以提问</translation>
    </message>
    <message>
      <source>Reading difficult pages a second time</source>
      <translation>正在再次读取疑难页面</translation>
    </message>
    <message>
      <source>The library is not open</source>
      <translation>文档库未打开</translation>
    </message>
    <message>
      <source>Up to date</source>
      <translation>已是最新</translation>
    </message>
    <message>
      <source>Up to date: {0} added, {1} changed, {2} removed</source>
      <translation>已是最新：新增 {0}，更改 {1}，移除 {2}</translation>
    </message>
    <message>
      <source>⚠ not read for long: {0}</source>
      <translation>⚠ 长时间未读取：{0}</translation>
    </message>
    <message>
      <source>⚠ offline: {0}</source>
      <translation>⚠ 离线：{0}</translation>
    </message>
    <message>
      <source>⚠ out of date: 1 file</source>
      <translation>⚠ 过时：1 个文件</translation>
    </message>
    <message>
      <source>⚠ out of date: {0} files</source>
      <translation>⚠ 过时：{0} 个文件</translation>
    </message>
    <message>
      <source>⚠ {0} files vanished, kept for now: {1}</source>
      <translation>⚠ {0} 个文件消失，暂时保留：{1}</translation>
    </message>
    <message>
      <source>✗ 1 file failed</source>
      <translation>✗ 1 个文件未能读取</translation>
    </message>
    <message>
      <source>✗ {0} files failed</source>
      <translation>✗ {0} 个文件未能读取</translation>
    </message>
  </context>
  <context>
    <name>Trace</name>
    <message>
      <source>Asked at</source>
      <translation>提问时间</translation>
    </message>
    <message>
      <source>Audience</source>
      <translation>读者</translation>
    </message>
    <message>
      <source>By keywords</source>
      <translation>按关键词</translation>
    </message>
    <message>
      <source>By meaning</source>
      <translation>按语义</translation>
    </message>
    <message>
      <source>Candidates with their ranks</source>
      <translation>候选及其名次</translation>
    </message>
    <message>
      <source>Checks</source>
      <translation>检查项</translation>
    </message>
    <message>
      <source>Deprecated pages</source>
      <translation>已弃用的页面</translation>
    </message>
    <message>
      <source>Draft</source>
      <translation>草稿</translation>
    </message>
    <message>
      <source>Dropped or shortened, and why</source>
      <translation>舍弃或截短的内容及原因</translation>
    </message>
    <message>
      <source>File</source>
      <translation>文件</translation>
    </message>
    <message>
      <source>Generator</source>
      <translation>生成模型</translation>
    </message>
    <message>
      <source>Heading</source>
      <translation>标题</translation>
    </message>
    <message>
      <source>Kind of question</source>
      <translation>问题类型</translation>
    </message>
    <message>
      <source>Label</source>
      <translation>编号</translation>
    </message>
    <message>
      <source>Made of</source>
      <translation>构成</translation>
    </message>
    <message>
      <source>Milliseconds</source>
      <translation>毫秒</translation>
    </message>
    <message>
      <source>Notice</source>
      <translation>提示</translation>
    </message>
    <message>
      <source>Passages found</source>
      <translation>找到的段落</translation>
    </message>
    <message>
      <source>Product</source>
      <translation>产品</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>提示词</translation>
    </message>
    <message>
      <source>Rank</source>
      <translation>名次</translation>
    </message>
    <message>
      <source>Score</source>
      <translation>得分</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>句子</translation>
    </message>
    <message>
      <source>Sentences and what checking them found</source>
      <translation>各句及核对结果</translation>
    </message>
    <message>
      <source>Stage</source>
      <translation>阶段</translation>
    </message>
    <message>
      <source>State</source>
      <translation>状态</translation>
    </message>
    <message>
      <source>Times</source>
      <translation>耗时</translation>
    </message>
    <message>
      <source>Trace</source>
      <translation>追踪</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>值</translation>
    </message>
    <message>
      <source>Verdict</source>
      <translation>结论</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>版本</translation>
    </message>
    <message>
      <source>Version comes from</source>
      <translation>版本来源</translation>
    </message>
    <message>
      <source>What</source>
      <translation>项目</translation>
    </message>
    <message>
      <source>Why not documented</source>
      <translation>为何没有文档</translation>
    </message>
    <message>
      <source>Why this answer</source>
      <translation>为何这样回答</translation>
    </message>
    <message>
      <source>included</source>
      <translation>包括</translation>
    </message>
    <message>
      <source>left out</source>
      <translation>已略过</translation>
    </message>
  </context>
  <context>
    <name>TypingList</name>
    <message>
      <source>  ⚠ deprecated</source>
      <translation>  ⚠ 已弃用</translation>
    </message>
    <message>
      <source>Found while typing</source>
      <translation>输入时找到的内容</translation>
    </message>
  </context>
  <context>
    <name>VersionCard</name>
    <message>
      <source>Answer for {0}</source>
      <translation>按 {0} 回答</translation>
    </message>
    <message>
      <source>What {0} says</source>
      <translation>{0} 的说法</translation>
    </message>
    <message>
      <source>not documented in this version</source>
      <translation>此版本中没有相关文档</translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Add a folder</source>
      <translation>添加文件夹</translation>
    </message>
    <message>
      <source>Ask your documents</source>
      <translation>向您的文档提问</translation>
    </message>
    <message>
      <source>Choose a folder with manuals, runbooks or notes. The files stay where they are and are only read. Nothing leaves this machine.</source>
      <translation>请选择存放手册、操作规程或笔记的文件夹。文件原地不动，只会被读取。任何内容都不会离开本机。</translation>
    </message>
    <message>
      <source>Every sentence of an answer leads to the place it came from, in the version you work with. Nothing leaves this machine.</source>
      <translation>答案中的每一句都能追溯到您所用版本文档中的出处。任何内容都不会离开本机。</translation>
    </message>
    <message>
      <source>How do I add a folder to the library?</source>
      <translation>How do I add a folder to the library?</translation>
    </message>
    <message>
      <source>The handbook can be asked as soon as it has been read:</source>
      <translation>手册读取完成后即可提问（手册为英文）：</translation>
    </message>
    <message>
      <source>Try the handbook:</source>
      <translation>试试手册（英文）：</translation>
    </message>
  </context>
  <context>
    <name>Window</name>
    <message>
      <source>The conversation was written to {0}.</source>
      <translation>对话已写入 {0}。</translation>
    </message>
    <message>
      <source>There is nothing to write yet; ask something first.</source>
      <translation>还没有可写入的内容，请先提问。</translation>
    </message>
    <message>
      <source>Write the conversation to a file</source>
      <translation>将对话写入文件</translation>
    </message>
    <message>
      <source>conversation.md</source>
      <translation>对话.md</translation>
    </message>
  </context>
  <context>
    <name>_Sheet</name>
    <message>
      <source>The page is being drawn …</source>
      <translation>正在绘制页面…</translation>
    </message>
  </context>
</TS>
