import type { SubTicket } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import { bySystem } from '../commands/command.ts'
import type { DecisionContext } from '../commands/decisionContext.ts'
import { dispatch } from '../commands/dispatch.ts'
import { countDraft } from '../forms/draftRows.ts'
import { insertDraft } from '../forms/drafts.ts'
import { type FormInput, newForm, workForm } from '../forms/forms.ts'
import type { Applicant } from '../participants/people.ts'
import { saidText } from '../summary/line.ts'
import { closedType } from '../versions/closed.ts'
import { attempt } from './attempt.ts'

const head: readonly string[] = ['reason', 'urgency', 'mobile']

/** Rights of the applicant over the form that is filed in the applicant's name: what it points at was chosen in the other form. */
const inNameOf = ({ id, name, deptId, roles }: Applicant): Access => ({
  userId: id,
  name,
  departmentId: deptId,
  sessionId: '',
  isHandedOver: false,
  roles,
  permissions: new Set(),
  may: () => true,
  scope: () => 'all',
})

/** The new form, with what the other one gives for it; what the type does not take is left for the applicant. */
export async function filledForm(formInput: FormInput, access: Access, given: FormData): Promise<FormData> {
  const { version } = formInput
  const fresh = await newForm(formInput)
  const work = (sent: FormData) =>
    workForm(formInput, fresh, sent, { access, permissions: version.start, partial: true, wasSubmitted: false })
  const first = await work(given)
  const wrong = new Set(Object.keys(first.problems).map((path) => path.split('.')[0]))
  if (wrong.size === 0) return first.values
  return (await work(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))).values
}

/**
 * Files the ticket of a state in the applicant's name and submits it (I19). Where its form is not complete, or a rule of
 * its type refuses it, it stays a draft that the applicant is told about: the other ticket waits all the same.
 * @throws RuleError wf.childNested for a ticket that was itself filed for another, wf.disabled when the type is not there.
 */
export async function fileChild(decisionContext: DecisionContext, { type, values }: SubTicket): Promise<number> {
  const { engine, unit, ticket, version, applicant, form } = decisionContext
  if (ticket.parentId !== null) throw new RuleError('wf.childNested')
  const own = await engine.versions.current(unit.db, type)
  const code = engine.applications.get(type)?.code
  if (!own || code === undefined) throw closedType()
  const access = inNameOf(applicant)
  const formInput: FormInput = { engine, unit, version: own, applicant, ticketId: null }
  const opened = openFields(engine.vault, version.fields, form)
  // Every form has them: why, how urgent, and where the applicant is reached.
  const carried = { ...Object.fromEntries(head.map((name) => [name, name])), ...values }
  const given = Object.fromEntries(Object.entries(carried).map(([name, from]) => [name, opened[from] ?? null]))
  const id = await insertDraft(formInput, code, await filledForm(formInput, access, given), { parentId: ticket.id })
  const comment = engine.texts.say('zhHans', { key: 'ticket.filedFor', params: [ticket.no] })
  const isSubmitted = await attempt(unit, (tentative) =>
    dispatch(engine, tentative, id, { type: 'submit', comment }, { ...bySystem, access }, true),
  )
  if (isSubmitted) return id
  await countDraft(unit, applicant.id, 1)
  unit.changed('ticket', id)
  unit.notify({
    to: [applicant.id],
    contentType: 'TICKET',
    title: { key: 'notice.ticket.childDraft', params: [ticket.no, saidText(engine, { ...ticket, applicant: null })] },
    link: `/workflow/ticket/${id}`,
  })
  return id
}
