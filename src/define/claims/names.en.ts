export const budgetNames = {
  budgetLineId: 'Budget line',
  projectId: 'Project',
  lineProjectId: 'Project of the line',
  budgetAvailable: 'Available at submission',
  isOverdrawn: 'Beyond what is available',
} as const
export const invoiceNames = {
  invoices: 'Invoices',
  'invoices.invoiceType': 'Type',
  'invoices.invoiceNo': 'Invoice number',
  'invoices.invoiceCode': 'Invoice code',
  'invoices.invoiceDate': 'Date',
  'invoices.sellerName': 'Seller',
  'invoices.amount': 'Total incl. tax',
  'invoices.taxAmount': 'Tax',
  'invoices.fileId': 'File',
} as const
export const payeeNames = {
  payeeType: 'Payment method',
  payeeName: 'Payee',
  bankName: 'Bank',
  bankAccount: 'Account',
} as const
export const paymentNames = {
  payResult: 'Result of the payment',
  voucherNo: 'Voucher number',
  paidAt: 'Paid on',
  account: 'Paid from',
  failReason: 'Reason of the failure',
} as const
export const expenseNames = {
  lines: 'Expenses',
  'lines.expenseType': 'Type',
  'lines.occurDate': 'Date',
  'lines.description': 'Description',
  'lines.amount': 'Amount',
} as const

export const paidSections = { invoices: 'Invoices', payee: 'Payee', payment: 'Payment' } as const

export const claimSections = { budget: 'Budget', expense: 'Expenses', ...paidSections } as const
