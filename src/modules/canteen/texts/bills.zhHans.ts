import type { MessageTree } from '#src/define/messages.ts'

/** Texts of monthly bills of meals and their corrections. */
export default {
  records: {
    mealBill: {
      title: '用餐账单',
      fields: {
        month: '月份',
        empNo: '警号',
        personId: '姓名',
        deptId: '部门',
        breakfast: '早餐',
        lunch: '午餐',
        dinner: '晚餐',
        corrected: '更正',
        amount: '合计',
        payer: '付费方',
        guestName: '来宾',
        grantId: '门禁就餐授权',
        budgetLineId: '预算指标',
        chargedAt: '列支时间',
      },
      actions: { charge: '列支' },
      charts: { months: { title: '各月餐费', unit: '元' } },
    },
    mealCorrection: {
      title: '账单更正',
      fields: {
        personId: '姓名',
        deptId: '部门',
        kind: '类型',
        amount: '金额',
        reason: '原因',
        month: '计入月份',
      },
    },
  },
  dictionaries: {
    mealCorrectionKind: { name: '账单更正类型', entries: { charge: '补收', refund: '退还' } },
  },
} satisfies MessageTree
