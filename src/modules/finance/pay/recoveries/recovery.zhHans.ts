import type { MessageTree } from '#src/define/messages.ts'

/** Texts of money that came back after it was paid. */
export default {
  records: {
    paymentRecovery: {
      title: '款项追回',
      fields: {
        paymentId: '付款单',
        ticketId: '工单',
        deptId: '部门',
        amount: '金额',
        account: '收回账户',
        voucherNo: '凭证号',
        recoveredAt: '追回日期',
        receipt: '追回凭据',
        reason: '追回原因',
        createdBy: '登记人',
        createdAt: '登记时间',
      },
    },
  },
  rules: {
    'finance.notPaid': '付款单{0}尚未支付，无须追回',
    'finance.recovered': '付款单{0}的款项已追回',
    'finance.recoveredEarly': '追回日期不能早于支付日期{0}',
  },
  pay: {
    recover: '登记追回',
    recoverTitle: '登记付款单{0}的款项追回',
    recoveredNow: '付款单{0}的款项已登记追回，其报销单可以作废',
  },
} satisfies MessageTree
