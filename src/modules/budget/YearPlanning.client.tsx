import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DrawnFields } from '#src/client/records/form/FormPanel.tsx'
import type { RecordTab } from '#src/define/module.ts'
import { AdjustFields } from './AdjustFields.client.tsx'
import { PlanTab } from './plan/PlanTab.client.tsx'

const tabs: readonly RecordTab[] = [
  { key: 'plans', record: 'yearPlan' },
  { key: 'lines', record: 'budgetLine' },
  { key: 'adjust', record: 'budgetAdjust' },
  { key: 'ledger', record: 'budgetEntry' },
  { key: 'commitments', record: 'commitment' },
  { key: 'years', record: 'budgetYear' },
]
const panels = { plans: PlanTab }

/** 30.2: plans, lines, adjustments, ledger, commitments and years. */
export function YearPlanning() {
  return (
    <DrawnFields value={AdjustFields}>
      <RecordTabs path="/business/year-planning" tabs={tabs} panels={panels} />
    </DrawnFields>
  )
}
