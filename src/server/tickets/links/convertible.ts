import type { Access } from '#src/define/access.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Reader } from '../queries/lines.ts'
import type { Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'

/** OTH-01: whether a ticket whose handling this person has may be turned into one of another type: once, and not by its applicant, who may begin what they want anyway. */
export function isConvertible(engine: Engine, access: Access, ticket: Ticket): boolean {
  const isOffered = engine.applications.get(ticket.type)?.isConvertible === true
  return isOffered && ticket.conversionId === null && ticket.applicantId !== access.userId
}

/** Rights of a ticket's applicant as they stand now. */
export function applicantAccess({ records: { services } }: Engine, { applicant }: Ticket): Access {
  const { id: userId, name, deptId: departmentId } = applicant
  return accessOf({ userId, name, departmentId, sessionId: '' }, services.directory)
}

/** The types a ticket may be turned into: what its applicant may begin. */
export function convertibleTo(
  { engine, language }: Pick<Reader, 'engine' | 'language'>,
  ticket: Ticket,
): TicketDetail['convertibleTo'] {
  const access = applicantAccess(engine, ticket)
  return engine.applications
    .values()
    .filter(({ key }) => key !== ticket.type && engine.mayStart(access, key))
    .map(({ key }) => ({ type: key, title: engine.texts.find(language, `applications.${key}.title`) ?? key }))
}
