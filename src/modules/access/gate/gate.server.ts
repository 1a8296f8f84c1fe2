/** Calls of the gate: who may come in today, who is inside, and the check of a pass or card (90 B). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { dayOf, momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { accessDictionaries } from '../access.names.ts'
import type { GrantRow } from '../grants/grants.server.ts'
import type { GateDay, GateGuest, Pass } from './gate.types.ts'
import { areasOf, enter, entryProblem, leave } from './visits.server.ts'

/** Guests of a list at most. */
const MAX_GUESTS = 1000

type Found = Pick<
  GrantRow,
  | 'id'
  | 'name'
  | 'org'
  | 'visitorType'
  | 'photo'
  | 'grantKind'
  | 'areas'
  | 'validFrom'
  | 'validTo'
  | 'cardNo'
  | 'state'
  | 'revokedAt'
  | 'activatedAt'
> & {
  readonly host: string
  readonly hostMobile: string
  readonly hostGone: boolean
  readonly dept: string
  readonly visitId: number | null
  readonly area: string | null
  readonly enteredAt: Date | null
  readonly dueAt: Date | null
}

/** Grants (alias `g`) that the guard's post reaches (INV-11), with the visit `v` that has not ended. */
async function guestsWhere(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    select g.id, g.name, g.org, g.visitor_type, g.photo, g.grant_kind, g.areas, g.valid_from, g.valid_to, g.card_no, g.state, g.revoked_at, g.activated_at,
      ${namedIn(language, 'h')} as host, coalesce(p.mobile, '') as host_mobile, not h.state or h.deleted_at is not null as host_gone,
      ${namedIn(language, 'd')} as dept, v.id as visit_id, v.area, v.entered_at, v.due_at
    from access_grant g join shared_app_user h on h.id = g.host_id left join shared_app_user_personal p on p.id = g.host_id
      join shared_department d on d.id = g.dept_id left join access_visit v on v.grant_id = g.id and v.left_at is null
    where g.deleted_at is null and ${condition}
      and ${reachedBy(access, 'accessVisit:Create', { department: 'g.dept_id', owner: 'g.host_id' })}
    order by v.due_at, g.name, g.id limit ${MAX_GUESTS}`.execute(unit.db)
  return rows
}

const guestOf =
  (area: string, now: Date) =>
  ({ visitId, enteredAt, dueAt, state, revokedAt, activatedAt, area: at, ...row }: Found): GateGuest => ({
    ...row,
    photo: row.photo ?? [],
    areas: areasOf(row),
    problem: entryProblem({ ...row, state, revokedAt, activatedAt }, area, now),
    visit:
      visitId === null || enteredAt === null || dueAt === null
        ? null
        : {
            id: visitId,
            area: at ?? '',
            enteredAt: momentText(enteredAt),
            dueAt: momentText(dueAt),
            isLate: dueAt < now,
          },
  })

async function dayAt(unit: UnitOfWork, access: Access, language: Language, area: string): Promise<GateDay> {
  const now = unit.clock.now()
  const today = dayOf(now)
  const rows = await guestsWhere(
    unit,
    access,
    language,
    sql<boolean>`(v.id is not null or g.state = 'active' and ${today}::date between g.valid_from and g.valid_to)`,
  )
  const guests = rows.map(guestOf(area, now))
  return {
    today,
    expected: guests.filter(({ visit, problem }) => visit === null && problem === null),
    inside: guests.filter(({ visit }) => visit !== null),
  }
}

/** What a scanner read or a guard typed: a pass may be read as an address, a card as it is. */
const codeIn = (text: string): string => (text.trim().split('/').at(-1) ?? '').toUpperCase()

async function checked(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  { code, area }: { readonly code: string; readonly area: string },
): Promise<GateGuest> {
  const read = codeIn(code)
  const [found] = await guestsWhere(
    unit,
    access,
    language,
    sql<boolean>`(g.pass_code = ${read} or upper(g.card_no) = ${read} and g.state = 'active')`,
  )
  if (found === undefined) throw new RuleError('access.codeUnknown').at('code')
  return guestOf(area, unit.clock.now())(found)
}

/** @throws Refusal 4004 for a grant or visit that the guard's post does not reach */
async function refuseOutside(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  if ((await guestsWhere(unit, access, language, condition)).length === 0) throw notFound()
}

/** Passes for those who wait for their guests, for those who keep the register, and for the gate. */
async function passes(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  { ticketId, ids }: { readonly ticketId?: number | undefined; readonly ids?: readonly number[] | undefined },
): Promise<readonly Pass[]> {
  const chosen =
    ticketId === undefined
      ? sql<boolean>`g.id = ${anyOf(ids ?? [])}`
      : sql<boolean>`(g.ticket_id = ${ticketId} or exists (select from access_extension e where e.grant_id = g.id and e.ticket_id = ${ticketId} and e.undone_at is null))`
  const kept = (permission: 'accessControlDining:Register' | 'accessVisit:Create', owner: string) =>
    access.may(permission) ? reachedBy(access, permission, { department: 'g.dept_id', owner }) : sql<boolean>`false`
  const registered = kept('accessControlDining:Register', 'g.applicant_id')
  const atGate = kept('accessVisit:Create', 'g.host_id')
  const { rows } = await sql<Pass>`
    select g.id, g.name, g.org, g.visitor_type, coalesce(g.photo, '{}') as photo, g.grant_kind, g.areas, g.state, g.valid_from, g.valid_to,
      ${namedIn(language, 'h')} as host, coalesce(p.mobile, '') as host_mobile, ${namedIn(language, 'd')} as dept,
      coalesce(g.meals, '{}') as meals, g.card_no, case when g.state = 'active' then g.pass_code end as pass_code
    from access_grant g join shared_app_user h on h.id = g.host_id left join shared_app_user_personal p on p.id = g.host_id
      join shared_department d on d.id = g.dept_id
    where g.deleted_at is null and ${chosen} and (${access.userId} in (g.host_id, g.applicant_id) or ${registered} or ${atGate})
    order by g.ticket_id, g.line_no limit ${MAX_GUESTS}`.execute(unit.db)
  return rows.map((row) => ({ ...row, areas: areasOf(row) }))
}

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const area = z.enum(accessDictionaries.accessArea)
const at = z.string().max(19).optional()

export const gateRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/access/gate/',
    permission: 'accessVisit:Create',
    query: z.strictObject({ area: area.default('building') }),
    handle: ({ unit, access, language, query }) => dayAt(unit, access, language, query.area),
  }),
  route({
    method: 'GET',
    url: '/api/access/gate/check/',
    permission: 'accessVisit:Create',
    query: z.strictObject({ code: z.string().min(1).max(200), area: area.default('building') }),
    handle: ({ unit, access, language, query }) => checked(unit, access, language, query),
  }),
  route({
    method: 'POST',
    url: '/api/access/gate/enter/',
    permission: 'accessVisit:Create',
    operation: operation('access.enter'),
    body: z.strictObject({ grantId: id, area, method: z.enum(accessDictionaries.accessMethod), at }),
    async handle({ unit, access, language, body }) {
      await refuseOutside(unit, access, language, sql<boolean>`g.id = ${body.grantId}`)
      return { id: await enter(unit, body, access.userId) }
    },
  }),
  route({
    method: 'POST',
    url: '/api/access/gate/leave/',
    permission: 'accessVisit:Create',
    operation: operation('access.leave'),
    body: z.strictObject({ visitId: id, at }),
    async handle({ unit, access, language, body }) {
      await refuseOutside(
        unit,
        access,
        language,
        sql<boolean>`g.id = (select grant_id from access_visit where id = ${body.visitId})`,
      )
      await leave(unit, body.visitId, body.at, access.userId)
      return null
    },
  }),
  route({
    method: 'GET',
    url: '/api/access/passes/',
    permission: 'accessControlDining:Create',
    query: z.strictObject({
      ticketId: id.optional(),
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
        .transform((list) => list.split(',').map(Number))
        .optional(),
    }),
    handle: ({ unit, access, language, query }) => passes(unit, access, language, query),
  }),
]
