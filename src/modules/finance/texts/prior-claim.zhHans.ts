import {
  claimSections,
  expenseNames,
  invoiceNames,
  paidSections,
  payeeNames,
  paymentNames,
} from '#src/define/claims/names.zhHans.ts'
import type { MessageTree } from '#src/define/messages.ts'

export default {
  applications: {
    financialReimbursementTwo: {
      title: '事前审批报销',
      aliases: '报账|费用|发票|事前',
      purpose: '据已批准的事前审批报销',
      guide:
        '选择本部门有效的事前审批，预算已在审批时冻结，报销不再占用；可分次报销，勾选结清后余额自动释放。发生日期早于审批日期的须说明原因，并由财务负责人审批。',
      sections: {
        approval: '事前审批',
        expense: claimSections.expense,
        ...paidSections,
        proof: '验收与依据',
      },
      fields: {
        preApprovalId: '事前审批单',
        remaining: '剩余额度',
        budgetLineId: '预算指标',
        projectId: '项目',
        subjectCode: '经济科目',
        ...expenseNames,
        amount: '报销金额',
        billCount: '附件张数',
        finalSettlement: '结清本事前审批',
        isBelow: '低于剩余额度80%',
        varianceNote: '差异说明',
        isBackdated: '发生日期早于审批日期',
        backdateReason: '先支后批原因',
        ...invoiceNames,
        ...payeeNames,
        needsAcceptance: '须附验收单',
        acceptanceFile: '验收单',
        collectiveMinutes: '会议纪要',
        ...paymentNames,
      },
    },
    financialReimbursementThree: {
      title: '合同对公付款',
      aliases: '付款|对公|合同款|供应商',
      purpose: '按合同向供应商分期付款',
      guide:
        '选择付款来源，款项从来源已冻结的预算中支出。预付款不超过合同金额的30%，累计付款不超过合同金额；除预付款外须附发票，验收款须附验收报告。',
      sections: {
        source: '付款来源',
        part: '本次付款',
        ...paidSections,
        payee: '收款单位',
        proof: '验收与依据',
      },
      fields: {
        sourceId: '来源单据',
        sourceType: '付款来源',
        budgetLineId: '预算指标',
        purchaseNo: '采购项目编号',
        contractNo: '合同编号',
        contractAmount: '合同金额',
        paidAmount: '已付金额',
        remaining: '未付金额',
        stage: '付款阶段',
        amount: '本次付款',
        ...invoiceNames,
        ...payeeNames,
        acceptanceFile: '验收报告',
        collectiveMinutes: '会议纪要',
        ...paymentNames,
      },
    },
  },
  records: {},
  dictionaries: {
    paymentStage: {
      title: '付款阶段',
      entries: { advance: '预付款', progress: '进度款', acceptance: '验收款', retention: '质保金' },
    },
  },
  finance: {
    panel: { held: '本单已冻结', availableAfter: '批准后可用余额' },
    partOf: '本次付款 {0, money} 元，合同金额 {1, money} 元，尚未支付 {2, money} 元',
  },
  rules: {
    'preApproval.otherDept': '只能使用本部门的事前审批',
    'rule.FIN-23': '采购方式为“{0}”的事前审批经采购后通过合同对公付款支付',
    'rule.FIN-31': '预付款累计 {0, money} 元超过合同金额 {1, money} 元的30%',
    'rule.FIN-32': '本次付款 {0, money} 元超过未付金额 {1, money} 元',
    'rule.FIN-33': '{0}验收付款满{1}天后才能支付质保金',
    'rule.FIN-34': '来源单据{0}已终止，不能付款',
  },
} satisfies MessageTree
