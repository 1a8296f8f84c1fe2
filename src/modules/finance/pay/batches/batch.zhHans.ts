import type { MessageTree } from '#src/define/messages.ts'

/** Texts of payment batches and the bank file (30.7). */
export default {
  records: {
    paymentBatch: {
      title: '支付批次',
      fields: {
        no: '批次号',
        state: '状态',
        account: '付款账户',
        payments: '笔数',
        amount: '金额',
        submittedAt: '送银行时间',
        finishedAt: '完成时间',
        createdBy: '经办人',
        createdAt: '生成时间',
      },
      actions: { cancel: '取消批次' },
    },
  },
  dictionaries: {
    paymentBatchState: {
      title: '支付批次状态',
      entries: { open: '待送银行', submitted: '已送银行', done: '已完成', cancelled: '已取消' },
    },
  },
  rules: {
    'finance.inBatch': '付款单{0}在支付批次中，请在财务台账登记结果',
    'finance.notWaiting': '付款单{0}不在待支付状态',
    'finance.noAccount': '付款单{0}没有收款账号，不能通过银行支付',
    'finance.batchClosed': '支付批次{0}已结束',
    'finance.notAtBank': '付款单{0}所在批次尚未送银行，不能登记结果',
    'finance.atBank': '付款单{0}已送银行，不能作废',
  },
  bankFile: { serial: '序号', account: '账号', name: '户名', bank: '开户行', amount: '金额', purpose: '用途' },
  pay: {
    makeBatch: '生成支付批次',
    makeBatchTitle: '生成支付批次（{0}笔）',
    batchMade: '已生成支付批次{0}',
    bankFile: '导出银行文件',
    bankFileNote: '首次导出即视为送银行，此后批次内的付款单不能作废。',
    openBatch: '登记批次结果',
  },
} satisfies MessageTree
