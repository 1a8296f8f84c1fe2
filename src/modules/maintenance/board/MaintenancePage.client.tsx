import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { maintenance } from '../maintenance.ts'
import { RepairBoard } from './RepairBoard.client.tsx'

const [page] = maintenance.pages
const tabs = 'tabs' in page.shell ? page.shell.tabs : []
const panels = { board: RepairBoard }

/** `/maintenance` (40.3). */
export function MaintenancePage() {
  return <RecordTabs path={page.path} tabs={tabs} panels={panels} />
}
