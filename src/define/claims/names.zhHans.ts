/** Names of the fields that several money forms share. */ /** Titles of the sections in which what was paid is proved and paid. */ /** Titles of the sections of a claim on a budget line. */
export const budgetNames = {
  budgetLineId: '预算指标',
  projectId: '项目',
  lineProjectId: '指标所属项目',
  budgetAvailable: '提交时可用余额',
  isOverdrawn: '超出可用余额',
} as const
export const invoiceNames = {
  invoices: '发票',
  'invoices.invoiceType': '票据类型',
  'invoices.invoiceNo': '发票号码',
  'invoices.invoiceCode': '发票代码',
  'invoices.invoiceDate': '开票日期',
  'invoices.sellerName': '销售方',
  'invoices.amount': '价税合计',
  'invoices.taxAmount': '税额',
  'invoices.fileId': '发票文件',
} as const
export const payeeNames = {
  payeeType: '收款方式',
  payeeName: '收款人',
  bankName: '开户行',
  bankAccount: '账号',
} as const
export const paymentNames = {
  payResult: '付款结果',
  voucherNo: '凭证号',
  paidAt: '支付日期',
  account: '付款账户',
  failReason: '退票原因',
} as const
export const expenseNames = {
  lines: '费用明细',
  'lines.expenseType': '费用类型',
  'lines.occurDate': '发生日期',
  'lines.description': '说明',
  'lines.amount': '金额',
} as const
export const paidSections = { invoices: '发票', payee: '收款信息', payment: '付款' } as const
export const claimSections = { budget: '预算', expense: '费用明细', ...paidSections } as const
