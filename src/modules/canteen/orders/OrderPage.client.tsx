import { tabsOf } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { KitchenTab } from '../day/KitchenTab.client.tsx'
import { LimitsTab } from '../limits/LimitsTab.client.tsx'
import { CounterTab } from '../service/CounterTab.client.tsx'
import { BillsTab } from '../settlements/BillsTab.client.tsx'
import { OrderList } from './OrderList.client.tsx'
import { OwnMealsTab } from './OwnMealsTab.client.tsx'

const PATH = '/restaurant/order'
const tabs = tabsOf(PATH)
const panels = {
  own: OwnMealsTab,
  kitchen: KitchenTab,
  counter: CounterTab,
  orders: OrderList,
  limits: LimitsTab,
  bills: BillsTab,
}
/** Tabs of those who run the canteen; the others follow from what may be read. */
const ofCanteen = ['kitchen', 'counter', 'limits']
const apart = ['own', 'kitchen', 'counter', 'limits']

/** `/restaurant/order` (50.4): one's own meals first; the canteen begins with what it prepares. */
export function OrderPage() {
  const [mayOrder, mayVerify] = [useMay('mealOrder:Create'), useMay('mealOrder:Verify')]
  const own = tabs.filter(({ key }) => key === 'own' && mayOrder)
  const lists = tabs.filter(({ key }) => key !== 'own' && (mayVerify || !ofCanteen.includes(key)))
  return (
    <RecordTabs path={PATH} tabs={mayVerify ? [...lists, ...own] : [...own, ...lists]} panels={panels} apart={apart} />
  )
}
