import { CounterPage } from './counter/CounterPage.client.tsx'
import { MySupplies } from './returns/MySupplies.client.tsx'

export default {
  pages: { '/stockmanage/issueCounter': CounterPage },
  personal: { supplies: MySupplies },
}
