import type { Access } from '#src/define/access.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Ticket } from '../ticket.ts'
import type { Version } from '../versions/versions.ts'

const DAY = 86_400_000

/** 25.4: the applicant of a completed ticket may ask to have it revoked, within the days its workflow grants and while no such request stands. What was filed for another ticket stands and falls with it. */
export function isRevocable(unit: UnitOfWork, access: Access, ticket: Ticket, version: Version): boolean {
  const { revocableDays } = version.definition
  const { status, applicantId, finishedAt, parentId, revokesId, revocationId } = ticket
  if (revocableDays === undefined || status !== 'completed' || finishedAt === null) return false
  if (applicantId !== access.userId || parentId !== null || revokesId !== null || revocationId !== null) return false
  return unit.clock.now().getTime() <= finishedAt.getTime() + revocableDays * DAY
}
