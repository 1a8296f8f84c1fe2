import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { SafetyList } from '../safety/SafetyList.client.tsx'
import { MaterialList } from './MaterialList.client.tsx'

const panels = { materials: MaterialList, safety: SafetyList }
const daily = [
  'materials',
  'receipts',
  'issues',
  'returns',
  'scraps',
  'checks',
  'safety',
  'safetyLog',
  'readings',
  'energy',
  'breakage',
]

/** `/restaurant/materials` (50.3): what the canteen keeps besides food, its meters and its safety checks. */
export function MaterialPage() {
  return <RecordTabs path="/restaurant/materials" panels={panels} daily={daily} />
}
