import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { BudgetExecution as Execution } from '#src/define/home.ts'
import { useBudgetExecution } from './queries.ts'
import { Widget } from './Widget.tsx'

/** How far the year's money and the year itself have gone; only for those who may see budgets. */
export function BudgetExecution() {
  return useMay('budgetAnalysis:Search') ? <BudgetExecutionCard /> : null
}

export function BudgetExecutionCard() {
  const t = useT()
  return (
    <Widget
      title={t('home.budgetExec')}
      className="widget-side"
      query={useBudgetExecution()}
      isEmpty={(it) => Number(it.approved) === 0}
      empty={{ title: t('home.noBudget') }}
    >
      {(it) => (
        <>
          <Bar execution={it} />
          <dl className="budget-figures">
            <Figure tone="used" label={t('home.used')} money={it.used} percent={it.usedPercent} />
            <Figure tone="frozen" label={t('home.frozen')} money={it.frozen} percent={it.frozenPercent} />
            <Figure tone="available" label={t('home.available')} money={it.available} percent={null} />
            <Figure tone="time" label={t('home.timePassed', [it.year])} money={null} percent={it.timePercent} />
          </dl>
        </>
      )}
    </Widget>
  )
}

/** Used and frozen in one bar, with a mark where the year stands. The figures below say the same to everyone. */
function Bar({ execution }: { readonly execution: Execution }) {
  const t = useT()
  const { usedPercent, frozenPercent, timePercent } = execution
  const label = t('home.budgetSummary', [usedPercent, frozenPercent, timePercent])
  return (
    <div className="budget-bar" role="img" aria-label={label}>
      <div className="budget-track">
        <span className="budget-used" style={{ width: `${Math.min(100, usedPercent)}%` }} />
        <span
          className="budget-frozen"
          style={{ width: `${Math.min(100 - Math.min(100, usedPercent), frozenPercent)}%` }}
        />
      </div>
      <span className="budget-today" style={{ left: `${Math.min(100, timePercent)}%` }} />
    </div>
  )
}

function Figure({
  tone,
  label,
  money,
  percent,
}: {
  readonly tone: string
  readonly label: string
  readonly money: string | null
  readonly percent: number | null
}) {
  return (
    <div className={`budget-figure budget-figure-${tone}`}>
      <dt>{label}</dt>
      <dd>
        {money === null ? null : <MoneyText value={money} />}
        {percent === null ? null : <small>{percent}%</small>}
      </dd>
    </div>
  )
}
