import type { MessageTree } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export default {
  reads: {
    '/api/stock/overview/': '查看库存概况',
    '/api/stock/analysis/': '分析库存的消耗、周转和可用月数',
    '/api/stock/period/:id/report/': '查看一个会计期间的收发存报表',
    '/api/stock/document/:id/print/': '查看可打印的出入库单据',
    '/api/stock/document/:id/pick/': '查看拣货单',
    '/api/stock/batch/:id/holders/': '查询领用过某一批次的人员和部门',
    '/api/stock/demand/choices/': '查询等待到货的采购需求',
    '/api/stock/count/mine/': '查看本人参加的库存盘点',
    '/api/stock/scan/': '按条码查询物品',
  },
} satisfies MessageTree
