import { useState } from 'react'
import { Link } from 'react-router-dom'
import { MonthGrid } from '#src/client/components/absences/MonthGrid.tsx'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { AgendaEntry, AgendaKind } from '#src/define/home.ts'
import { useAgenda } from './queries.ts'
import { Widget } from './Widget.tsx'

/** Kinds whose name is a value of a dictionary. */
const dictionaries: Partial<Readonly<Record<AgendaKind, 'leaveType' | 'mealType'>>> = {
  leave: 'leaveType',
  meal: 'mealType',
}

/** Own leave, trips, meals and due dates of a month, and those of the chosen day (10.2). */
export function Agenda() {
  const t = useT()
  const [day, choose] = useState(() => browserTime().today)
  return (
    <Widget title={t('home.calendar')} className="agenda" query={useAgenda(day.slice(0, 7))}>
      {({ entries }) => {
        const on = (one: string): readonly AgendaEntry[] => entries.filter(({ from, to }) => from <= one && one <= to)
        const chosen = on(day)
        return (
          <>
            <MonthGrid
              day={day}
              onDay={choose}
              cellOf={(one) => {
                const kinds = [...new Set(on(one).map(({ kind }) => kind))]
                return {
                  hasSome: kinds.length > 0,
                  label: t('home.agenda.on', [one, on(one).length]),
                  content: <Marks kinds={kinds} />,
                }
              }}
            />
            <ul className="agenda-day" aria-label={t('home.agenda.on', [day, chosen.length])} aria-live="polite">
              {chosen.length === 0 ? <li className="agenda-none">{t('home.agenda.none')}</li> : null}
              {chosen.map((entry) => (
                <Entry key={`${entry.kind} ${entry.from} ${entry.time} ${entry.name} ${entry.link}`} entry={entry} />
              ))}
            </ul>
          </>
        )
      }}
    </Widget>
  )
}

/** A dot for each kind; the day says their number in words. */
function Marks({ kinds }: { readonly kinds: readonly AgendaKind[] }) {
  return (
    <span className="agenda-marks" aria-hidden>
      {kinds.map((kind) => (
        <span key={kind} className={`agenda-mark is-${kind}`} />
      ))}
    </span>
  )
}

function Entry({ entry: { kind, from, to, time, name, link } }: { readonly entry: AgendaEntry }) {
  const t = useT()
  const word = useDictionaryLabel()
  const dictionary = dictionaries[kind]
  const text = dictionary === undefined ? name : word(dictionary, name)
  return (
    <li>
      <span className={`agenda-mark is-${kind}`} aria-hidden />
      <span className="agenda-kind">{[t(`home.agenda.${kind}`), time].filter(Boolean).join(' ')}</span>
      {link === null ? <span>{text}</span> : <Link to={link}>{text}</Link>}
      {from === to ? null : <span className="agenda-until">{t('home.agenda.until', [to])}</span>}
    </li>
  )
}
