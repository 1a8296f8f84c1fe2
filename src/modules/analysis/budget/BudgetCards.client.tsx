import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { largeIn, paceOf } from '../figures.ts'
import type { BudgetAnalysis } from './budget.types.ts'

/** The year at a glance: money in 万元 (BUD-09), rates in percent. */
export function BudgetCards({ data }: { readonly data: BudgetAnalysis }) {
  const t = useT()
  const large = largeIn(useLanguage())
  const { totals } = data
  const pace = paceOf(data.lag)
  return (
    <dl className="analysis-cards">
      {(['approved', 'adjust', 'frozen', 'used', 'available'] as const).map((name) => (
        <div key={name} className="card">
          <dt>{t(`analysis.budget.cards.${name}`)}</dt>
          <dd title={totals[name]}>
            <span className="money">{t('analysis.large', [large(totals[name])])}</span>
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
        <dt>{t(`analysis.budget.cards.${pace.word}`)}</dt>
        <dd>{t('analysis.budget.points', [pace.points])}</dd>
      </div>
      {data.forecast === null ? null : (
        <div className="card">
          <dt>{t('analysis.budget.cards.forecast')}</dt>
          <dd title={data.forecast}>
            <span className="money">{t('analysis.large', [large(data.forecast)])}</span>
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
