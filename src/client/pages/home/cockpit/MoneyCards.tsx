import { Link } from 'react-router-dom'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PublicBars } from '../PublicBars.tsx'
import { Widget } from '../Widget.tsx'
import { type CockpitFilters, useMoney } from './queries.ts'

/** Every department's rate of spending beside the year that has passed, the slowest first. */
export function DepartmentsCard({
  filters,
  onDepartment,
}: {
  readonly filters: CockpitFilters
  readonly onDepartment: (deptId: string) => void
}) {
  const t = useT()
  return (
    <div id="departments">
      <Widget
        title={t('homeViews.departments')}
        query={useMoney(filters)}
        isEmpty={({ departments }) => departments.length === 0}
        empty={{ title: t('home.noBudget') }}
        action={<Link to="/business/budget-analysis">{t('homeViews.toBudget')}</Link>}
      >
        {({ departments, timePercent, lagLimit }) => (
          <LyingBars
            most={100}
            mark={timePercent}
            bars={departments
              .toSorted((a, b) => b.lag - a.lag)
              .map(({ deptId, name, rate, lag }) => ({
                key: String(deptId),
                label: name,
                value: rate,
                text: `${rate}%`,
                isBad: lag > lagLimit,
              }))}
            onPick={onDepartment}
          />
        )}
      </Widget>
    </div>
  )
}

/** Cars, receptions and journeys abroad: spent, of the budget, and in the year before. */
export function PublicCard({ filters }: { readonly filters: CockpitFilters }) {
  const t = useT()
  return (
    <Widget
      title={t('home.threePublic')}
      query={useMoney(filters)}
      isEmpty={({ threePublic }) => threePublic.every(({ budget, used }) => Number(budget) + Number(used) === 0)}
      empty={{ title: t('home.noBudget') }}
      action={<Link to="/financialanalysis">{t('home.analysis')}</Link>}
    >
      {({ threePublic }) => (
        <PublicBars
          kinds={threePublic}
          more={({ lastUsed }) => (
            <span className="public-last">
              {t('homeViews.lastYear')} <MoneyText value={lastUsed} />
            </span>
          )}
        />
      )}
    </Widget>
  )
}
