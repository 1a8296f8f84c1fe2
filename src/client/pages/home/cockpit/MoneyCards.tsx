import { Link } from 'react-router-dom'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Widget } from '../Widget.tsx'
import { shareOf } from './figure.ts'
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
  const label = useDictionaryLabel()
  return (
    <Widget
      title={t('home.threePublic')}
      query={useMoney(filters)}
      isEmpty={({ threePublic }) => threePublic.every(({ budget, used }) => Number(budget) + Number(used) === 0)}
      empty={{ title: t('home.noBudget') }}
      action={<Link to="/financialanalysis">{t('home.analysis')}</Link>}
    >
      {({ threePublic }) => (
        <ul className="public-bars">
          {threePublic.map(({ kind, budget, used, lastUsed }) => {
            const percent = shareOf(used, budget) ?? 0
            return (
              <li key={kind}>
                <span className="public-name">{label('threePublic', kind)}</span>
                <span className="public-figures">
                  <MoneyText value={used} /> / <MoneyText value={budget} />
                </span>
                <span className="budget-track" role="img" aria-label={`${label('threePublic', kind)} ${percent}%`}>
                  <span
                    className={percent > 100 ? 'budget-used is-over' : 'budget-used'}
                    style={{ width: `${Math.min(100, percent)}%` }}
                  />
                </span>
                <span className="public-last">
                  {t('homeViews.lastYear')} <MoneyText value={lastUsed} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Widget>
  )
}
