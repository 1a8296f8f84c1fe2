import { useT } from '#src/client/i18n/index.ts'
import { MoneyText } from '#src/client/ui/index.ts'
import type { BudgetAnalysis } from './budget-wire.ts'
import { inTenThousands } from './figures.ts'

/** The year at a glance: money in 万元 (BUD-09), rates in percent. */
export function BudgetCards({ data }: { readonly data: BudgetAnalysis }) {
  const t = useT()
  const { totals } = data
  return (
    <dl className="analysis-cards">
      {(['approved', 'adjust', 'frozen', 'used', 'available'] as const).map((name) => (
        <div key={name} className="card">
          <dt>{t(`analysis.budget.cards.${name}`)}</dt>
          <dd title={totals[name]}>
            <MoneyText value={inTenThousands(totals[name])} /> <small>{t('analysis.wan')}</small>
          </dd>
        </div>
      ))}
      <div className="card">
        <dt>{t('analysis.budget.cards.rate')}</dt>
        <dd>{data.rate}%</dd>
      </div>
      <div className="card">
        <dt>{t('analysis.budget.cards.time')}</dt>
        <dd>{data.timePercent}%</dd>
      </div>
      <div className={data.lag > data.lagLimit ? 'card is-bad' : 'card'}>
        <dt>{t('analysis.budget.cards.lag')}</dt>
        <dd>{t('analysis.budget.points', [data.lag])}</dd>
      </div>
      {data.forecast === null ? null : (
        <div className="card">
          <dt>{t('analysis.budget.cards.forecast')}</dt>
          <dd title={data.forecast}>
            <MoneyText value={inTenThousands(data.forecast)} /> <small>{t('analysis.wan')}</small>
          </dd>
        </div>
      )}
      <div className="card">
        <dt>{t('analysis.budget.cards.claims')}</dt>
        <dd>{data.claims}</dd>
      </div>
    </dl>
  )
}
