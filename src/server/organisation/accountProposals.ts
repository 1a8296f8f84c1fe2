/** SYS-138: replacing the credentials of a person in office, and an owner who takes an account over, need a second person. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type ProposedAnswer, RESET_APPROVAL_HOURS } from '#src/define/workflows/proposals.ts'
import { only } from '#src/server/database/only.ts'
import { openFor, propose } from '#src/server/proposals/proposals.ts'
import { announceResetProposal, type Credential } from './credentialNotices.ts'
import { endHandover, handoverOf, holdsOffice, isOwnersSession } from './handover.ts'

const APPROVAL_MS = RESET_APPROVAL_HOURS * 3_600_000

/** A reset as it waits for its confirmation. */
export interface ResetContent {
  readonly id: number
  readonly credential: Credential
}

/** An account whose owner set a password and has to be recognised by a person who never saw the one before. */
export interface OwnerContent {
  readonly id: number
  /** Whoever replaced the credentials. */
  readonly barred: readonly number[]
}

interface Named {
  readonly name: string
  readonly nameEn: string
}

async function nameOf(unit: UnitOfWork, id: number): Promise<Named> {
  const { rows } = await sql<Named>`select name, name_en from app_user where id = ${id}`.execute(unit.db)
  return only(rows)
}

/** What the account was when it was proposed: another reset or an end of service makes the proposal void. */
export async function resetBasis(unit: UnitOfWork, { id, credential }: ResetContent): Promise<string | null> {
  const { rows } = await sql<{ basis: string }>`
    select extract(epoch from u.password_changed_at)::text || ' ' || coalesce(extract(epoch from f.confirmed_at)::text, '-') as basis
    from app_user u left join second_factor f on f.user_id = u.id
    where u.id = ${id} and u.state and u.deleted_at is null
      and (${credential} <> 'secondFactorReset' or f.confirmed_at is not null)`.execute(unit.db)
  return rows[0]?.basis ?? null
}

/** A second person agreed: who proposed it may carry it out within `RESET_APPROVAL_HOURS`. */
export async function approveReset(unit: UnitOfWork, { id, credential }: ResetContent, givenTo: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    insert into reset_approval (user_id, credential, given_to, given_at) values (${id}, ${credential}, ${givenTo}, ${now})
    on conflict (user_id, credential) do update set given_to = excluded.given_to, given_at = excluded.given_at`.execute(
    unit.db,
  )
}

/** Uses a confirmed reset up. */
async function takeApproval(unit: UnitOfWork, { id, credential }: ResetContent, givenTo: number): Promise<boolean> {
  const since = new Date(unit.clock.now().getTime() - APPROVAL_MS)
  const { numAffectedRows } = await sql`
    delete from reset_approval where user_id = ${id} and credential = ${credential} and given_to = ${givenTo} and given_at > ${since}`.execute(
    unit.db,
  )
  return numAffectedRows === 1n
}

/**
 * What waits instead of a reset; null when it may be carried out: for an account without any office, or when a second person
 * confirmed it. The account is locked by the caller. @throws as `propose`
 */
export async function holdReset(
  unit: UnitOfWork,
  access: Access,
  content: ResetContent,
): Promise<ProposedAnswer | null> {
  if (!(await holdsOffice(unit, content.id))) return null
  if (await takeApproval(unit, content, access.userId)) return null
  const basis = await resetBasis(unit, content)
  if (basis === null) throw new RuleError('secondFactor.isOff')
  const answer = await propose(unit, access, {
    kind: 'accountReset',
    subject: `accountReset:${content.credential}:${content.id}`,
    content,
    basis,
    ...(await nameOf(unit, content.id)),
    seats: ['security'],
  })
  await announceResetProposal(unit, content.credential, { by: access.userId, of: content.id })
  return answer
}

/**
 * After the owner of a handed-over account set a password: with the second factor they had before it is theirs again at once,
 * else a security administrator or the auditor who did not replace it confirms that it was the owner.
 */
export async function takeOver(unit: UnitOfWork, access: Access): Promise<void> {
  const { userId, sessionId } = access
  const handover = await handoverOf(unit, userId)
  if (handover === null) return
  if (await isOwnersSession(unit, sessionId, handover)) return endHandover(unit, userId)
  const subject = `accountOwner:${userId}`
  const basis = handover.at.toISOString()
  const waiting = await openFor(unit, subject)
  if (waiting?.basis === basis && waiting.expiresAt > unit.clock.now()) return
  const content: OwnerContent = { id: userId, barred: [handover.by] }
  try {
    await propose(unit, access, {
      kind: 'accountOwner',
      subject,
      content,
      basis,
      ...(await nameOf(unit, userId)),
      seats: ['security'],
    })
  } catch (error) {
    // The password is changed all the same; the account waits until there is a second person.
    if (!(error instanceof RuleError && error.problem.key === 'proposal.nobody')) throw error
  }
}
