import { FinancePage } from './pay/FinancePage.client.tsx'
import { MyPayments } from './pay/MyPayments.client.tsx'
import { MySalary } from './salary/MySalary.client.tsx'

export default { pages: { '/financial': FinancePage }, personal: { payments: MyPayments, salary: MySalary } }
