import { Link } from 'react-router-dom'
import { StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { Counter } from './Counter.tsx'
import { useSupervisionDue } from './queries.ts'
import { Widget } from './Widget.tsx'

const place = '/supervision'

/** Supervision items that are late or due within seven days, for those who have some in reach (10.2). */
export function SupervisionDue() {
  return useMay('supervision:Search') ? <WhereSome /> : null
}

function WhereSome() {
  const { data } = useSupervisionDue()
  // Most people handle none.
  return data !== undefined && data.red + data.yellow + data.green === 0 ? null : <SupervisionDueCard />
}

export function SupervisionDueCard() {
  const t = useT()
  const word = useDictionaryLabel()
  return (
    <Widget
      title={t('home.supervisionDue')}
      className="widget-side"
      query={useSupervisionDue()}
      isEmpty={({ red, yellow, green }) => red + yellow + green === 0}
      empty={{ title: t('home.supervisionNone') }}
      action={<Link to={place}>{t('home.supervisionAll')}</Link>}
    >
      {({ first, ...counts }) => (
        <>
          <ul className="counters">
            {(['red', 'yellow', 'green'] as const).map((light) => (
              <Counter
                key={light}
                count={counts[light]}
                label={word('supervisionLight', light)}
                to={`${place}?tab=all&light=${light}`}
              />
            ))}
          </ul>
          <ul className="due-list">
            {first.map(({ id, title, light, daysLeft, dept, handler }) => (
              <li key={id}>
                <Link to={`${place}?tab=all&id=${id}`}>{title}</Link>
                <span>
                  {dept} {handler} <StateChip dictionary="supervisionLight" value={light} />{' '}
                  {daysLeft < 0 ? t('home.daysLate', [-daysLeft]) : t('home.daysLeft', [daysLeft])}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Widget>
  )
}
