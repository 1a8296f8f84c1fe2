import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DispatchBoard } from '../board/DispatchBoard.client.tsx'
import { carModule } from '../car.ts'
import { OwnTrips } from '../own/OwnTrips.client.tsx'

const [page] = carModule.pages
const tabs = 'tabs' in page.shell ? page.shell.tabs : []
const fleetTabs = tabs.filter(({ key }) => key !== 'today')
const driverTabs = tabs.filter(({ key }) => key === 'today' || key === 'trips')
const panels = { dispatch: DispatchBoard, today: OwnTrips }

/** `/carmanagement/car` (40.1); drivers have their day in place of the board. */
export function CarPage() {
  const mayPlan = useMay('car:Search')
  return <RecordTabs path={page.path} tabs={mayPlan ? fleetTabs : driverTabs} panels={panels} />
}
