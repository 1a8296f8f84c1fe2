import { Link } from 'react-router-dom'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { useThreePublic } from './queries.ts'
import { Widget } from './Widget.tsx'

/** What the year spent on cars, receptions and journeys abroad, against its budget; for those who read the finance analysis (10.1). */
export function ThreePublic() {
  const mayBudget = useMay('budgetAnalysis:Search')
  const mayFinance = useMay('financeAnalysis:Search')
  return mayBudget && mayFinance ? <ThreePublicCard /> : null
}

export function ThreePublicCard() {
  const t = useT()
  const label = useDictionaryLabel()
  return (
    <Widget
      title={t('home.threePublic')}
      className="widget-side"
      query={useThreePublic()}
      action={<Link to="/financialanalysis">{t('home.analysis')}</Link>}
      isEmpty={({ kinds }) => kinds.every(({ budget, used }) => Number(budget) === 0 && Number(used) === 0)}
      empty={{ title: t('home.noBudget') }}
    >
      {({ kinds }) => (
        <ul className="public-bars">
          {kinds.map(({ kind, budget, used }) => {
            const percent = Number(budget) === 0 ? 0 : Math.round((Number(used) / Number(budget)) * 1000) / 10
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
              </li>
            )
          })}
        </ul>
      )}
    </Widget>
  )
}
