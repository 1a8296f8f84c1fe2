/** The form of an application for a seal: what may be asked for, and what speaks against it (23.12). */
import { sql } from 'kysely'
import { momentText, parseMoment } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, idIn } from '#src/fields/values.ts'
import { refuseStranger } from '../register/register.server.ts'
import { keepersOf, sealOf } from '../register/seals.server.ts'

const DAY_MS = 86_400_000
const MAX_DAYS_OUT = 3
/** How far ahead a seal is reserved. */
const MAX_DAYS_AHEAD = 60

/** A time outside. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

export function periodOf(form: FormData): Period | null {
  const [from, to] = [parseMoment(String(form.takeOutFrom ?? '')), parseMoment(String(form.takeOutTo ?? ''))]
  return form.takeOut === true && from && to ? { from, to } : null
}

/** The hash of the document, empty before there is one. */
export async function hashOf(unit: UnitOfWork, form: FormData): Promise<string> {
  const [id] = fileIdsIn(form.docFile)
  if (id === undefined) return ''
  const { rows } = await sql<{ hash: string }>`select hash from shared_file where id = ${id}`.execute(unit.db)
  return rows[0]?.hash ?? ''
}

/** The reservation that overlaps that time; null if there is none. */
async function takenBy(unit: UnitOfWork, sealId: number, { from, to }: Period, ticketId: number | null) {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(r.period) as "from", upper(r.period) as "to" from seal_reservation r join seal_use u on u.id = r.use_id
    where r.seal_id = ${sealId} and r.is_active and r.period && tstzrange(${from}, ${to}) and u.ticket_id is distinct from ${ticketId}::bigint
    order by lower(r.period) limit 1`.execute(unit.db)
  return rows[0] ?? null
}

function periodProblems(form: FormData, now: Date): Problems {
  const period = periodOf(form)
  if (period === null) return {}
  const { from, to } = period
  if (from < now) return problemAt('takeOutFrom', 'seal.periodPast')
  if (from.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    return problemAt('takeOutFrom', 'seal.tooFarAhead', MAX_DAYS_AHEAD)
  if (to <= from) return problemAt('takeOutTo', 'seal.periodInvalid')
  return to.getTime() - from.getTime() > MAX_DAYS_OUT * DAY_MS
    ? problemAt('takeOutTo', 'seal.tooLong', MAX_DAYS_OUT)
    : {}
}

async function sealProblems(form: FormData, { unit, applicant, ticketId }: FormContext): Promise<Problems> {
  const id = idIn(form.sealId)
  const seal = id === null ? null : await sealOf(unit, id)
  if (seal === null) return {}
  if (!seal.isUsable) return problemAt('sealId', 'seal.unavailable', seal.name)
  // SEA-01: another person must be able to stamp it.
  if (keepersOf(seal).every((keeper) => keeper === applicant.id)) return problemAt('sealId', 'rule.SEA-01')
  const period = periodOf(form)
  return period !== null && (await takenBy(unit, seal.id, period, ticketId)) !== null
    ? problemAt('takeOutFrom', 'seal.unavailable', seal.name)
    : {}
}

/** When a seal that is wished for stays out, which the applicant may wait for. */
async function outside(form: FormData, { unit, ticketId }: FormContext): Promise<readonly Problem[]> {
  const id = idIn(form.sealId)
  if (id === null) return []
  const period = periodOf(form)
  const taken = period === null ? null : await takenBy(unit, id, period, ticketId)
  if (taken !== null) return [problemOf('seal.takenFrom', momentText(taken.from), momentText(taken.to))]
  const { rows } = await sql<{ takeOutTo: Date }>`
    select take_out_to from seal_use where seal_id = ${id} and state = 'takenOut' and ticket_id is distinct from ${ticketId}::bigint`.execute(
    unit.db,
  )
  return rows.map(({ takeOutTo }) => problemOf('seal.outUntil', momentText(takeOutTo)))
}

/** Whether the use of a ticket expired before anybody came for it: its way outside is left out then. */
async function hasLapsed(unit: UnitOfWork, ticketId: number | null): Promise<boolean> {
  if (ticketId === null) return false
  const { rows } = await sql<{ lapsed: boolean }>`
    select state = 'cancelled' and expires_on <= ${unit.clock.today()}::date as lapsed from seal_use
    where ticket_id = ${ticketId} order by id desc limit 1`.execute(unit.db)
  return rows[0]?.lapsed ?? false
}

/** States in which those who keep the seal act. */
const keeperStates: readonly string[] = ['handOut', 'takeBack', 'stamp']

export const sealForm: ApplicationServer = {
  async compute(form, { unit, ticketId }) {
    const id = idIn(form.sealId)
    const seal = id === null ? null : await sealOf(unit, id)
    return {
      sealType: seal?.sealType ?? null,
      keeperId: seal?.keeperId ?? null,
      docHash: (await hashOf(unit, form)) || null,
      lapsed: await hasLapsed(unit, ticketId),
    }
  },
  facts: async (_form, { unit, ticketId }) => ({ lapsed: await hasLapsed(unit, ticketId) }),
  async check(form, context) {
    const onPeriod = periodProblems(form, context.unit.clock.now())
    return {
      ...(await sealProblems(form, context)),
      ...onPeriod,
      ...(form.notBlank === true ? {} : problemAt('notBlank', 'seal.blankPages')),
      ...(form.takeOut === true && form.escortId === context.applicant.id
        ? problemAt('escortId', 'seal.escortSelf')
        : {}),
    }
  },
  warnings: outside,
  async reversal(form, { unit }) {
    const id = idIn(form.sealId)
    const seal = id === null ? null : await sealOf(unit, id)
    return seal === null ? [] : [problemOf('seal.reversal', seal.name)]
  },
  async checkDecision({ type, state, actorId, form }, { unit, applicant }) {
    if (!keeperStates.includes(state) || (type !== 'handle' && type !== 'refuse')) return
    const seal = await sealOf(unit, idIn(form.sealId) ?? 0)
    if (seal === null) throw new RuleError('seal.noUse').at()
    refuseStranger(seal, applicant.id, actorId)
  },
}
