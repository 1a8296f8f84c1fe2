import { FinancePage } from './pay/FinancePage.client.tsx'
import { MyPayments } from './pay/payments/MyPayments.client.tsx'
import { MySalary } from './salary/MySalary.client.tsx'
import { TravelPage } from './travel/TravelPage.client.tsx'

export default {
  pages: { '/financial': FinancePage, '/travelWork': TravelPage },
  personal: { payments: MyPayments, salary: MySalary },
}
