import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DispatchBoard } from '../board/DispatchBoard.client.tsx'
import { carModule } from '../car.ts'

const [page] = carModule.pages
const tabs = 'tabs' in page.shell ? page.shell.tabs : []
const ownTrips = tabs.filter(({ key }) => key !== 'dispatch')
const panels = { dispatch: DispatchBoard }

/** `/carmanagement/car` (40.1); drivers, who see their own trips, have no board. */
export function CarPage() {
  const mayPlan = useMay('car:Search')
  return <RecordTabs path={page.path} tabs={mayPlan ? tabs : ownTrips} panels={panels} />
}
