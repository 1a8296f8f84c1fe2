import { defineMessages } from '#src/define/messages.ts'

/** Texts of payments that came back and of whoever corrects the payee (FIN-93). */
export const correctionMessages = defineMessages(
  {
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
        none: '还没有付款记录',
        correct: '更正收款信息',
        correctTitle: '更正付款单{0}的收款信息',
        proposed: '更正审核中',
        refusal: '更正被退回：{0}',
        sent: '更正已提交，等待财务审核',
      },
    },
  },
  {
    records: {
      payeeCorrection: {
        title: 'Corrected payees',
        fields: {
          paymentId: 'Payment',
          ticketId: 'Ticket',
          applicantId: 'Applicant',
          deptId: 'Department',
          payeeName: 'Payee as corrected',
          bankName: 'Bank',
          bankAccount: 'Account',
          reason: 'Why',
          state: 'State',
          decidedBy: 'Decided by',
          decidedAt: 'Decided at',
          refusal: 'Refused because',
          createdAt: 'Sent at',
        },
        actions: { confirm: 'Confirm', refuse: 'Refuse' },
      },
    },
    dictionaries: {
      payeeCorrectionState: {
        title: 'State of a correction',
        entries: { proposed: 'To be checked', confirmed: 'Confirmed', refused: 'Refused' },
      },
    },
    rules: {
      'finance.notFailed': 'The payee of payment {0} needs no correction',
      'finance.proposed': 'A correction of payment {0} is being checked',
      'finance.ownCorrection': 'Nobody confirms a correction of their own',
    },
    finance: {
      notice: {
        failed: 'Payment {0} came back: please correct the payee',
        corrected: 'The payee of payment {0} was corrected: please check',
        confirmed: 'The corrected payee of payment {0} is confirmed; it will be paid again',
        refused: 'The corrected payee of payment {0} was refused',
      },
    },
    personalTabs: { payments: 'My payments' },
    pay: {
      own: {
        title: 'My payments',
        none: 'No payments yet',
        correct: 'Correct the payee',
        correctTitle: 'Correct the payee of payment {0}',
        proposed: 'Correction being checked',
        refusal: 'Correction refused: {0}',
        sent: 'The correction was sent to the finance audit',
      },
    },
  },
)
