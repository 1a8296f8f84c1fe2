import { defineMessages } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export const stockReadMessages = defineMessages(
  {
    reads: {
      '/api/stock/overview/': '查看库存概况',
      '/api/stock/analysis/': '分析库存的消耗、周转和可用月数',
      '/api/stock/period/:id/report/': '查看一个会计期间的收发存报表',
      '/api/stock/document/:id/print/': '查看可打印的出入库单据',
      '/api/stock/document/:id/pick/': '查看拣货单',
      '/api/stock/batch/:id/holders/': '查询领用过某一批次的人员和部门',
      '/api/stock/scan/': '按条码查询物品',
    },
  },
  {
    reads: {
      '/api/stock/overview/': 'Shows an overview of the stock',
      '/api/stock/analysis/': 'Analyses consumption, turnover and months of cover',
      '/api/stock/period/:id/report/': 'Shows receipts, issues and balances of a period',
      '/api/stock/document/:id/print/': 'Shows a stock document for printing',
      '/api/stock/document/:id/pick/': 'Shows the picking list of a document',
      '/api/stock/batch/:id/holders/': 'Lists who received goods of a batch',
      '/api/stock/scan/': 'Finds an item by its barcode',
    },
  },
)
