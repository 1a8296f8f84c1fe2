import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PublicBars } from './PublicBars.tsx'
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
  return (
    <Widget
      title={t('home.threePublic')}
      className="widget-side"
      query={useThreePublic()}
      action={<Link to="/financialanalysis">{t('home.analysis')}</Link>}
      isEmpty={({ kinds }) => kinds.every(({ budget, used }) => Number(budget) === 0 && Number(used) === 0)}
      empty={{ title: t('home.noBudget') }}
    >
      {({ kinds }) => <PublicBars kinds={kinds} />}
    </Widget>
  )
}
