import { start } from '#machines/ticket/engine/replay.ts'
import { stateBack } from '#machines/ticket/engine/returns.ts'
import type { Access } from '#src/define/access.ts'
import { notFound, type Problems, permissionDenied } from '#src/define/problem.ts'
import type { FormCheck, PreviewStep } from '#src/define/tickets/detail.ts'
import type { FormData } from '#src/fields/field.ts'
import { loadLookups, withLabels } from '#src/server/records/lookups.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import { readFacts, readThresholds } from '../commands/facts.ts'
import { openTicket } from '../commands/open.ts'
import { aboutOf } from '../commands/perform.ts'
import { hashOf } from '../log/canonical.ts'
import { readApplicant, withConcerned } from '../participants/people.ts'
import type { Reader } from '../queries/lines.ts'
import { previewProgress } from '../queries/route.ts'
import { findTicket, isToSubmit, type Ticket } from '../ticket.ts'
import { closedType } from '../versions/closed.ts'
import { checkRules, type FormInput, formContext, newForm, workForm } from './forms.ts'
import { reasonTexts } from './reasonTexts.ts'

interface Tried {
  readonly formInput: FormInput
  readonly values: FormData
  /** Of the values as they would be stored. */
  readonly dataHash: string
  readonly problems: Problems
  /** The ticket that went back to this person; null for a new one or a draft. */
  readonly returned: Ticket | null
}

/** The form as it would be for this person, nothing written. A ticket of theirs keeps its own version. */
async function tryForm(
  { engine, unit }: Reader,
  access: Access,
  type: string,
  formData: FormData,
  ticketId: number | null,
): Promise<Tried> {
  if (!engine.mayStart(access, type)) throw permissionDenied()
  const ticket = ticketId === null ? null : await findTicket(unit.db, ticketId)
  const isOwn =
    ticket !== null && ticket.applicantId === access.userId && ticket.type === type && isToSubmit(ticket.status)
  if (ticketId !== null && !isOwn) throw notFound()
  const version =
    isOwn && ticket.status !== 'draft'
      ? await engine.versions.byId(unit.db, ticket.versionId)
      : await engine.versions.current(unit.db, type)
  if (!version) throw closedType()
  const applicant = await readApplicant(unit.db, access.userId)
  const formInput: FormInput = { engine, unit, version, applicant, ticketId }
  const current = isOwn ? ticket.formData : await newForm(formInput)
  const { values, problems } = await workForm(formInput, current, formData, {
    access,
    permissions: version.start,
    partial: false,
    wasSubmitted: isOwn && ticket.status !== 'draft',
  })
  // The person's own words, sealed only at rest.
  const returned = isOwn && ticket.status !== 'draft' ? ticket : null
  const dataHash = hashOf(values)
  return { formInput, values: openFields(engine.vault, version.fields, values), dataHash, problems, returned }
}

/** The route for these values (20.4): right panel of the application page. */
export async function previewRoute(
  reader: Reader,
  access: Access,
  type: string,
  formData: FormData,
  ticketId: number | null,
): Promise<readonly PreviewStep[]> {
  const { formInput, values, dataHash, returned } = await tryForm(reader, access, type, formData, ticketId)
  const { version, unit, engine } = formInput
  const applicant = await withConcerned(engine, unit.db, type, formInput.applicant, values)
  const facts = await readFacts({ ...formInput, applicant }, values, readThresholds(version, unit.settings))
  const { snapshot } = returned
    ? await openTicket(engine, unit, returned)
    : start(version.machine, { applicant: applicant.id })
  const about = aboutOf({ unit, ticket: returned, version, applicant, form: values, snapshot })
  const steps = await previewProgress(reader, version, about, facts)
  const back = stateBack(snapshot.context, { facts, dataHash })
  // Resubmitted straight to the state that returned it (WF-08), or whose time ran out (25.8), the ticket passes the ones before by.
  return back === null ? steps : steps.slice(steps.findIndex((step) => step.state === back))
}

/** What is not filled in yet is no refusal before the submit. */
const withoutMissing = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, list]) => {
      const known = list.filter(({ key }) => key !== 'check.required')
      return known.length === 0 ? [] : [[path, known]]
    }),
  )

/** Live checks of the application page: computed values, problems by field, hints and figures. */
export async function checkTrial(
  reader: Reader,
  access: Access,
  type: string,
  formData: FormData,
  ticketId: number | null,
): Promise<FormCheck> {
  const { engine, unit, language } = reader
  const { formInput, values, problems } = await tryForm(reader, access, type, formData, ticketId)
  const server = engine.servers.get(type)
  const context = formContext(formInput)
  const rules = await checkRules(formInput, values)
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, formInput.version.fields, [values])
  const warnings = (await server?.warnings?.(values, context)) ?? []
  return {
    formData: withLabels(formInput.version.fields, values, lookups),
    problems: engine.texts.sayAll(language, { ...rules, ...problems }),
    rules: engine.texts.sayAll(language, withoutMissing(rules)),
    warnings: warnings.map((problem) => engine.texts.say(language, problem)),
    reasons: reasonTexts(engine.texts, language, (await server?.reasons?.(values, context)) ?? []),
    panel: (await server?.panel?.(values, context)) ?? [],
  }
}
