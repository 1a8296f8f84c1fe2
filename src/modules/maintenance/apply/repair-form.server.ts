/** Forms of repairs: what is prefilled, and what the rules refuse while they are written and decided (22.4, 22.5). */
import { sql } from 'kysely'
import type { Problem } from '#src/define/problem.ts'
import { RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { PARTS_LIMIT } from '../orders/finish.server.ts'
import { openOrderFor } from '../orders/orders.server.ts'

/** MNT-04: what costs more is bought (21.4), in yuan. */
const PUBLIC_LIMIT = '50000.00'
/** MNT-15: who repairs these needs a valid permit. */
const permitted = ['elevator', 'fire']

/** Number of another report of the same that is still decided upon; null when there is none. */
async function reportedBefore(unit: UnitOfWork, assetId: number, category: string, ticketId: number | null) {
  const { rows } = await sql<{ no: string }>`
    select no from shared_ticket
    where type in ('internalMaintenance', 'publicMaintenance') and status = 'running' and deleted_at is null and id is distinct from ${ticketId}::bigint
      and form_data ->> 'assetId' = ${String(assetId)} and form_data ->> 'category' = ${category} order by id limit 1`.execute(
    unit.db,
  )
  return rows[0]?.no ?? null
}

/** Hours within which a report of the same place and category is taken for the same one. */
const SAME_REPORT_HOURS = 24
const HOUR_MS = 3_600_000

/** Number of a report of the same place and category that was filed a short time ago; null when there is none. */
async function reportedHere(form: FormData, unit: UnitOfWork, ticketId: number | null): Promise<string | null> {
  const since = new Date(unit.clock.now().getTime() - SAME_REPORT_HOURS * HOUR_MS)
  const { rows } = await sql<{ no: string }>`
    select no from shared_ticket
    where type in ('internalMaintenance', 'publicMaintenance') and status not in ('draft', 'withdrawn', 'rejected', 'voided')
      and deleted_at is null and id is distinct from ${ticketId}::bigint and submitted_at >= ${since}::timestamptz and form_data ->> 'category' = ${String(form.category)}
      and form_data ->> 'assetId' is null and form_data ->> 'location' = ${String(form.location ?? '')}
    order by id desc limit 1`.execute(unit.db)
  return rows[0]?.no ?? null
}

/** MNT-01, E9: what is reported already can be followed; who reports it all the same is not refused, and who dispatches sees it too. */
async function duplicate(form: FormData, { unit, ticketId }: FormContext): Promise<Problem | null> {
  const { assetId, category } = form
  if (typeof category !== 'string') return null
  if (typeof assetId !== 'number') {
    const same = await reportedHere(form, unit, ticketId)
    return same === null ? null : { key: 'maintenance.reportedHere', params: [same, SAME_REPORT_HOURS] }
  }
  const { rows } =
    await sql`select 1 from shared_work_order where ticket_id = ${ticketId}::bigint and not is_cancelled`.execute(
      unit.db,
    )
  if (rows.length > 0) return null
  const open = await openOrderFor(unit, assetId, category)
  if (open !== null) return { key: 'rule.MNT-01', params: [open.no] }
  const no = await reportedBefore(unit, assetId, category, ticketId)
  return no === null ? null : { key: 'maintenance.reportedBefore', params: [no] }
}

interface Vendor {
  readonly name: string
  readonly isMaintenance: boolean
  readonly state: string
  readonly nextExpiry: string | null
}

/** What speaks against the contractor: not in service, not for repairs, or without a valid permit (MNT-15). */
async function vendorProblem(unit: UnitOfWork, vendorId: number, category: string): Promise<Problem | null> {
  const { rows } = await sql<Vendor>`
    select name, is_maintenance, state, next_expiry from shared_vendor where id = ${vendorId} and deleted_at is null`.execute(
    unit.db,
  )
  const vendor = rows[0]
  if (!vendor) return { key: 'maintenance.vendorUnknown' }
  if (vendor.state === 'blacklisted') return { key: 'vendor.blacklisted', params: [vendor.name] }
  if (vendor.state !== 'active' || !vendor.isMaintenance)
    return { key: 'maintenance.vendorUnfit', params: [vendor.name] }
  if (!permitted.includes(category)) return null
  const isValid = vendor.nextExpiry !== null && vendor.nextExpiry >= unit.clock.today()
  return isValid
    ? null
    : { key: 'rule.MNT-15', params: [vendor.name, { dictionary: 'maintCategory', value: category }] }
}

/** The survey says what it costs, who does it and who pays. */
async function checkSurvey(form: FormData, unit: UnitOfWork): Promise<void> {
  const estimate = typeof form.estimate === 'string' ? form.estimate : '0.00'
  if (compareMoney(estimate, PUBLIC_LIMIT) > 0)
    throw new RuleError('rule.MNT-04', estimate, PUBLIC_LIMIT).at('estimate')
  const costs = compareMoney(estimate, '0.00') > 0
  if (costs && typeof form.vendorId !== 'number') throw new RuleError('maintenance.vendorNeeded').at('vendorId')
  if (costs && typeof form.budgetLineId !== 'number') throw new RuleError('maintenance.budgetNeeded').at('budgetLineId')
  if (typeof form.vendorId !== 'number') return
  const problem = await vendorProblem(unit, form.vendorId, String(form.category))
  if (problem) throw new RuleError(problem.key, ...(problem.params ?? [])).at('vendorId')
}

/** What is accepted has been repaired. */
async function checkFinished(ticketId: number, unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ no: string; state: string }>`
    select no, state from shared_work_order where ticket_id = ${ticketId} and not is_cancelled`.execute(unit.db)
  if (rows[0] && rows[0].state !== 'finished')
    throw new RuleError('maintenance.notFinished', rows[0].no, {
      dictionary: 'workOrderState',
      value: rows[0].state,
    }).at('rating')
}

async function defaults({ unit, applicant }: FormContext): Promise<FormData> {
  const { rows } = await sql<{ id: number; name: string; building: string | null }>`
    select id, name, building from shared_asset_room where dept_id = ${applicant.deptId} order by code limit 1`.execute(
    unit.db,
  )
  const room = rows[0]
  return {
    contactName: applicant.name,
    ...(room && { roomId: room.id, location: [room.building, room.name].filter(Boolean).join(' ') }),
  }
}

const repairForm: ApplicationServer = {
  defaults,
  async warnings(form, context) {
    const same = await duplicate(form, context)
    return [
      ...(same === null ? [] : [same]),
      // MNT-03 is decided when the parts are taken; until then the form warns.
      ...(rowsOf(form.parts).length > 0 ? [{ key: 'maintenance.partsHint', params: [PARTS_LIMIT] } as const] : []),
    ]
  },
  async checkDecision({ type, state, form, ticketId, actorId }, { unit, applicant }) {
    if (type === 'approve' && state === 'logisticsSurvey') await checkSurvey(form, unit)
    if (type !== 'handle' || (state !== 'applicantVerify' && state !== 'acceptance')) return
    await checkFinished(ticketId, unit)
    if (actorId === applicant.id && typeof form.rating !== 'number') throw new RuleError('check.required').at('rating')
  },
}

export const repairForms = { internalMaintenance: repairForm, publicMaintenance: repairForm }
