import { FinancePage } from './pay/FinancePage.client.tsx'
import { MyPayments } from './pay/MyPayments.client.tsx'

export default { pages: { '/financial': FinancePage }, personal: { payments: MyPayments } }
