/** How departments stand with their items on a day: what a notice freezes (SUP-02, SUP-05). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { daysBetween } from '#src/define/days.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { lightOf } from '../items/light.ts'

/** First and last day, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** An item as it stood at the end of the period; `closedOn` is null while it was open. Names are those of the day. */
export interface StandingItem {
  readonly no: string
  readonly title: string
  readonly deptId: number
  readonly dept: string
  readonly deptEn: string
  readonly handler: string
  readonly handlerEn: string
  readonly dueDate: string
  readonly firstDueDate: string
  readonly closedOn: string | null
}

/** A department among those with items, by its share in time. */
export interface StandingDept {
  readonly deptId: number
  readonly dept: string
  readonly deptEn: string
  /** From 1, alike for equals; null for a department that had nothing to finish. */
  readonly rank: number | null
  /** Percent finished in time of what was finished or late; null where there was nothing. */
  readonly rate: number | null
  readonly inTime: number
  readonly lateClosed: number
  readonly lateOpen: number
  readonly near: number
  readonly normal: number
}

/** Items that were closed in the period or open at its end, among those the notice reaches; an extension granted later does not count yet. */
export async function readStanding(
  unit: UnitOfWork,
  access: Access,
  { from, to }: Period,
): Promise<readonly StandingItem[]> {
  const { rows } = await sql<StandingItem>`
    with standing as (
      select i.no, i.title, i.lead_dept_id, i.handler_id, i.first_due_date,
        coalesce((select e.from_date from supervision_extension e
          where e.item_id = i.id and e.state = 'approved' and (e.decided_at at time zone 'Asia/Shanghai')::date > ${to}::date
          order by e.decided_at, e.id limit 1), i.due_date) as due_date,
        case when (i.closed_at at time zone 'Asia/Shanghai')::date <= ${to}::date then (i.closed_at at time zone 'Asia/Shanghai')::date end as closed_on
      from supervision_item i
      where i.deleted_at is null and i.state not in ('draft', 'terminated') and (i.assigned_at at time zone 'Asia/Shanghai')::date <= ${to}::date
        and ${reachedBy(access, 'supervisionNotice:Create', { department: 'i.lead_dept_id', sharedWith: 'i.co_dept_ids', owner: 'i.handler_id' })})
    select s.no, s.title, s.lead_dept_id as dept_id, d.name as dept, coalesce(nullif(d.name_en, ''), d.name) as dept_en,
      u.name as handler, coalesce(nullif(u.name_en, ''), u.name) as handler_en, s.due_date, s.first_due_date, s.closed_on
    from standing s join shared_department d on d.id = s.lead_dept_id join shared_app_user u on u.id = s.handler_id
    where s.closed_on is null or s.closed_on >= ${from}::date
    order by d.sort, d.id, s.due_date, s.no`.execute(unit.db)
  return rows
}

/** Days an item was late at the end of the period, or when it was closed; 0 where it was not. */
export const daysLate = ({ dueDate, closedOn }: StandingItem, { to }: Period): number =>
  Math.max(0, daysBetween(dueDate, closedOn ?? to))

/** Percent of what was finished or late that was finished in time. */
export function rateOf({
  inTime,
  lateClosed,
  lateOpen,
}: Pick<StandingDept, 'inTime' | 'lateClosed' | 'lateOpen'>): number | null {
  const all = inTime + lateClosed + lateOpen
  return all === 0 ? null : Math.round((inTime * 100) / all)
}

type Counts = Pick<StandingDept, 'inTime' | 'lateClosed' | 'lateOpen' | 'near' | 'normal'>

export function countsOf(items: readonly StandingItem[], period: Period): Counts {
  const count = (holds: (item: StandingItem) => boolean): number => items.filter(holds).length
  const isLate = (item: StandingItem): boolean => daysLate(item, period) > 0
  const light = ({ dueDate }: StandingItem) => lightOf('doing', dueDate, period.to)
  return {
    inTime: count((item) => item.closedOn !== null && !isLate(item)),
    lateClosed: count((item) => item.closedOn !== null && isLate(item)),
    lateOpen: count((item) => item.closedOn === null && isLate(item)),
    near: count((item) => item.closedOn === null && light(item) === 'yellow'),
    normal: count((item) => item.closedOn === null && light(item) === 'green'),
  }
}

/** Departments by their share in time, then by what is still late; those with nothing to finish come last. */
export function rankDepartments(items: readonly StandingItem[], period: Period): readonly StandingDept[] {
  const deptIds = [...new Set(items.map(({ deptId }) => deptId))]
  const rows = deptIds.map((deptId) => {
    const own = items.filter((item) => item.deptId === deptId)
    const { dept = '', deptEn = '' } = own[0] ?? {}
    const counts = countsOf(own, period)
    return { deptId, dept, deptEn, ...counts, rate: rateOf(counts) }
  })
  const isAhead = (one: (typeof rows)[number], other: (typeof rows)[number]): number =>
    (other.rate ?? -1) - (one.rate ?? -1) || one.lateOpen - other.lateOpen
  const sorted = rows.toSorted(isAhead)
  return sorted.map((row) => ({
    ...row,
    rank: row.rate === null ? null : sorted.findIndex((other) => isAhead(other, row) === 0) + 1,
  }))
}
