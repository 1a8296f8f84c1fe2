import type { MessageTree } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export default {
  reads: {
    '/api/supplies/counter/': '查看发放台的待发工单',
    '/api/supplies/counter/code/': '按取货码查询工单',
    '/api/supplies/ticket/:id/': '查看一张领用工单的发放进度',
    '/api/supplies/catalogue/': '查看可以申领的物品目录',
    '/api/supplies/return/own/': '查询本人可以退回的物品',
    '/api/clothing/own/': '查看本人的被装和尺码',
    '/api/clothing/own/card/': '查看本人的被装卡',
    '/api/clothing/matrix/': '查看被装配备矩阵',
    '/api/clothing/matrix/sizes/': '查看各部门的尺码数量',
    '/api/clothing/survey/': '查看换季征订',
    '/api/clothing/survey/own/': '查看本人待确认的换季征订',
    '/api/clothing/survey/:id/': '查看换季征订的尺码矩阵',
    '/api/clothing/survey/:id/sheet/': '导出换季征订的尺码表',
  },
} satisfies MessageTree
