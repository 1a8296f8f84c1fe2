import type { MessageTree } from '#src/define/messages.ts'

/** Texts of payments that came back and of the correction of their payee (FIN-93). */
export default {
  records: {
    payeeCorrection: {
      title: '收款信息更正',
      fields: {
        paymentId: '付款单',
        ticketId: '工单',
        applicantId: '申请人',
        deptId: '部门',
        payeeName: '更正后收款人',
        bankName: '开户行',
        bankAccount: '账号',
        reason: '更正说明',
        state: '状态',
        decidedBy: '审核人',
        decidedAt: '审核时间',
        refusal: '退回原因',
        createdAt: '提交时间',
      },
      actions: { confirm: '确认更正', refuse: '退回更正' },
    },
  },
  dictionaries: {
    payeeCorrectionState: {
      title: '更正状态',
      entries: { proposed: '待审核', confirmed: '已确认', refused: '已退回' },
    },
  },
  rules: {
    'finance.notFailed': '付款单{0}无须更正收款信息',
    'finance.proposed': '付款单{0}的更正正在审核',
    'finance.ownCorrection': '不能审核本人提出的更正',
  },
  finance: {
    notice: {
      failed: '付款单{0}退票，请更正收款信息',
      corrected: '付款单{0}的收款信息已更正，请审核',
      confirmed: '付款单{0}的收款信息更正已确认，将重新支付',
      refused: '付款单{0}的收款信息更正被退回',
    },
  },
  personalTabs: { payments: '我的付款' },
  pay: {
    own: {
      title: '我的付款',
      none: '暂无付款记录',
      correct: '更正收款信息',
      correctTitle: '更正付款单{0}的收款信息',
      proposed: '更正审核中',
      refusal: '更正被退回：{0}',
      sent: '更正已提交，等待财务审核',
    },
  },
} satisfies MessageTree
