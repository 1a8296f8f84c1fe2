import type { MessageTree } from '#src/define/messages.ts'

/** What each reading call of the module answers, in a sentence, by its address. */
export default {
  reads: {
    '/api/assets/catalogue/': '查看可以申领的设备和家具目录',
    '/api/assets/asset/serving/': '统计在用资产',
    '/api/assets/asset/by_no/:no/': '按编号查询一件资产',
    '/api/assets/count/mine/': '查询本人参与的资产盘点',
    '/api/assets/count/:id/sheet/': '查看盘点表',
    '/api/assets/sheet/:id/print/': '查看可打印的签收单、移交单或盘点表',
    '/api/assets/receipt/': '查看可打印的领用单',
    '/api/assets/held/:userId/': '查询一人名下的资产',
    '/api/assets/pool/': '查看共用设备的预约日历',
    '/api/assets/pool/options/': '按编号或名称查询可预约的共用设备',
    '/api/assets/repair/orders/': '查询可以关联的维修工单',
    '/api/assets/due/': '查询即将到期的资产',
    '/api/assets/finance/export_data/': '导出资产财务报表',
    '/api/assets/labels/': '查看资产或场所的标签内容',
  },
} satisfies MessageTree
