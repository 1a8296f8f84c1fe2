import './absences.css'
import { browserTime } from '#src/client/components/forms/given.ts'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { awayOn } from './month.ts'

/** One absence of a person; dates are `yyyy-MM-dd`, both included. */
export interface Absence {
  readonly id: number | string
  readonly name: string
  readonly deptId: number
  readonly dept: string
  /** Where to, or why. */
  readonly note: string
  readonly startDate: string
  readonly endDate: string
}

interface AbsenceMonthProps {
  /** Everybody who is away on some day of the month of `day`. */
  readonly rows: readonly Absence[]
  readonly day: string
  readonly onDay: (day: string) => void
  /** Where not people are away but things are out, grouped as people are by department. */
  readonly words?: { readonly onDay: (day: string, count: number) => string; readonly nobody: string }
}

/** The day of an address, today where it has none. */
export const dayIn = (params: URLSearchParams): string => {
  const day = params.get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : browserTime().today
}

/** A month with how many are away each day, and who is on the chosen one, by department. */
export function AbsenceMonth({ rows, day, onDay, words }: AbsenceMonthProps) {
  const t = useT()
  const onDayText = words?.onDay ?? ((one, count) => t('records.absences.onDay', [one, count]))
  const away = awayOn(rows, day)
  const departments = [...new Map(away.map((row) => [row.deptId, row.dept]))]
  const title = onDayText(day, away.length)
  return (
    <div className="away">
      <MonthGrid
        day={day}
        onDay={onDay}
        cellOf={(one) => {
          const count = awayOn(rows, one).length
          return {
            hasSome: count > 0,
            label: onDayText(one, count),
            content: count > 0 ? <span className="away-count">{count}</span> : null,
          }
        }}
      />
      <section className="card away-list" aria-label={title}>
        <h2>{title}</h2>
        {away.length === 0 ? (
          <EmptyState compact title={words?.nobody ?? t('records.absences.nobody')} />
        ) : (
          departments.map(([id, name]) => {
            const people = away.filter((row) => row.deptId === id)
            return (
              <div key={id}>
                <h3>
                  {name} <small>{people.length}</small>
                </h3>
                <ul>
                  {people.map((row) => (
                    <li key={row.id}>
                      <span>{row.name}</span>
                      <span>{row.note}</span>
                      <span className="away-dates">{`${row.startDate} – ${row.endDate}`}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )
          })
        )}
      </section>
    </div>
  )
}
