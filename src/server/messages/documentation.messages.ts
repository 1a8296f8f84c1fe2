/** Texts of the document of the API. */
import { defineMessages } from '#src/define/messages.ts'

export const documentationMessages = defineMessages(
  {
    documentation: {
      description:
        '应用自身的应答一律为 HTTP 200，结果看 code：2000 成功，401 未登录，4000 内容有误，4001 业务规则，4003 无权限，4004 不存在或不在数据范围内，4009 版本冲突，4013 文件，4029 过于频繁，5000 服务器错误。写操作可带 X-Idempotency-Key，24 小时内重发得到第一次的应答。',
      record: {
        create: '在“{0}”中新增一条',
        update: '修改“{0}”中的一条',
        remove: '删除“{0}”中的一条',
        removeMany: '批量删除“{0}”中的多条',
        import: '向“{0}”导入数据',
        export: '导出“{0}”',
        template: '下载“{0}”的导入模板',
        search: '查询“{0}”',
        retrieve: '查看“{0}”中的一条',
        options: '查询“{0}”中可供选择的记录',
        timeline: '查看“{0}”中一条的修改记录',
        related: '查看“{0}”中一条的关联数据',
        chart: '统计“{0}”',
        chartExport: '导出“{0}”的统计数据',
        action: '对“{0}”中的一条执行“{1}”',
      },
    },
  },
  {
    documentation: {
      description:
        'Every answer of the application itself has HTTP status 200; code says how it went: 2000 ok, 401 not signed in, 4000 invalid content, 4001 business rule, 4003 no permission, 4004 not there or outside the data scope, 4009 version conflict, 4013 file, 4029 too many requests, 5000 server fault. Writes may carry X-Idempotency-Key; a repetition within 24 hours gets the first answer.',
      record: {
        create: 'Add a row of “{0}”',
        update: 'Change a row of “{0}”',
        remove: 'Delete a row of “{0}”',
        removeMany: 'Delete rows of “{0}”',
        import: 'Import rows of “{0}”',
        export: 'Export “{0}”',
        template: 'Download the import template of “{0}”',
        search: 'List “{0}”',
        retrieve: 'Show a row of “{0}”',
        options: 'List rows of “{0}” to choose from',
        timeline: 'Show the changes of a row of “{0}”',
        related: 'Show what a row of “{0}” is connected with',
        chart: 'Show the figures of “{0}”',
        chartExport: 'Export the figures of “{0}”',
        action: 'Perform “{1}” on a row of “{0}”',
      },
    },
  },
)
