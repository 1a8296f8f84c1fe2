import { defineMessages } from '#src/define/messages.ts'

export const budgetMessages = defineMessages(
  {
    applications: {},
    records: {
      budgetLine: {
        title: '预算指标',
        fields: {
          year: '年度',
          deptId: '部门',
          scope: '范围',
          subjectCode: '经济科目',
          kind: '支出类别',
          fundSource: '资金来源',
          controlMode: '控制方式',
          approved: '下达数',
          adjust: '调整数',
          frozen: '冻结',
          used: '已支出',
          available: '可用余额',
          state: '状态',
        },
        actions: { lock: '锁定', unlock: '解锁' },
      },
      budgetEntry: {
        title: '预算流水',
        fields: {
          at: '时间',
          lineId: '预算指标',
          deptId: '部门',
          type: '类型',
          amount: '金额',
          balanceAfter: '可用余额',
          ticketId: '工单',
          note: '说明',
        },
      },
    },
    dictionaries: {
      budgetScope: { title: '指标范围', entries: { own: '本部门', shared: '共用' } },
      budgetLineState: { title: '指标状态', entries: { active: '正常', locked: '已锁定' } },
    },
    budget: { option: '{0} {1} · 可用 {2}', jobMismatch: '预算指标{0}与流水不符，已锁定' },
    rules: {
      'budget.insufficient': '预算可用余额不足：可用{0}元，需要{1}元',
      'budget.yearClosed': '{0}年度预算未启用或已关闭',
      'budget.lineUnknown': '预算指标不存在',
      'budget.lineLocked': '预算指标已锁定，不能占用',
      'rule.BUD-04': '解冻或冲回金额超过本单占用：占用{0}元，申请{1}元',
    },
    pages: {},
  },
  {
    applications: {},
    records: {
      budgetLine: {
        title: 'Budget lines',
        fields: {
          year: 'Year',
          deptId: 'Department',
          scope: 'Scope',
          subjectCode: 'Subject',
          kind: 'Kind',
          fundSource: 'Source',
          controlMode: 'Control',
          approved: 'Approved',
          adjust: 'Adjusted',
          frozen: 'Frozen',
          used: 'Used',
          available: 'Available',
          state: 'State',
        },
        actions: { lock: 'Lock', unlock: 'Unlock' },
      },
      budgetEntry: {
        title: 'Budget ledger',
        fields: {
          at: 'Time',
          lineId: 'Budget line',
          deptId: 'Department',
          type: 'Entry',
          amount: 'Amount',
          balanceAfter: 'Available',
          ticketId: 'Ticket',
          note: 'Note',
        },
      },
    },
    dictionaries: {
      budgetScope: { title: 'Scope of a line', entries: { own: 'Own department', shared: 'Shared' } },
      budgetLineState: { title: 'State of a line', entries: { active: 'Active', locked: 'Locked' } },
    },
    budget: {
      option: '{0} {1} · available {2}',
      jobMismatch: 'Budget line {0} differs from its ledger and was locked',
    },
    rules: {
      'budget.insufficient': 'Budget insufficient: available {0}, required {1}',
      'budget.yearClosed': 'Budget year {0} is not open',
      'budget.lineUnknown': 'There is no such budget line',
      'budget.lineLocked': 'The budget line is locked',
      'rule.BUD-04': 'More than this ticket holds: {0} held, {1} requested',
    },
    pages: {},
  },
)
