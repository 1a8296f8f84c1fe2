import { provideService, type ServiceProvision, ticketDrafts } from '#src/define/services.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Services } from '#src/server/app/services.ts'
import { countDraft } from '../forms/draftRows.ts'
import { insertDraft } from '../forms/drafts.ts'
import type { FormInput } from '../forms/forms.ts'
import { readApplicant } from '../participants/people.ts'
import { findTicket } from '../ticket.ts'
import { closedType } from '../versions/closed.ts'
import { engineOf } from '../versions/engine.ts'
import { filledForm } from './file.ts'

/** Drafts that a page of a module makes in the names of others, who complete and submit them. */
export function ticketDraftsService(services: () => Services): ServiceProvision {
  return provideService(ticketDrafts, (unit) => ({
    async create(applicantId, type, given) {
      const engine = engineOf(services())
      const version = await engine.versions.current(unit.db, type)
      const code = engine.applications.get(type)?.code
      const applicant = await readApplicant(unit.db, applicantId)
      const access = accessOf(
        { userId: applicant.id, name: applicant.name, departmentId: applicant.deptId, sessionId: '' },
        services().directory,
      )
      if (!version || code === undefined || !engine.mayStart(access, type)) throw closedType()
      const formInput: FormInput = { engine, unit, version, applicant, ticketId: null }
      const id = await insertDraft(formInput, code, await filledForm(formInput, access, given))
      await countDraft(unit, applicant.id, 1)
      unit.changed('ticket', id)
      return { id, no: (await findTicket(unit.db, id))?.no ?? '' }
    },
  }))
}
