import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { RepairBoard } from './RepairBoard.client.tsx'

const panels = { board: RepairBoard }

/** `/maintenance` (40.3). */
export function MaintenancePage() {
  return <RecordTabs path="/maintenance" panels={panels} />
}
