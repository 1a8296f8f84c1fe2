/** Proposals: a change is kept, told to those who may confirm it, and carried out by the confirmation of a second person (SYS-132, SYS-137, SYS-138). */

import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { BilingualName } from '#src/define/bilingual.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ConfirmingRole, ProposalKind, ProposalState } from '#src/define/workflows/proposals.ts'
import { only } from '#src/server/database/only.ts'
import type { Kind, ProposalCall } from './kind.ts'
import { holdersOf } from './seats.ts'

const EXPIRES_AFTER_DAYS = 30
const DAY = 86_400_000

export const proposalPage = '/workflow/proposal'

/** A confirmation that was given. */
export interface Confirmation {
  readonly seat: ConfirmingRole
  readonly by: number
  readonly at: string
}

/** A proposal as its table has it. */
export interface StoredProposal extends BilingualName {
  readonly id: number
  readonly kind: ProposalKind
  readonly subject: string
  readonly content: unknown
  readonly basis: string
  readonly seats: readonly ConfirmingRole[]
  readonly given: readonly Confirmation[]
  readonly state: Exclude<ProposalState, 'expired'>
  readonly proposedBy: number
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly decidedBy: number | null
  readonly decidedAt: Date | null
  readonly reason: string
}

export const columns = sql.raw(
  'id, kind, subject, content, basis, name, name_en, seats, given, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, reason',
)

/** A change that somebody asks for. */
export interface NewProposal extends BilingualName {
  readonly kind: ProposalKind
  readonly subject: string
  readonly content: object
  readonly basis: string
  readonly seats: readonly ConfirmingRole[]
}

/** What waits for a subject, whether or not it still holds; null when nothing does. */
export async function openFor(unit: UnitOfWork, subject: string): Promise<StoredProposal | null> {
  const { rows } = await sql<StoredProposal>`
    select ${columns} from proposal where subject = ${subject} and state = 'open'`.execute(unit.db)
  return rows[0] ?? null
}

/** The state as it is shown: what was made for something else is void, what nobody confirmed in time has expired. */
export async function stateOf(unit: UnitOfWork, kind: Kind, stored: StoredProposal): Promise<ProposalState> {
  if (stored.state !== 'open') return stored.state
  if (stored.expiresAt <= unit.clock.now()) return 'expired'
  return (await kind.basis(unit, stored.content)) === stored.basis ? 'open' : 'void'
}

/** Who confirms it never: the proposer, and whom the content bars. */
type Barring = Pick<StoredProposal, 'proposedBy' | 'content'>

function isBarred({ proposedBy, content }: Barring, userId: number): boolean {
  const barred = typeof content === 'object' && content !== null && 'barred' in content ? content.barred : []
  return userId === proposedBy || (Array.isArray(barred) && barred.includes(userId))
}

/** People of a seat who may confirm. */
export const othersOf = async (unit: UnitOfWork, seat: ConfirmingRole, barring: Barring): Promise<readonly number[]> =>
  (await holdersOf(unit, seat)).filter((id) => !isBarred(barring, id))

/**
 * Keeps a change until somebody else confirms it, and tells those who may. One that waits for the same subject gives way when
 * it was made for something else meanwhile.
 * @throws RuleError proposal.waiting while another one waits, proposal.nobody when nobody could confirm it.
 */
export async function propose(
  unit: UnitOfWork,
  access: Access,
  asked: NewProposal,
): Promise<{ readonly proposal: number }> {
  const now = unit.clock.now()
  const waiting = await openFor(unit, asked.subject)
  if (waiting !== null) {
    if (waiting.basis === asked.basis && waiting.expiresAt > now) throw new RuleError('proposal.waiting')
    await close(unit, waiting, 'void', null, '')
  }
  const holders = await Promise.all(
    asked.seats.map((seat) => othersOf(unit, seat, { proposedBy: access.userId, content: asked.content })),
  )
  if (holders.some((people) => people.length === 0)) throw new RuleError('proposal.nobody')
  const { rows } = await sql<{ id: number }>`
    insert into proposal (kind, subject, content, basis, name, name_en, seats, proposed_by, proposed_at, expires_at)
    values (${asked.kind}, ${asked.subject}, ${JSON.stringify(asked.content)}::jsonb, ${asked.basis}, ${asked.name}, ${asked.nameEn},
      ${[...asked.seats]}::text[], ${access.userId}, ${now}, ${new Date(now.getTime() + EXPIRES_AFTER_DAYS * DAY)}) returning id`.execute(
    unit.db,
  )
  const { id } = only(rows)
  unit.notify({
    to: [...new Set(holders.flat())],
    contentType: 'REMIND',
    title: { key: `proposal.asked.${asked.kind}`, params: [asked.name, asked.nameEn] },
    link: `${proposalPage}?id=${id}`,
  })
  unit.traced({
    record: 'proposal',
    id,
    before: null,
    after: { kind: asked.kind, subject: asked.subject, name: asked.name, seats: asked.seats.join(' ') },
  })
  unit.changed('proposal', id)
  return { proposal: id }
}

async function close(
  unit: UnitOfWork,
  stored: StoredProposal,
  state: Exclude<StoredProposal['state'], 'open'>,
  by: number | null,
  reason: string,
): Promise<void> {
  await sql`
    update proposal set state = ${state}, decided_by = ${by}, decided_at = ${unit.clock.now()}, reason = ${reason}
    where id = ${stored.id}`.execute(unit.db)
  unit.traced({
    record: 'proposal',
    id: stored.id,
    before: { state: 'open', subject: stored.subject, proposedBy: stored.proposedBy },
    after: { state, ...(by !== null && { decidedBy: by }), ...(reason !== '' && { reason }) },
  })
  unit.changed('proposal', stored.id)
}

/** @throws Refusal 4004. */
export async function findProposal(unit: UnitOfWork, id: number): Promise<StoredProposal> {
  const { rows } = await sql<StoredProposal>`select ${columns} from proposal where id = ${id}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The proposal held for a decision, and what it concerns with it. @throws Refusal 4004, RuleError proposal.decided, proposal.void, proposal.expired. */
async function locked(unit: UnitOfWork, kind: Kind, { id, content }: StoredProposal): Promise<StoredProposal> {
  await kind.lock(unit, content)
  const { rows } = await sql<StoredProposal>`select ${columns} from proposal where id = ${id} for update`.execute(
    unit.db,
  )
  const stored = only(rows)
  if (stored.state !== 'open') throw new RuleError('proposal.decided')
  const state = await stateOf(unit, kind, stored)
  if (state !== 'open')
    throw state === 'expired' ? new RuleError('proposal.expired', EXPIRES_AFTER_DAYS) : new RuleError('proposal.void')
  return stored
}

/** The seats of a proposal that this person holds, given or not; none for its proposer and for whom it bars. */
async function heldSeats(unit: UnitOfWork, stored: StoredProposal, userId: number): Promise<readonly ConfirmingRole[]> {
  if (isBarred(stored, userId)) return []
  const held = await Promise.all(stored.seats.map(async (seat) => (await holdersOf(unit, seat)).includes(userId)))
  return stored.seats.filter((_, index) => held[index])
}

/** The seats of a proposal that this person may still confirm for. */
export async function seatsFor(
  unit: UnitOfWork,
  stored: StoredProposal,
  userId: number,
): Promise<readonly ConfirmingRole[]> {
  const held = await heldSeats(unit, stored, userId)
  return held.filter((seat) => !stored.given.some((one) => one.seat === seat))
}

/** Refuses whoever is not asked. @throws RuleError proposal.own for the proposer, Refusal 4004 for everybody else. */
export async function refuseUnasked(unit: UnitOfWork, stored: StoredProposal, userId: number): Promise<void> {
  if (stored.proposedBy === userId) throw new RuleError('proposal.own')
  if ((await heldSeats(unit, stored, userId)).length === 0)
    throw isBarred(stored, userId) ? new RuleError('proposal.own') : notFound()
}

async function isInService(unit: UnitOfWork, userId: number): Promise<boolean> {
  const { rows } = await sql`select from app_user where id = ${userId} and state and deleted_at is null`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** A second person confirms; with the last confirmation the change is carried out. @throws as `locked` and `refuseUnasked`, and what carrying it out throws. */
export async function confirm(call: ProposalCall, kind: Kind, id: number): Promise<{ readonly done: boolean }> {
  const { unit, access } = call
  const found = await findProposal(unit, id)
  await refuseUnasked(unit, found, access.userId)
  const stored = await locked(unit, kind, found)
  const seats = await seatsFor(unit, stored, access.userId)
  if (seats.length === 0) throw new RuleError('proposal.decided')
  // What somebody asked for who is no longer in service is nobody's wish any more.
  if (!(await isInService(unit, stored.proposedBy))) throw new RuleError('proposal.void')
  const at = unit.clock.now().toISOString()
  const given = [...stored.given, ...seats.map((seat): Confirmation => ({ seat, by: access.userId, at }))]
  await sql`update proposal set given = ${JSON.stringify(given)}::jsonb where id = ${id}`.execute(unit.db)
  const isDone = stored.seats.every((seat) => given.some((one) => one.seat === seat))
  if (!isDone) {
    unit.traced({ record: 'proposal', id, before: null, after: { confirmedBy: access.userId, seats: seats.join(' ') } })
    unit.changed('proposal', id)
    return { done: false }
  }
  await kind.apply(call, stored.content, { id: stored.proposedBy })
  await close(unit, stored, 'confirmed', access.userId, '')
  tellProposer(unit, stored, 'proposal.confirmed')
  return { done: true }
}

const tellProposer = (unit: UnitOfWork, { id, proposedBy, name, nameEn }: StoredProposal, key: ProblemKey): void =>
  unit.notify({
    to: [proposedBy],
    contentType: 'SYSTEM',
    title: { key, params: [name, nameEn] },
    link: `${proposalPage}?id=${id}`,
  })

/** One of those asked refuses, with a reason. @throws as `confirm`. */
export async function refuse({ unit, access }: ProposalCall, kind: Kind, id: number, reason: string): Promise<void> {
  const found = await findProposal(unit, id)
  await refuseUnasked(unit, found, access.userId)
  const stored = await locked(unit, kind, found)
  await close(unit, stored, 'refused', access.userId, reason)
  tellProposer(unit, stored, 'proposal.refused')
}

/** The proposer takes it back. @throws Refusal 4004 for everybody else, RuleError proposal.decided. */
export async function withdraw({ unit, access }: ProposalCall, kind: Kind, id: number): Promise<void> {
  const found = await findProposal(unit, id)
  if (found.proposedBy !== access.userId) throw notFound()
  await kind.lock(unit, found.content)
  const { rows } = await sql<StoredProposal>`select ${columns} from proposal where id = ${id} for update`.execute(
    unit.db,
  )
  const stored = only(rows)
  if (stored.state !== 'open') throw new RuleError('proposal.decided')
  await close(unit, stored, 'withdrawn', access.userId, '')
}
