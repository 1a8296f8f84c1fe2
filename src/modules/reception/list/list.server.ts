/** The official list of a reception, for anyone who sees its ticket, and the guests of earlier ones (23.9, E14). */
import { sql } from 'kysely'
import { z } from 'zod'
import { dayOf, momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { findReceptionOf, type ReceptionRow } from '../register/receptions.server.ts'
import type { EarlierReception, ListedGuest, OwnCost, ReceptionList } from './list.types.ts'

/** Earlier receptions that are offered. */
const MAX_EARLIER = 20

async function guestsOf(unit: UnitOfWork, receptionId: number): Promise<readonly ListedGuest[]> {
  const { rows } = await sql<ListedGuest>`
    select name, org, position, rank_level, is_extra, is_absent from reception_guest where reception_id = ${receptionId} order by no`.execute(
    unit.db,
  )
  return rows
}

async function payersOf(unit: UnitOfWork, receptionId: number): Promise<readonly OwnCost[]> {
  const { rows } = await sql<OwnCost>`
    select name, amount, receipt_no, paid_on from reception_payer where reception_id = ${receptionId} order by no`.execute(
    unit.db,
  )
  return rows
}

/** What the list calls by its name: number, office and place. */
async function headOf(unit: UnitOfWork, language: Language, { id }: ReceptionRow) {
  const { rows } = await sql<{ ticketNo: string; dept: string; vendor: string | null }>`
    select t.no as ticket_no, ${namedIn(language, 'd')} as dept, v.name as vendor
    from reception r join shared_ticket t on t.id = r.ticket_id join shared_department d on d.id = r.dept_id
      left join shared_vendor v on v.id = r.vendor_id where r.id = ${id}`.execute(unit.db)
  return rows[0] ?? { ticketNo: '', dept: '', vendor: null }
}

/** People as they are called in a language. */
async function namesOf(
  unit: UnitOfWork,
  language: Language,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, ${namedIn(language, 'u')} as name from shared_app_user u where u.id = any(${[...ids]}::bigint[])`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function listOf(unit: UnitOfWork, ticketId: number, language: Language): Promise<ReceptionList | null> {
  const row = await findReceptionOf(unit, ticketId)
  if (row === null) return null
  const escorts = row.actualEscortIds ?? row.escortIds
  const names = await namesOf(unit, language, [...escorts, row.applicantId, row.signerId])
  return {
    ...(await headOf(unit, language, row)),
    applicant: names.get(row.applicantId) ?? '',
    letterOrg: row.letterOrg,
    letterNo: row.letterNo,
    letterDate: row.letterDate,
    activity: row.activity,
    isSuperior: row.isSuperior,
    state: row.state,
    mealAt: momentText(row.mealAt),
    mealType: row.mealType,
    place: row.place,
    guests: await guestsOf(unit, row.id),
    escorts: escorts.map((id) => names.get(id) ?? ''),
    approvedGuests: row.guestCount,
    approvedEscorts: row.escortCount,
    standard: row.standard,
    amount: row.amount,
    actualGuests: row.actualGuests,
    actualEscorts: row.actualEscorts,
    actualAmount: row.actualAmount,
    perHead: row.perHead,
    difference: row.difference,
    ownCost: await payersOf(unit, row.id),
    signer: row.signerId === null ? null : (names.get(row.signerId) ?? null),
  }
}

/** The newest receptions a person applied for, with the guests that came. */
async function earlierOf(unit: UnitOfWork, userId: number): Promise<readonly EarlierReception[]> {
  const { rows } = await sql<{ id: number; letterOrg: string; letterNo: string; mealAt: Date }>`
    select id, letter_org, letter_no, meal_at from reception where applicant_id = ${userId} and deleted_at is null
    order by meal_at desc, id desc limit ${MAX_EARLIER}`.execute(unit.db)
  const ids = rows.map(({ id }) => id)
  const { rows: guests } = await sql<ListedGuest & { receptionId: number }>`
    select reception_id, name, org, position, rank_level from reception_guest
    where reception_id = any(${ids}::bigint[]) and not is_absent order by reception_id, no`.execute(unit.db)
  return rows.map(({ id, letterOrg, letterNo, mealAt }) => ({
    id,
    letterOrg,
    letterNo,
    mealDay: dayOf(mealAt),
    guests: guests
      .filter(({ receptionId }) => receptionId === id)
      .map(({ name, org, position, rankLevel }) => ({ name, org, position, rankLevel })),
  }))
}

export const listRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/reception/list/',
    permission: 'signedIn',
    query: z.strictObject({ ticketId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    async handle({ unit, access, language, query }) {
      if (!(await unit.service(ticketActions).sees(query.ticketId, access))) throw notFound()
      return listOf(unit, query.ticketId, language)
    },
  }),
  route({
    method: 'GET',
    url: '/api/reception/earlier/',
    permission: 'officialReception:Create',
    handle: ({ unit, access }) => earlierOf(unit, access.userId),
  }),
]
