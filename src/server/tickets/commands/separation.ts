/** SYS-131 at a ticket: administrators decide only on their own tickets, and no form names them as approver or handler. */
import { asksPeople, type Group, groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import { visitFor, visitsWith } from '#machines/ticket/engine/visits.ts'
import type { PersonEventType } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { refuseAdministrators } from '#src/server/organisation/separation.ts'
import type { FormInput } from '../forms/forms.ts'
import type { OpenedTicket } from './open.ts'

/** What people do in a place that was given to them, and what an office does with a ticket of its register. */
const business: ReadonlySet<PersonEventType> = new Set([
  'approve',
  'reject',
  'return',
  'retrieve',
  'handle',
  'refuse',
  'claim',
  'release',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'void',
  // A copy shows the ticket of another person to its recipients.
  'cc',
])

/** Whether it is a decision, or gives one to another person. */
export const isBusiness = (type: PersonEventType): boolean => business.has(type)

/** Whether an administrator would act on the business of others; an applicant's own work (receipt, back to work) is allowed. */
export function isBusinessOfOthers(
  access: Access,
  type: PersonEventType,
  { version, snapshot }: OpenedTicket,
  visit?: number,
): boolean {
  if (!business.has(type) || !access.roles.some(isAdministratorRole)) return false
  if (type === 'void' || type === 'retrieve') return true
  if (type === 'cc') return snapshot.context.applicant !== access.userId
  // Without a place in it they are refused as anybody would be.
  if (visitsWith(snapshot.context, access.userId).length === 0) return false
  const at = visitFor(snapshot.context, access.userId, visit)?.state
  const state = version.definition.states.find(({ key }) => key === at)
  const isOwn = snapshot.context.applicant === access.userId && state !== undefined && asksApplicant(state)
  return !isOwn
}

const asksApplicant = ({ participant }: StateDefinition): boolean =>
  groupsOf(participant).some(({ type }) => type === 'applicant')

/** The refusal of a decision. */
export const separationRefusal = ({ name }: Access): RuleError =>
  new RuleError(
    'sys.separation',
    { zhHans: name, en: name },
    { dictionary: 'separationPost', value: 'participant' },
  ).at()

const groupsIn = ({ kind, participant, timers = [] }: StateDefinition): readonly Group[] =>
  kind === 'approve' || kind === 'handle'
    ? [...groupsOf(participant), ...timers.flatMap((timer) => (asksPeople(timer) ? groupsOf(timer.to) : []))]
    : []

const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')

/** Refuses a form that newly names an administrator in a field whose person approves or handles. @throws RuleError sys.separation */
export async function refuseNamed(
  { version, unit }: Pick<FormInput, 'version' | 'unit'>,
  before: FormData,
  form: FormData,
  isSubmit: boolean,
): Promise<void> {
  if (form === before && !isSubmit) return
  const fields = new Set(
    version.definition.states.flatMap(groupsIn).flatMap((group) => (group.type === 'formField' ? [group.field] : [])),
  )
  for (const field of fields) {
    const known = isSubmit ? [] : idsIn(before[field])
    const named = idsIn(form[field]).filter((id) => !known.includes(id))
    await refuseAdministrators(unit, named, 'participant', field)
  }
}
