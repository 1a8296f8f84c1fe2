/** A month of a person's own days: leave, travel, trips, meals, supervision (10.2, widget calendar). */

import type { Agenda } from '#src/define/answers/home.ts'
import { addDays } from '#src/define/days.ts'
import type { AgendaSource } from '#src/define/home.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** The first and the last day of `yyyy-MM`. */
function daysOf(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`
  // Every month ends before the 33rd day after its first.
  return { from, to: addDays(`${addDays(from, 32).slice(0, 7)}-01`, -1) }
}

/** What a person has in a month, `yyyy-MM`, of all modules together. */
export async function agendaOf(
  sources: readonly AgendaSource[],
  unit: UnitOfWork,
  userId: number,
  month: string,
): Promise<Agenda> {
  const span = { userId, ...daysOf(month) }
  const found = await Promise.all(sources.map((source) => source(unit, span)))
  const key = ({ from, time }: { from: string; time: string | null }): string => `${from} ${time ?? ''}`
  return { entries: found.flat().toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)) }
}
