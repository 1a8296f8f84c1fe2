/** Selections from the invitation to the end; every step locks the row first, so that the deadline is compared with a moment after the lock (PRC-41, PRC-42). */
import { sql } from 'kysely'
import { parseMoment } from '#src/define/days.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { panelProblem } from '../comparison/comparison-form.server.ts'
import { nextPurchaseNo } from '../purchases/rows.server.ts'
import { independentAmong, unfitAmong } from '../vendors/related.server.ts'
import { awardSelection } from './award.server.ts'
import { invitedIn } from './invitations.ts'
import { confirmOpening, enterOpening } from './opening.server.ts'
import { replaceMember } from './replacement.server.ts'
import { change, lockSelection, validCount } from './rows.server.ts'
import { FULL_SCORE } from './scoring.ts'

/** 50.10: hours between the invitation and the deadline. */
export const NOTICE_HOURS = 24
const HOUR_MS = 3_600_000

const minQuotes = (unit: UnitOfWork): number => unit.settings.number('procurement.minQuotes')

/** PRC-44, PRC-45: enough vendors in service that are independent of each other. @throws RuleError */
async function refuseVendors(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  const unfit = await unfitAmong(unit, ids)
  if (unfit.length > 0) throw new RuleError('vendor.unfit', unfit[0] ?? '').at('invitations')
  const independent = await independentAmong(unit, ids)
  if (independent < minQuotes(unit))
    throw new RuleError('selection.invitedTooFew', independent, minQuotes(unit)).at('invitations')
}

/** @throws RuleError where vendors have less than a day */
function deadlineIn(unit: UnitOfWork, value: unknown): Date {
  const deadline = parseMoment(textIn(value as string))
  if (deadline === null || deadline.getTime() < unit.clock.now().getTime() + NOTICE_HOURS * HOUR_MS)
    throw new RuleError('selection.deadlineTooSoon', NOTICE_HOURS).at('deadline')
  return deadline
}

async function invite(unit: UnitOfWork, id: number, by: number): Promise<void> {
  const row = await lockSelection(unit, id, 'draft')
  await refuseVendors(unit, invitedIn(row.invitations))
  if (row.deadline.getTime() < unit.clock.now().getTime() + NOTICE_HOURS * HOUR_MS)
    throw new RuleError('selection.deadlineTooSoon', NOTICE_HOURS)
  await change(unit, id, { state: 'inviting', invitedAt: unit.clock.now() }, by)
  unit.notify({
    to: row.panel,
    contentType: 'REMIND',
    title: { key: 'selection.panelTold', params: [row.subject] },
    link: `/procurement/review?id=${id}`,
  })
}

/** PRC-42: an envelope counts when the server has it before the deadline. */
async function receive(unit: UnitOfWork, id: number, values: FormData, by: number): Promise<void> {
  const row = await lockSelection(unit, id, 'inviting')
  const now = unit.clock.now()
  if (now >= row.deadline) throw new RuleError('rule.PRC-42')
  const vendorId = Number(values.vendorId)
  if (!invitedIn(row.invitations).includes(vendorId)) throw new RuleError('selection.notInvited').at('vendorId')
  const unfit = await unfitAmong(unit, [vendorId])
  if (unfit.length > 0) throw new RuleError('vendor.unfit', unfit[0] ?? '').at('vendorId')
  const envelopeNo = textIn(values.envelopeNo)
  const live = sql`selection_id = ${id} and round = ${row.round} and ended_at is null`
  const { rows } = await sql`
    select 1 from selection_receipt where ${live} and envelope_no = ${envelopeNo} and vendor_id <> ${vendorId}`.execute(
    unit.db,
  )
  if (rows.length > 0) throw new RuleError('selection.envelopeTwice', envelopeNo).at('envelopeNo')
  const sealPhoto = [...fileIdsIn(values.sealPhoto)]
  await sql`update selection_receipt set ended_at = ${now}::timestamptz where ${live} and vendor_id = ${vendorId}`.execute(
    unit.db,
  )
  await sql`insert into selection_receipt (selection_id, round, vendor_id, envelope_no, seal_photo, received_at, received_by)
    values (${id}, ${row.round}, ${vendorId}, ${envelopeNo}, ${sealPhoto}::bigint[], ${now}::timestamptz, ${by})`.execute(
    unit.db,
  )
  await change(unit, id, {}, by)
}

async function handBack(unit: UnitOfWork, id: number, vendorId: number, by: number): Promise<void> {
  const row = await lockSelection(unit, id, 'inviting')
  const now = unit.clock.now()
  if (now >= row.deadline) throw new RuleError('selection.closed')
  const { numAffectedRows } =
    await sql`update selection_receipt set ended_at = ${now}::timestamptz where selection_id = ${id} and round = ${row.round} and vendor_id = ${vendorId} and ended_at is null`.execute(
      unit.db,
    )
  if (numAffectedRows !== 1n) throw new RuleError('selection.noEnvelope').at('vendorId')
  await change(unit, id, {}, by)
}

/** The deadline moves later alone, and before it has passed. */
async function extend(unit: UnitOfWork, id: number, values: FormData, by: number): Promise<void> {
  const row = await lockSelection(unit, id, 'inviting')
  if (unit.clock.now() >= row.deadline) throw new RuleError('selection.closed')
  const deadline = parseMoment(textIn(values.deadline))
  if (deadline === null || deadline <= row.deadline) throw new RuleError('selection.onlyLater').at('deadline')
  await change(unit, id, { deadline }, by)
}

/** PRC-43: once, when too few came or are valid. */
async function reinvite(unit: UnitOfWork, id: number, values: FormData, by: number): Promise<void> {
  const row = await lockSelection(unit, id, 'inviting', 'opened')
  if (row.round !== 1) throw new RuleError('selection.reinvitedOnce')
  if (unit.clock.now() < row.deadline) throw new RuleError('rule.PRC-41')
  if ((await validCount(unit, row)) >= minQuotes(unit)) throw new RuleError('selection.enoughQuotes')
  await refuseVendors(unit, invitedIn(row.invitations))
  const deadline = deadlineIn(unit, values.deadline)
  const again = {
    state: 'inviting',
    round: 2,
    deadline,
    opening: null,
    openedBy: null,
    confirmedBy: null,
    openedAt: null,
    scoredAt: null,
    minutes: null,
  } as const
  await change(unit, id, again, by)
}

/** E13: an odd panel where it scores or inquires, and weights that come to a hundred. @throws RuleError */
function refuseScoring({ scoring, method, ...values }: FormData, members: number): void {
  if ((scoring === 'weighted' || method === 'inquiry') && members % 2 === 0)
    throw new RuleError('selection.panelEven', members).at('panel')
  if (scoring !== 'weighted') return
  const weights = [values.priceWeight, values.qualityWeight, values.deliveryWeight, values.serviceWeight].map(Number)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total !== FULL_SCORE) throw new RuleError('selection.weightsUneven', FULL_SCORE, total).at('priceWeight')
}

async function checked(values: FormData, unit: UnitOfWork): Promise<FormData> {
  const panel = Array.isArray(values.panel) ? values.panel.map(Number) : []
  const problem = await panelProblem(unit, panel)
  const ids = invitedIn(values.invitations)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (problem !== null) throw new ValidationError({ panel: [problem] })
  refuseScoring(values, panel.length)
  if (twice >= 0) throw new RuleError('comparison.vendorTwice').at(`invitations.${twice}.vendorId`)
  return values
}

/** How many envelopes of the round are there: before the opening no reader sees whose (E3). */
const received = `(select count(*)::int from selection_receipt c where c.selection_id = r.id and c.round = r.round and c.ended_at is null)`
/** How many of the panel have handed in their sheet of the round. */
const sheets = `(select count(distinct s.member_id)::int from selection_score s where s.selection_id = r.id and s.round = r.round and s.set_aside_at is null)`
const replacements = `coalesce((select jsonb_agg(jsonb_build_object('memberId', p.member_id, 'successorId', p.successor_id, 'cause', p.cause, 'reason', p.reason,
  'isSheetSetAside', p.is_sheet_set_aside, 'replacedAt', to_char(p.replaced_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')) order by p.id)
  from selection_replacement p where p.selection_id = r.id), '[]'::jsonb)`
const receipts = `case when r.opened_at is null then '[]'::jsonb else coalesce((select jsonb_agg(jsonb_build_object('vendorId', c.vendor_id, 'envelopeNo', c.envelope_no,
  'receivedAt', to_char(c.received_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), 'round', c.round) order by c.received_at, c.id)
  from selection_receipt c where c.selection_id = r.id and c.ended_at is null), '[]'::jsonb) end`

export const selectionServer: RecordServer = {
  computed: {
    invited: 'jsonb_array_length(r.invitations)',
    received,
    receipts,
    replacements,
    sheets,
    savedPercent:
      'case when r.award_amount is not null then round((r.ceiling - r.award_amount) * 100 / r.ceiling, 1) end',
  },
  async beforeCreate(values, unit, access) {
    deadlineIn(unit, values.deadline)
    return {
      ...(await checked(values, unit)),
      no: await nextPurchaseNo(unit, 'BX'),
      state: 'draft',
      deptId: access.departmentId,
      ownerId: access.userId,
    }
  },
  async beforeUpdate(values, _row, unit) {
    deadlineIn(unit, values.deadline)
    return checked(values, unit)
  },
  actions: {
    invite: ({ id }, _values, unit, { userId }) => invite(unit, id, userId),
    receive: ({ id }, values, unit, { userId }) => receive(unit, id, values, userId),
    handBack: ({ id }, { vendorId }, unit, { userId }) => handBack(unit, id, Number(vendorId), userId),
    extend: ({ id }, values, unit, { userId }) => extend(unit, id, values, userId),
    openQuotes: ({ id }, values, unit, access) => enterOpening(unit, id, values, access),
    confirmQuotes: ({ id }, values, unit, access) => confirmOpening(unit, id, values, access),
    async discardOpening({ id }, _values, unit, { userId }) {
      await lockSelection(unit, id, 'inviting')
      await change(unit, id, { opening: null, openedBy: null, minutes: null }, userId)
    },
    replaceMember: ({ id }, values, unit, access) => replaceMember(unit, id, values, access),
    award: ({ id }, values, unit, access) => awardSelection(unit, id, values, access),
    reinvite: ({ id }, values, unit, { userId }) => reinvite(unit, id, values, userId),
    async abort({ id }, { reason }, unit, { userId }) {
      await lockSelection(unit, id, 'draft', 'inviting', 'opened')
      await change(unit, id, { state: 'aborted', abortReason: textIn(reason), opening: null }, userId)
    },
  },
}

export const selectionQuoteServer: RecordServer = {
  computed: {
    ceiling: '(select s.ceiling from selection s where s.id = r.selection_id)',
    ofCeiling: 'round(r.amount * 100 / (select s.ceiling from selection s where s.id = r.selection_id), 1)',
  },
}
