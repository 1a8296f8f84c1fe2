import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { projects } from '#src/modules/projects/contract.ts'
import {
  budgetLedger,
  type CommitmentFigures,
  type Commitments,
  type EndingCommitment,
  type EntrySource,
} from './contract.ts'

const columns = sql`c.id, c.kind, c.ticket_id, ticket.no as ticket_no, c.dept_id, c.applicant_id, c.budget_line_id as line_id, c.project_id, c.title, c.amount, c.pending,
  c.used, c.released, (c.amount - c.used - c.released - c.pending)::numeric(14,2) as remaining, c.state, c.valid_until,
  (c.created_at at time zone 'Asia/Shanghai')::date as approved_on`

async function readAll(unit: UnitOfWork, where: ReturnType<typeof sql>): Promise<readonly CommitmentFigures[]> {
  const { rows } =
    await sql<CommitmentFigures>`select ${columns} from commitment c join shared_ticket ticket on ticket.id = c.ticket_id
    where c.deleted_at is null and ${where} order by c.id`.execute(unit.db)
  return rows
}

async function lock(unit: UnitOfWork, id: number): Promise<CommitmentFigures> {
  await sql`select id from commitment where id = ${id} for update`.execute(unit.db)
  const [found] = await readAll(unit, sql`c.id = ${id}`)
  if (!found) throw new RuleError('commitment.unknown')
  return found
}

async function lockEnding(unit: UnitOfWork, kind: string, endingOn: string): Promise<readonly EndingCommitment[]> {
  const today = unit.clock.today()
  const { rows } = await sql<EndingCommitment>`
    select id, ticket_id, applicant_id, title, valid_until < ${today} as is_over from commitment
    where state = 'effective' and kind = ${kind} and ((valid_until < ${today} and pending = 0) or valid_until = ${endingOn})
    order by id for update`.execute(unit.db)
  return rows
}

/** FIN-22: the last day counts. */
export const isExpired = ({ state, validUntil }: CommitmentFigures, today: string): boolean =>
  state === 'expired' || (validUntil !== null && validUntil < today)

async function uses(
  unit: UnitOfWork,
  claimId: number,
): Promise<readonly { id: number; pending: string; used: string }[]> {
  const { rows } = await sql<{ id: number; pending: string; used: string }>`
    select commitment_id as id, pending, used from commitment_use where ticket_id = ${claimId} order by commitment_id`.execute(
    unit.db,
  )
  return rows
}

/** What one claim asks of a locked commitment and spent of it. */
const shareOf = async (unit: UnitOfWork, id: number, claimId: number): Promise<{ pending: string; used: string }> =>
  (await uses(unit, claimId)).find((use) => use.id === id) ?? { pending: '0.00', used: '0.00' }

interface Change {
  readonly pending?: string
  readonly used?: string
  readonly released?: string
}

/** Moves the figures of a locked commitment; amounts may be negative. */
async function move(
  unit: UnitOfWork,
  id: number,
  { pending = '0', used = '0', released = '0' }: Change,
): Promise<void> {
  await sql`update commitment set pending = pending + ${pending}::numeric, used = used + ${used}::numeric, released = released + ${released}::numeric,
    updated_at = ${unit.clock.now()}, version = version + 1 where id = ${id}`.execute(unit.db)
  unit.changed('commitment', id)
}

async function setUse(unit: UnitOfWork, id: number, claimId: number, pending: string, used: string): Promise<void> {
  await sql`insert into commitment_use (commitment_id, ticket_id, pending, used) values (${id}, ${claimId}, ${pending}, ${used})
    on conflict (commitment_id, ticket_id) do update set pending = excluded.pending, used = excluded.used`.execute(
    unit.db,
  )
}

const negative = (amount: string): string => subtractMoney('0.00', amount)

async function ask(unit: UnitOfWork, id: number, claimId: number, amount: string): Promise<void> {
  const held = await lock(unit, id)
  const { pending: before, used } = await shareOf(unit, id, claimId)
  // What was asked for in time may still be lowered afterwards (FIN-43).
  const isNew = compareMoney(before, '0.00') === 0
  if (isNew && isExpired(held, unit.clock.today())) throw new RuleError('preApproval.expired')
  if (held.state !== 'effective') throw new RuleError('commitment.notOpen', held.ticketNo)
  const free = sumMoney([held.remaining, before])
  if (compareMoney(amount, free) > 0) {
    throw new RuleError(held.kind === 'preApproval' ? 'preApproval.exceeded' : 'commitment.exceeded', free)
  }
  await setUse(unit, id, claimId, amount, used)
  await move(unit, id, { pending: subtractMoney(amount, before) })
}

async function free(unit: UnitOfWork, claimId: number): Promise<void> {
  for (const { id } of await uses(unit, claimId)) {
    await lock(unit, id)
    const { pending, used } = await shareOf(unit, id, claimId)
    await setUse(unit, id, claimId, '0.00', used)
    await move(unit, id, { pending: negative(pending) })
  }
}

async function spend(unit: UnitOfWork, id: number, claim: EntrySource): Promise<void> {
  const held = await lock(unit, id)
  const { pending: amount, used } = await shareOf(unit, id, Number(claim.ticketId))
  if (compareMoney(amount, '0.00') === 0) return
  const ledger = unit.service(budgetLedger)
  await setUse(unit, id, Number(claim.ticketId), '0.00', sumMoney([used, amount]))
  await move(unit, id, { pending: negative(amount), used: amount })
  await ledger.unfreeze(held.lineId, amount, { ...claim, ticketId: held.ticketId })
  await ledger.consume(held.lineId, amount, claim)
}

async function undo(unit: UnitOfWork, claim: EntrySource): Promise<void> {
  const ledger = unit.service(budgetLedger)
  for (const { id } of await uses(unit, Number(claim.ticketId))) {
    const held = await lock(unit, id)
    const { pending, used } = await shareOf(unit, id, Number(claim.ticketId))
    if (compareMoney(used, '0.00') === 0) continue
    const line = await ledger.read(held.lineId)
    const isHeldAgain = held.state === 'effective' && line?.active === true && line.yearOpen
    await setUse(unit, id, Number(claim.ticketId), pending, '0.00')
    await move(unit, id, { used: negative(used), ...(isHeldAgain ? {} : { released: used }) })
    await ledger.refund(held.lineId, used, claim)
    if (isHeldAgain) await ledger.freeze(held.lineId, used, { ...claim, ticketId: held.ticketId })
  }
}

async function reduce(unit: UnitOfWork, id: number, amount: string, effectKey: string): Promise<void> {
  const held = await lock(unit, id)
  if (held.state !== 'effective') throw new RuleError('commitment.notOpen', held.ticketNo)
  const now = subtractMoney(held.amount, held.released)
  if (compareMoney(amount, now) > 0) throw new RuleError('commitment.exceeded', now)
  const rest = subtractMoney(now, amount)
  if (compareMoney(rest, '0.00') === 0) return
  if (compareMoney(rest, held.remaining) > 0) throw new RuleError('commitment.pending', held.pending)
  await move(unit, id, { released: rest })
  await unit
    .service(budgetLedger)
    .unfreeze(held.lineId, rest, { ticketId: held.ticketId, effectKey, note: held.ticketNo })
}

async function close(unit: UnitOfWork, id: number, state: string, effectKey: string): Promise<void> {
  const held = await lock(unit, id)
  if (held.state !== 'effective') throw new RuleError('commitment.notOpen', held.ticketNo)
  if (compareMoney(held.pending, '0.00') > 0) throw new RuleError('commitment.pending', held.pending)
  const rest = held.remaining
  await sql`update commitment set state = ${state} where id = ${id}`.execute(unit.db)
  await move(unit, id, { released: rest })
  if (compareMoney(rest, '0.00') > 0) {
    await unit
      .service(budgetLedger)
      .unfreeze(held.lineId, rest, { ticketId: held.ticketId, effectKey, note: held.ticketNo })
  }
}

/** Under lock, so that a claim that is being submitted comes before or after. */
async function handOver(unit: UnitOfWork, ticketId: number, kind: string): Promise<readonly CommitmentFigures[]> {
  await sql`select id from commitment where ticket_id = ${ticketId} and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const held = await readAll(unit, sql`c.ticket_id = ${ticketId} and c.state = 'effective'`)
  for (const { kind: before, used, pending, ticketNo } of held) {
    if (before === kind) throw new RuleError('commitment.notOpen', ticketNo)
    if (compareMoney(sumMoney([used, pending]), '0.00') > 0)
      throw new RuleError('commitment.drawnUpon', ticketNo, sumMoney([used, pending]))
  }
  await sql`update commitment set kind = ${kind}, valid_until = null, updated_at = ${unit.clock.now()}, version = version + 1
    where ticket_id = ${ticketId} and state = 'effective' and deleted_at is null`.execute(unit.db)
  unit.changed('commitment', null)
  return readAll(unit, sql`c.ticket_id = ${ticketId} and c.state = 'effective'`)
}

/** The one writer of commitments; the money itself moves through the budget ledger. */
export function createCommitments(unit: UnitOfWork): Commitments {
  return {
    async open({ kind, ticketId, deptId, applicantId, lineId, projectId, amount, title, validUntil }) {
      const now = unit.clock.now()
      await unit.service(budgetLedger).freeze(lineId, amount, { ticketId, effectKey: 'commitment.open', note: title })
      if (projectId !== null) await unit.service(projects).charge(projectId)
      const { rows } = await sql<{ id: number }>`
        insert into commitment (kind, ticket_id, dept_id, applicant_id, budget_line_id, project_id, title, amount, state, valid_until, created_at, created_by, updated_at)
        select ${kind}::text, ${ticketId}::bigint, ${deptId}::bigint, ${applicantId}::bigint, id, coalesce(project_id, ${projectId}::bigint), ${title}::text,
          ${amount}::numeric, 'effective', ${validUntil}::date, ${now}::timestamptz, ${applicantId}::bigint, ${now}::timestamptz
        from budget_line where id = ${lineId} returning id`.execute(unit.db)
      const id = Number(rows[0]?.id)
      unit.changed('commitment', id)
      return id
    },
    read: async (id) => (await readAll(unit, sql`c.id = ${id}`))[0] ?? null,
    handOver: (ticketId, kind) => handOver(unit, ticketId, kind),
    heldBy: (ticketId) => readAll(unit, sql`c.ticket_id = ${ticketId}`),
    usedBy: (claimId) => uses(unit, claimId),
    lockEnding: (kind, endingOn) => lockEnding(unit, kind, endingOn),
    ask: (id, claimId, amount) => ask(unit, id, claimId, amount),
    free: (claimId) => free(unit, claimId),
    spend: (id, claim) => spend(unit, id, claim),
    undo: (claim) => undo(unit, claim),
    reduce: (id, amount, effectKey) => reduce(unit, id, amount, effectKey),
    close: (id, state, effectKey) => close(unit, id, state, effectKey),
  }
}
