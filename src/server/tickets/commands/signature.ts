import { sql } from 'kysely'
import { groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { visitFor } from '#machines/ticket/engine/visits.ts'
import type { Signature } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { linkFiles } from '#src/server/files/links.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import type { Applicant } from '../participants/people.ts'
import type { DecisionResult } from './command.ts'

const leaders: ReadonlySet<string> = new Set(['deptLeader', 'parentDeptLeader', 'divisionLeader'])
const BUREAU_LEADER = 'bureauLeader'
/** Milliseconds between the password and the approval it is for. */
const SIGNATURE_VALID_MS = 5 * 60_000
const pictures = ['image/png', 'image/jpeg']

/** WF-04: whether a leader decides here on an application of the bureau leader, who signs then whatever the state says. */
export function isSignedByRank(state: StateDefinition, applicant: Pick<Applicant, 'roles'>): boolean {
  const isLeader = groupsOf(state.participant).some(
    (group) => leaders.has(group.type) || (group.type === 'role' && group.role === BUREAU_LEADER),
  )
  return state.kind === 'approve' && isLeader && applicant.roles.includes(BUREAU_LEADER)
}

/** Whether an approval by this person, in the visit they mean, is signed. */
export const isSigned = ({ snapshot }: Pick<DecisionResult, 'snapshot'>, person: number, visit?: number): boolean =>
  visitFor(snapshot.context, person, visit)?.mustSign === true

/** What the server seals once the person has given the password: this picture, on this ticket, now. */
interface Token extends Signature {
  readonly userId: number
  readonly ticketId: number
  readonly at: string
}

/** A proof that the person, whose password was checked just now, signs this ticket with this picture. @throws ValidationError for a file that is no picture of the person's own. */
export async function signFor(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  ticketId: number,
  fileId: number,
): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select hash from file where id = ${fileId} and uploader_id = ${access.userId} and mime = any(${pictures}::text[])`.execute(
    unit.db,
  )
  const hash = rows[0]?.hash
  if (hash === undefined) throw new ValidationError({ fileId: [{ key: 'check.fileOwner' }] })
  const token: Token = { userId: access.userId, ticketId, fileId, hash, at: unit.clock.now().toISOString() }
  return vault.seal(JSON.stringify(token))
}

function readToken(vault: Vault, text: string): Token | null {
  if (!text.startsWith('sealed:')) return null
  try {
    return JSON.parse(vault.open(text)) as Token
  } catch {
    // Altered or sealed for something else: the same as none.
    return null
  }
}

/** The signature of an approval that needs one; null where none is needed. The picture belongs to the ticket from then on. @throws RuleError wf.signatureRequired without a fresh proof. */
export async function takeSignature(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  open: Pick<DecisionResult, 'ticket' | 'version' | 'snapshot'>,
  proof: string | undefined,
  visit?: number,
): Promise<Signature | null> {
  if (!isSigned(open, access.userId, visit)) return null
  const token = readToken(vault, proof ?? '')
  const isFresh = token !== null && unit.clock.now().getTime() - Date.parse(token.at) <= SIGNATURE_VALID_MS
  if (!isFresh || token.userId !== access.userId || token.ticketId !== open.ticket.id)
    throw new RuleError('wf.signatureRequired')
  await linkFiles(unit, access, 'ticket', open.ticket.id, [token.fileId])
  return { fileId: token.fileId, hash: token.hash }
}

/** The picture this person signed with last, to sign with again; null before the first. */
export async function lastSignature(unit: UnitOfWork, access: Access): Promise<{ readonly fileId: number | null }> {
  const { rows } = await sql<{ fileId: number }>`
    select k.signature_file_id as file_id from ticket_task k join file f on f.id = k.signature_file_id
    where k.decided_by = ${access.userId} and k.signature_file_id is not null and f.uploader_id = ${access.userId}
    order by k.decided_at desc limit 1`.execute(unit.db)
  return { fileId: rows[0]?.fileId ?? null }
}
