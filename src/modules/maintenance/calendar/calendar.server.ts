/** The year of all inspection plans: rounds that were opened, and the days that are still to come (90 B 2). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Language } from '#src/define/messages.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { CalendarDay, CalendarPlan } from './calendar.types.ts'
import { plannedDays } from './plannedDays.ts'

/** Plans of one answer; a bureau has some dozens. */
const MAX_PLANS = 300

interface PlanRow {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly cycleDays: number
  readonly workerId: number
  readonly next: string | null
}

interface RoundRow extends CalendarDay {
  readonly planId: number
}

async function calendarOf(unit: UnitOfWork, year: number, language: Language): Promise<readonly CalendarPlan[]> {
  const { rows: plans } = await sql<PlanRow>`
    select id, item, location, cycle_days, worker_id, next_due as next from inspect_plan where deleted_at is null order by created_at desc, id desc limit ${MAX_PLANS}`.execute(
    unit.db,
  )
  const { rows: rounds } = await sql<RoundRow>`
    select plan_id, id as round_id, due_on as day, state, failed from inspect_round
    where plan_id = any(${plans.map(({ id }) => id)}::bigint[]) and due_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date and deleted_at is null order by due_on`.execute(
    unit.db,
  )
  const names = await unit.namesOf(
    plans.map(({ workerId }) => workerId),
    language,
  )
  const today = unit.clock.today()
  return plans.map(({ workerId, next, ...plan }) => {
    const opened = rounds.filter(({ planId }) => planId === plan.id).map(({ planId: _, ...day }): CalendarDay => day)
    const planned = plannedDays({ next, cycleDays: plan.cycleDays }, year, today)
      .filter((day) => opened.every((one) => one.day !== day))
      .map((day): CalendarDay => ({ day, state: 'planned', failed: 0, roundId: null }))
    return {
      ...plan,
      worker: names.get(workerId) ?? '',
      days: [...opened, ...planned].toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    }
  })
}

export const calendarRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/maintenance/calendar/',
    permission: 'inspectPlan:Search',
    query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
    handle: ({ unit, query, language }) => calendarOf(unit, query.year, language),
  }),
]
