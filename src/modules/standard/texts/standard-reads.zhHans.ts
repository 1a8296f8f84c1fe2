import type { MessageTree } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export default {
  reads: {
    '/api/standards/version/:id/report/': '查看一版标准发布前后的超标、缺配人数和费用',
    '/api/standards/item/of/:kind/': '按类别查询标准项目',
    '/api/standards/compliance/departments/': '统计各部门的达标情况',
    '/api/standards/pending/': '查看尚未发布的标准草稿',
  },
} satisfies MessageTree
