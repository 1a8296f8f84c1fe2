import { tabsOf } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { BatchList } from './BatchList.client.tsx'
import { DemandTab } from './DemandTab.client.tsx'
import { IngredientList } from './IngredientList.client.tsx'

const PATH = '/restaurant/ingredient'
const tabs = tabsOf(PATH)
const panels = { stock: IngredientList, batches: BatchList, demand: DemandTab }
const apart = ['demand']

/** `/restaurant/ingredient` (50.2): what is there, what comes and goes, and what the menus need. */
export function IngredientPage() {
  const mayDemand = useMay('menuPlan:Demand')
  return (
    <RecordTabs
      path={PATH}
      tabs={mayDemand ? tabs : tabs.filter(({ key }) => key !== 'demand')}
      panels={panels}
      apart={apart}
    />
  )
}
