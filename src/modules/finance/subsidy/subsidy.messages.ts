import {
  budgetNames,
  budgetNamesEn,
  claimSections,
  claimSectionsEn,
  paymentNames,
  paymentNamesEn,
} from '#src/define/claims/names.messages.ts'
import { defineMessages } from '#src/define/messages.ts'

export const subsidyMessages = defineMessages(
  {
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
    pages: { '/workflow/finance/subsidy': '补贴申请' },
  },
  {
    applications: {
      subsidy: {
        title: 'Subsidy',
        aliases: 'allowance|overtime|duty pay',
        purpose: 'Monthly claims for overtime, duty and field work subsidies',
        guide:
          'Enter people and days of the month (e.g. "3,4,10-12"); amounts are calculated from the standard. Each person can claim a day only once per type; overtime and duty cannot be claimed for days of leave or travel; at most 22 days per person per month. For hardship aid and festival gifts, enter the amount and a reason.',
        sections: {
          matter: 'Matter',
          budget: claimSectionsEn.budget,
          people: 'People',
          payment: claimSectionsEn.payment,
        },
        fields: {
          subsidyType: 'Subsidy type',
          period: 'Month',
          freeReason: 'Reason',
          ...budgetNamesEn,
          lines: 'People',
          'lines.userId': 'Person',
          'lines.dates': 'Dates',
          'lines.days': 'Days',
          'lines.standard': 'Standard',
          'lines.given': 'Gift amount',
          'lines.amount': 'Amount',
          'lines.note': 'Note',
          amount: 'Total',
          ...paymentNamesEn,
        },
      },
    },
    records: {},
    rules: {
      'subsidy.wrongSubject': 'Account {0} cannot be used for subsidies',
      'subsidy.wrongMonth': 'The month must be this month or one of the previous {0}',
      'subsidy.personTwice': 'Each person can have only one line',
      'subsidy.noDays': 'Enter days of the month, e.g. "3,4,10-12"',
      'subsidy.future': 'Dates must not be in the future',
      'subsidy.noAccount':
        '{0} people have no payee account in their personal centre and cannot be paid through the bank: {1}',
      'rule.FIN-71': '{0} has already claimed this subsidy for {1}',
      'rule.FIN-72': '{0} was on leave or travelling on {1}; this cannot be claimed',
      'rule.FIN-73': '{0} has {1} subsidy days in the month, more than {2}',
    },
    pages: { '/workflow/finance/subsidy': 'Subsidy' },
  },
)
