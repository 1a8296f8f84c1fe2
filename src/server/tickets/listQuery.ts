import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { parseMoment } from '#src/define/days.ts'
import { ticketLabels } from '#src/define/tickets.ts'
import { pageQuery, queryBoolean, queryId, queryText } from '#src/server/http/schemas.ts'
import { escapeLike } from '#src/server/records/filters.ts'
import type { Reader } from './lines.ts'

const END_OF_DAY = 86_399_999

/** A day or moment; a day as an upper bound means its end. */
const moment = (isEnd: boolean) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .transform((text, context) => {
        const at = parseMoment(text)
        if (at === null) {
          context.addIssue({ code: 'custom' })
          return z.NEVER
        }
        return isEnd && text.length === 10 ? new Date(at.getTime() + END_OF_DAY) : at
      })
      .optional(),
  )
const money = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/)
    .optional(),
)
/** Several values: repeated or separated by commas. */
const several = z.preprocess(
  (value) =>
    (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).filter((item) => item !== ''),
  z.array(z.string().max(64)).max(50),
)

/** Filters of 20.6. */
export const listQuery = z.strictObject({
  ...pageQuery,
  label: z.enum(ticketLabels).default('pendingApproval'),
  type: several,
  group: several,
  status: several,
  urgency: several,
  applicantId: queryId,
  deptId: queryId,
  amount_after: money,
  amount_before: money,
  submittedAt_after: moment(false),
  submittedAt_before: moment(true),
  overdue: queryBoolean,
  /** assigned: those given to me, or by me. */
  direction: z.enum(['toMe', 'byMe', '']).optional(),
  search: queryText(50),
  ordering: queryText(40),
})
export type ListQuery = z.output<typeof listQuery>

export type Condition = RawBuilder<SqlBool>

function searchOf(keyword: string): Condition {
  const pattern = `%${escapeLike(keyword)}%`
  return sql<SqlBool>`(t.no ilike ${pattern} or t.title ilike ${pattern} or exists (
    select from app_user u where u.id = t.applicant_id and (u.name ilike ${pattern} or u.name_pinyin ilike ${pattern})))`
}

function directionOf(userId: number, direction: 'toMe' | 'byMe'): Condition {
  return direction === 'toMe'
    ? sql<SqlBool>`exists (select from ticket_task k where k.ticket_id = t.id and k.assignee_id = ${userId} and k.relation <> 'normal')`
    : sql<SqlBool>`exists (select from ticket_task k where k.ticket_id = t.id and k.decided_by = ${userId} and k.outcome = 'transferred')`
}

/** What the filters ask of alias `t`. */
export function conditionsOf(reader: Reader, userId: number, query: ListQuery): readonly Condition[] {
  const { engine, base } = reader
  const types = [...engine.applications.values()]
    .filter((application) => query.group.includes(application.group))
    .map((application) => application.key)
  const conditions: (Condition | null)[] = [
    query.type.length > 0 ? sql<SqlBool>`t.type = any(${query.type}::text[])` : null,
    query.group.length > 0 ? sql<SqlBool>`t.type = any(${types}::text[])` : null,
    query.status.length > 0 ? sql<SqlBool>`t.status = any(${query.status}::text[])` : null,
    query.urgency.length > 0 ? sql<SqlBool>`t.urgency = any(${query.urgency}::text[])` : null,
    query.applicantId !== undefined ? sql<SqlBool>`t.applicant_id = ${query.applicantId}` : null,
    query.deptId !== undefined
      ? sql<SqlBool>`t.dept_id = any(${[...engine.records.services.directory.below(query.deptId)]}::bigint[])`
      : null,
    query.amount_after !== undefined ? sql<SqlBool>`t.amount >= ${query.amount_after}::numeric` : null,
    query.amount_before !== undefined ? sql<SqlBool>`t.amount <= ${query.amount_before}::numeric` : null,
    query.submittedAt_after !== undefined ? sql<SqlBool>`t.submitted_at >= ${query.submittedAt_after}` : null,
    query.submittedAt_before !== undefined ? sql<SqlBool>`t.submitted_at <= ${query.submittedAt_before}` : null,
    query.overdue === true ? sql<SqlBool>`t.due_at < ${base.clock.now()}` : null,
    query.label === 'assigned' && query.direction ? directionOf(userId, query.direction) : null,
    query.search !== undefined ? searchOf(query.search) : null,
  ]
  return conditions.filter((condition) => condition !== null)
}
