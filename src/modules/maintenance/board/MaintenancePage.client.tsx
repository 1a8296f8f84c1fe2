import { tabsOf } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { PlanYear } from '../calendar/PlanYear.client.tsx'
import { Contractors } from '../contractors/Contractors.client.tsx'
import { OrderList } from '../orders/OrderList.client.tsx'
import { WorkDay } from '../work/WorkDay.client.tsx'
import { RepairBoard } from './RepairBoard.client.tsx'

const PATH = '/maintenance'
const tabs = tabsOf(PATH)
const withoutWork = tabs.filter(({ key }) => key !== 'work')
const workFirst = [...tabs.filter(({ key }) => key === 'work'), ...withoutWork]
const panels = { board: RepairBoard, work: WorkDay, orders: OrderList, year: PlanYear, contractors: Contractors }
const apart = ['contractors']

/** `/maintenance` (40.3); who repairs has the day's work in front, who dispatches the board. */
export function MaintenancePage() {
  const [repairs, dispatches] = [useMay('maintenance:Accept'), useMay('maintenance:Dispatch')]
  return (
    <RecordTabs path={PATH} tabs={repairs && !dispatches ? workFirst : withoutWork} panels={panels} apart={apart} />
  )
}
