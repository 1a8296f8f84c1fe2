/** What the record shell says by itself. */
import { defineMessages } from '#src/define/messages.ts'

export const recordsMessages = defineMessages(
  {
    check: {
      taken: '已存在相同的记录',
      outsideScope: '不在您的数据范围内',
    },
    record: {
      stateInvalid: '当前状态不允许该操作',
      contradicts: '与已有数据冲突，未保存',
    },
    export: {
      tooMany: '超过{0}行，请缩小筛选范围后再导出',
      tooManyJobs: '最多同时有{0}个导出任务，请等待其完成',
      notReady: '导出文件尚未生成',
      expired: '导出文件已过期，请重新导出',
      failed: '导出失败，请重试',
      list: { ticket: '工单' },
    },
    import: {
      unreadable: '文件不是可读取的xlsx表格，请使用导入模板',
      empty: '表格中没有数据行',
      tooManyRows: '一次最多导入{0}行',
      unknownColumn: '没有这一列，请使用导入模板',
      doubleColumn: '该列重复出现',
      missingColumn: '缺少必填的列',
      ambiguous: '有多个同名的选项，请填写唯一编号',
      doubleRow: '与第{0}行重复',
      errorValue: '单元格是错误值（{0}），请在表格中更正',
      noStoredValue: '单元格是公式且没有保存结果，请在表格软件中打开并保存后再导入',
      noStoredCell: '单元格{0}是公式且没有保存结果，请在表格软件中打开并保存后再导入',
      faultInRow: '第{0}行有错误值或没有结果的公式（{1}）',
      hiddenRow: '该行在表格中是隐藏行，已一并读入',
      readAs: '已读作 {0}',
    },
    base: {
      createdAt: '创建时间',
      createdBy: '创建人',
      updatedAt: '更新时间',
      updatedBy: '更新人',
      version: '版本',
      deptId: '部门',
      remark: '备注',
    },
  },
  {
    check: {
      taken: 'An identical record already exists',
      outsideScope: 'Outside your data scope',
    },
    record: {
      stateInvalid: 'Not allowed in the current status',
      contradicts: 'Conflicts with existing data; nothing was saved',
    },
    export: {
      tooMany: 'More than {0} rows. Narrow the filters and export again.',
      tooManyJobs: 'At most {0} exports can run at the same time. Wait for one to finish.',
      notReady: 'The export file is not ready yet',
      expired: 'The export file has expired. Export again.',
      failed: 'Export failed. Please try again.',
      list: { ticket: 'Tickets' },
    },
    import: {
      unreadable: 'The file is not a readable xlsx workbook. Use the import template.',
      empty: 'The sheet has no data rows',
      tooManyRows: 'At most {0} rows can be imported at once',
      unknownColumn: 'This column does not exist. Use the import template.',
      doubleColumn: 'The column appears twice',
      missingColumn: 'A required column is missing',
      ambiguous: 'Several entries have this name. Enter the unique number.',
      doubleRow: 'Duplicate of row {0}',
      errorValue: 'The cell holds an error ({0}). Correct it in the spreadsheet.',
      noStoredValue:
        'The cell is a formula without a stored result. Open and save the file in a spreadsheet program first.',
      noStoredCell:
        'Cell {0} is a formula without a stored result. Open and save the file in a spreadsheet program first.',
      faultInRow: 'Row {0} holds an error or a formula without a result ({1})',
      hiddenRow: 'This row is hidden in the spreadsheet and was read too',
      readAs: 'Read as {0}',
    },
    base: {
      createdAt: 'Created at',
      createdBy: 'Created by',
      updatedAt: 'Updated at',
      updatedBy: 'Updated by',
      version: 'Version',
      deptId: 'Department',
      remark: 'Remark',
    },
  },
)
