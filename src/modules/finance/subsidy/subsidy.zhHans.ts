import { budgetNames, claimSections, paymentNames } from '#src/define/claims/names.zhHans.ts'
import type { MessageTree } from '#src/define/messages.ts'

export default {
  applications: {
    subsidy: {
      title: '补贴申请',
      aliases: '津贴|加班费|值班费|补助',
      purpose: '加班、值班、外勤等补贴的按月申报',
      guide:
        '按月填写人员和日期（如“3,4,10-12”），金额按标准自动计算；同一人同一天同一类补贴只能申报一次，休假或出差的日期不能申报加班、值班补贴，每人每月不超过22天。困难补助和节日慰问直接填写金额并说明理由。',
      sections: { matter: '事项', budget: claimSections.budget, people: '人员明细', payment: claimSections.payment },
      fields: {
        subsidyType: '补贴类型',
        period: '所属月份',
        freeReason: '理由',
        ...budgetNames,
        lines: '人员明细',
        'lines.userId': '人员',
        'lines.dates': '日期',
        'lines.days': '天数',
        'lines.standard': '标准',
        'lines.given': '慰问金额',
        'lines.amount': '金额',
        'lines.note': '备注',
        amount: '合计',
        ...paymentNames,
      },
    },
  },
  records: {},
  rules: {
    'subsidy.wrongSubject': '科目“{0}”不能列支补贴',
    'subsidy.wrongMonth': '所属月份须为本月或之前{0}个月内',
    'subsidy.personTwice': '同一人员只能填写一行',
    'subsidy.noDays': '请填写当月日期，如“3,4,10-12”',
    'subsidy.future': '日期不能晚于今天',
    'subsidy.noAccount': '{0}人未在个人中心登记收款账号，无法通过银行支付：{1}',
    'rule.FIN-71': '{0}在{1}的该类补贴已申报',
    'rule.FIN-72': '{0}在{1}休假或出差，不能申报',
    'rule.FIN-73': '{0}当月补贴天数{1}天，超过{2}天',
  },
} satisfies MessageTree
