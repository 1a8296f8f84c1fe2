/** How long approvals take, and which are overdue (10.2, widget approvalSpeed). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, momentText } from '#src/define/days.ts'
import type { ApprovalSpeed, LateTicket, SpeedSpan } from '#src/define/home.ts'
import type { Language } from '#src/define/messages.ts'
import { permissionDenied } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { inRegister, registeredTypes } from '../queries/visibility.ts'

/** Overdue tickets that are named. */
const SHOWN = 20

/** Hours with one decimal. */
const rounded = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * 10) / 10)

/** Whose tickets count: those of the registers a person reads; all of them, without a name, for those who keep the workflows. @throws Refusal 4003 */
function counted(access: Access): { readonly where: RawBuilder<SqlBool>; readonly isNamed: boolean } {
  const { types, isWide } = registeredTypes(access)
  if (!isWide && access.may('workflow:Search'))
    return { where: sql<SqlBool>`(t.round > 0 and t.deleted_at is null)`, isNamed: false }
  if (types.length === 0) throw permissionDenied()
  return { where: inRegister(access, types), isNamed: true }
}

const ofDepartment = (deptId: number | undefined): RawBuilder<SqlBool> =>
  deptId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`t.dept_id in (
        with recursive below as (select id from department where id = ${deptId}
          union all select d.id from department d join below on d.parent = below.id)
        select id from below)`

interface Measured {
  readonly type: string
  readonly isBefore: boolean
  readonly decided: number
  readonly hours: number
}

/** The days up to today and as many before them. @throws Refusal 4003 without a register to read */
export async function approvalSpeed(
  unit: UnitOfWork,
  access: Access,
  { days, deptId }: { readonly days: SpeedSpan; readonly deptId?: number | undefined },
  language: Language,
): Promise<ApprovalSpeed> {
  const { where, isNamed } = counted(access)
  const [now, to] = [unit.clock.now(), unit.clock.today()]
  const from = addDays(to, 1 - Number(days))
  const start = sql`(${from}::date::timestamp at time zone 'Asia/Shanghai')`
  const before = sql`(${addDays(from, -Number(days))}::date::timestamp at time zone 'Asia/Shanghai')`
  const tickets = sql`${where} and ${ofDepartment(deptId)}`
  const { rows } = await sql<Measured>`
    select t.type, k.decided_at < ${start} as is_before, count(*)::int as decided,
      (avg(extract(epoch from k.decided_at - k.opened_at)) / 3600)::float8 as hours
    from ticket_task k join ticket t on t.id = k.ticket_id
    where k.kind = 'approve' and k.decided_at is not null and k.decided_at >= ${before} and k.decided_at <= ${now} and ${tickets}
    group by t.type, is_before order by decided desc, t.type`.execute(unit.db)
  const open = sql`k.kind = 'approve' and k.status = 'open' and k.due_at < ${now}`
  const { rows: late } = await sql<Omit<LateTicket, 'dueAt'> & { readonly dueAt: Date; readonly total: number }>`
    select t.id, t.no, t.type, t.title, ${namedIn(language, 'd')} as dept, string_agg(${namedIn(language, 'u')}, ${language === 'en' ? ', ' : '、'} order by k.due_at, u.id) as people,
      min(k.due_at) as due_at, (count(*) over ())::int as total
    from ticket_task k join ticket t on t.id = k.ticket_id join department d on d.id = t.dept_id join app_user u on u.id = k.assignee_id
    where ${open} and ${tickets} group by t.id, d.id order by min(k.due_at), t.id limit ${SHOWN}`.execute(unit.db)
  const average = (isBefore: boolean): number | null => {
    const measured = rows.filter((row) => row.isBefore === isBefore)
    const decided = measured.reduce((sum, row) => sum + row.decided, 0)
    return decided === 0 ? null : rounded(measured.reduce((sum, row) => sum + row.hours * row.decided, 0) / decided)
  }
  const present = rows.filter(({ isBefore }) => !isBefore)
  return {
    from,
    to,
    hours: average(false),
    hoursBefore: average(true),
    decided: present.reduce((sum, row) => sum + row.decided, 0),
    types: present.map(({ type, decided, hours }) => ({ type, decided, hours: rounded(hours) ?? 0 })),
    late: late[0]?.total ?? 0,
    first: isNamed ? late.map(({ total: _, dueAt, ...row }) => ({ ...row, dueAt: momentText(dueAt) })) : [],
  }
}
