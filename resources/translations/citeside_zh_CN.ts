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
      <source>No product</source>
      <translation>无产品</translation>
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
      <source>⚠ not read for long</source>
      <translation>⚠ 很久未读取</translation>
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
  </context>
  <context>
    <name>Librarian</name>
    <message>
      <source>Try again</source>
      <translation>重试</translation>
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
      <source>⚠ offline: {0}</source>
      <translation>⚠ 离线：{0}</translation>
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
