/** Why an uploaded file is not read (SYS-135). */
import { defineMessages } from '#src/define/messages.ts'

export const uploadsMessages = defineMessages(
  {
    upload: {
      tooFar: '表格的单元格 {0} 超出可读取的范围（{1}行、{2}列以内），请删除多余的行列及其格式后重试',
      tooManyCells: '表格的单元格超过{0}个，请删除多余的行列后重试',
      tooMuchText: '表格的文字超过{0}个字符，请拆分后重试',
      tooManyColumns: '文件超过{0}列',
      tooManyStrings: '表格中不同的文字超过{0}条，请只保留要导入的工作表后重试',
      tooManyStyles: '表格的单元格格式超过{0}种，请清除格式或使用导入模板后重试',
      tooManyMerges: '表格的合并单元格超过{0}处，请取消合并后重试',
      tooManyElements: '文件的内容超过{0}个，请只保留要导入的部分后重试',
      tooManyParts: '文件内的组成部分超过{0}个，请使用导入模板重新填写',
      tooLargeUnpacked: '文件解压后超过{0}MB，请删除多余的内容后重试',
      compression: '文件的压缩比例异常，请用表格软件重新保存后重试',
      sizesDiffer: '文件内标注的大小与实际不符，请用表格软件重新保存后重试',
      tooDeep: '文件的嵌套层级超过{0}层',
      docType: '文件含有不允许的文档类型或实体声明',
      notJson: '文件不是可读取的JSON',
      csvEncoding: '文件不是UTF-8编码的csv',
      tooSlow: '读取文件用时过长，已停止。请减少内容后重试',
      tooMuchMemory: '读取文件占用的内存过多，已停止。请减少内容后重试',
      ended: '文件无法读取，已停止。请用原软件重新保存后重试',
      queueFull: '正在读取的文件过多，请稍后重试',
      ownQueueFull: '您有多个文件正在读取，请等待完成后再上传',
      waitedTooLong: '等待读取的时间过长，请稍后重试',
    },
    file: {
      pictureBroken: '图片不完整或已损坏，请重新保存后上传',
      pictureTooWide: '图片为{0}×{1}像素，单边不能超过{2}像素',
    },
  },
  {
    upload: {
      tooFar:
        'Cell {0} is outside the range that can be read ({1} rows, {2} columns). Delete unused rows, columns and their formatting, then try again.',
      tooManyCells: 'The table has more than {0} cells. Delete unused rows and columns, then try again.',
      tooMuchText: 'The table has more than {0} characters of text. Split it, then try again.',
      tooManyColumns: 'The file has more than {0} columns.',
      tooManyStrings: 'The workbook has more than {0} different texts. Keep only the sheet to import, then try again.',
      tooManyStyles:
        'The workbook has more than {0} cell formats. Clear the formatting or use the import template, then try again.',
      tooManyMerges: 'The workbook has more than {0} merged ranges. Unmerge them, then try again.',
      tooManyElements: 'The file has more than {0} elements. Keep only what is to be imported, then try again.',
      tooManyParts: 'The file consists of more than {0} parts. Use the import template.',
      tooLargeUnpacked: 'The file unpacks to more than {0} MB. Delete what is not needed, then try again.',
      compression: 'The file is compressed in an unusual way. Save it again in a spreadsheet program, then try again.',
      sizesDiffer: 'The sizes stated in the file are wrong. Save it again in a spreadsheet program, then try again.',
      tooDeep: 'The file is nested more than {0} levels deep.',
      docType: 'The file contains a document type or entity declaration, which is not allowed.',
      notJson: 'The file is not readable JSON.',
      csvEncoding: 'The file is not a CSV file in UTF-8.',
      tooSlow: 'Reading the file took too long and was stopped. Reduce its content, then try again.',
      tooMuchMemory: 'Reading the file took too much memory and was stopped. Reduce its content, then try again.',
      ended: 'The file could not be read. Save it again in its own program, then try again.',
      queueFull: 'Too many files are being read at the moment. Try again shortly.',
      ownQueueFull: 'Several of your files are still being read. Wait for them before uploading more.',
      waitedTooLong: 'The file waited too long to be processed. Try again shortly.',
    },
    file: {
      pictureBroken: 'The picture is incomplete or damaged. Save it again, then upload it.',
      pictureTooWide: 'The picture is {0} × {1} pixels; neither side may exceed {2} pixels.',
    },
  },
)
