import { defineMessages } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export const suppliesReadMessages = defineMessages(
  {
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
    },
  },
  {
    reads: {
      '/api/supplies/counter/': 'Lists the tickets that wait at the issue counter',
      '/api/supplies/counter/code/': 'Finds a ticket by its pick-up code',
      '/api/supplies/ticket/:id/': 'Shows how far a supply ticket has been issued',
      '/api/supplies/catalogue/': 'Shows the catalogue of items to apply for',
      '/api/supplies/return/own/': 'Lists what the caller may return',
      '/api/clothing/own/': 'Shows the caller’s clothing and sizes',
      '/api/clothing/own/card/': 'Shows the caller’s clothing card',
      '/api/clothing/matrix/': 'Shows the entitlement matrix of clothing',
      '/api/clothing/matrix/sizes/': 'Counts the sizes needed by department',
    },
  },
)
