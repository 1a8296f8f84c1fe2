import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { parseMoment } from '#src/define/days.ts'
import { type StayBand, stayBands, ticketListNames } from '#src/define/tickets/lists.ts'
import { pageQuery, queryBoolean, queryId, queryIds, queryText } from '#src/server/http/schemas.ts'
import { holds, peopleWords, ticketWords } from '#src/server/search/words.ts'
import type { Engine } from '../versions/engine.ts'
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

const filters = {
  label: z.enum(ticketListNames).default('pendingApproval'),
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
  /** Days in the present state. */
  stay: z.preprocess((value) => (value === '' ? undefined : value), z.enum(stayBands).optional()),
  /** assigned: those given to me, or by me. */
  direction: z.enum(['toMe', 'byMe', '']).optional(),
  search: queryText(50),
}
/** Filters of 20.6 alone: what is counted. */
export const filterQuery = z.strictObject(filters)
/** Filters and order of an export; `ids` only these rows of it. */
export const exportQuery = z.strictObject({ ...filters, ordering: queryText(40), ids: queryIds(100) })
/** A page of a list. */
export const listQuery = z.strictObject({ ...pageQuery, ...filters, ordering: queryText(40) })
export type FilterQuery = z.output<typeof filterQuery>
export type ListQuery = z.output<typeof listQuery>
export type ExportQuery = z.output<typeof exportQuery>

export type Condition = RawBuilder<SqlBool>

function searchOf(keyword: string): Condition {
  return sql<SqlBool>`(${holds(ticketWords('t'), keyword)} or t.applicant_id in (
    select u.id from app_user u where ${holds(peopleWords('u'), keyword)} and u.deleted_at is null))`
}

function directionOf({ assigners }: Engine, userId: number, direction: 'toMe' | 'byMe'): Condition {
  const passedOn = sql<SqlBool>`exists (select from ticket_task k where k.ticket_id = t.id and k.assignee_id = ${userId} and k.relation <> 'normal')`
  return direction === 'toMe'
    ? sql<SqlBool>`(${sql.join([passedOn, ...assigners.map((assigns) => assigns(userId))], sql` or `)})`
    : sql<SqlBool>`exists (select from ticket_task k where k.ticket_id = t.id and (k.decided_by = ${userId} and k.outcome = 'transferred' or k.added_by = ${userId}))`
}

const DAY = 86_400_000

/** Since when alias `t` has stood where it is: with those who have to act, or with its applicant. */
export const standsSince = sql<Date | null>`case when t.status in ('running', 'handling')
    then (select min(k.opened_at) from ticket_task k where k.ticket_id = t.id and k.status = 'open')
  when t.status in ('draft', 'returned', 'withdrawn') then t.updated_at end`

/** Whether a moment lies as many days back as the band says. */
export function inBand(since: RawBuilder<unknown>, band: StayBand, now: Date): Condition {
  const [from = '', to = ''] = band.split('-')
  const before = (days: string) => new Date(now.getTime() - Number(days) * DAY)
  const atLeast = from === '0' ? sql<SqlBool>`${since} is not null` : sql<SqlBool>`${since} <= ${before(from)}`
  return to === '' ? atLeast : sql<SqlBool>`(${atLeast} and ${since} > ${before(to)})`
}

/** What the filters ask of alias `t`. */
export function conditionsOf(reader: Reader, userId: number, query: FilterQuery): readonly Condition[] {
  const { engine, unit } = reader
  const types = engine.applications
    .values()
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
    query.overdue === true ? sql<SqlBool>`t.due_at < ${unit.clock.now()}` : null,
    query.stay !== undefined ? inBand(standsSince, query.stay, unit.clock.now()) : null,
    query.label === 'assigned' && query.direction ? directionOf(engine, userId, query.direction) : null,
    query.search !== undefined ? searchOf(query.search) : null,
  ]
  return conditions.filter((condition) => condition !== null)
}
