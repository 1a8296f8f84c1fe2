import { Link } from 'react-router-dom'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { DateText } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { Widget } from '../Widget.tsx'
import { type CockpitFilters, useSpeed } from './queries.ts'

type Filters = Pick<CockpitFilters, 'days' | 'deptId'>

const nameOf = (type: string): string => textOf(`applications.${type}.title`)
/** Types that are shown; the rest decide seldom. */
const SHOWN = 10

/** Hours from opening to decision by type, the slowest first (10.2). */
export function SpeedCard({ filters }: { readonly filters: Filters }) {
  const t = useT()
  return (
    <div id="speed">
      <Widget
        title={t('homeViews.speed')}
        query={useSpeed(filters)}
        isEmpty={({ types }) => types.length === 0}
        empty={{ title: t('homeViews.noApprovals') }}
      >
        {({ types, hours }) => (
          <LyingBars
            {...(hours !== null && { mark: hours })}
            bars={types
              .toSorted((a, b) => b.hours - a.hours)
              .slice(0, SHOWN)
              .map((row) => ({
                key: row.type,
                label: nameOf(row.type),
                value: row.hours,
                text: t('homeViews.hoursOf', [row.hours, row.decided]),
              }))}
          />
        )}
      </Widget>
    </div>
  )
}

/** Tickets with an overdue approval, the longest overdue first. */
export function LateCard({ filters }: { readonly filters: Filters }) {
  const t = useT()
  return (
    <div id="late">
      <Widget
        title={t('homeViews.lateTickets')}
        query={useSpeed(filters)}
        isEmpty={({ late }) => late === 0}
        empty={{ title: t('homeViews.noneLate') }}
      >
        {({ late, first }) => (
          <>
            <p className="cockpit-count">{t('homeViews.lateCount', [late])}</p>
            <ul className="cockpit-late">
              {first.map(({ id, no, type, title, dept, people, dueAt }) => (
                <li key={id}>
                  <Link to={`/workflow/ticket/${id}`}>{title}</Link>
                  <span>
                    {no} · {nameOf(type)} · {dept}
                  </span>
                  <span>
                    {people} · {t('homeViews.dueAt')} <DateText value={dueAt} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Widget>
    </div>
  )
}
