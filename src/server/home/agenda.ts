/** A month of a person's own days: leave, travel, trips, meals, supervision (10.2, widget calendar). */

import type { Agenda } from '#src/define/answers/home.ts'
import { addDays, addMonths } from '#src/define/days.ts'
import type { AgendaSource } from '#src/define/home.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** What a person has in a month, `yyyy-MM`, of all modules together. */
export async function agendaOf(
  sources: readonly AgendaSource[],
  unit: UnitOfWork,
  userId: number,
  month: string,
): Promise<Agenda> {
  const span = { userId, from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
  const found = await Promise.all(sources.map((source) => source(unit, span)))
  const key = ({ from, time }: { from: string; time: string | null }): string => `${from} ${time ?? ''}`
  return { entries: found.flat().toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)) }
}
