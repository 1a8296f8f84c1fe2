import { PageHeader } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { CarTodayCard } from '../CarToday.tsx'
import { SupervisionDueCard } from '../SupervisionDue.tsx'
import { CockpitFilterBar } from './CockpitFilterBar.tsx'
import { Figures } from './Figures.tsx'
import { DepartmentsCard, PublicCard } from './MoneyCards.tsx'
import { useCockpitFilters } from './queries.ts'
import { LateCard, SpeedCard } from './SpeedCards.tsx'
import '../home.css'
import './cockpit.css'

/** `/home/bak`: money, approvals, supervision and cars at a glance, each figure one click from its list (10.2). */
export default function CockpitPage() {
  const t = useT()
  const { filters, change } = useCockpitFilters()
  return (
    <>
      <PageHeader title={t('homeViews.cockpit')} />
      <CockpitFilterBar filters={filters} onChange={change} />
      <Figures filters={filters} />
      <div className="cockpit">
        <DepartmentsCard filters={filters} onDepartment={(deptId) => change({ deptId })} />
        <PublicCard filters={filters} />
        <SpeedCard filters={filters} />
        <LateCard filters={filters} />
        <SupervisionDueCard />
        <CarTodayCard />
      </div>
    </>
  )
}
