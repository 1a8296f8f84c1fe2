import { z } from 'zod'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { worstCaseHours } from '#machines/ticket/explore/route.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { surroundingsOf } from '#src/define/facts.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { PreviewStep } from '#src/define/tickets/detail.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { readBureau } from '#src/modules/workflows/bureauFacts.server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import type { Organisation } from '../delegation/organisation.ts'
import { resolve } from '../participants/participants.ts'
import { applicantFacts, readApplicant } from '../participants/people.ts'
import type { Reader, ReaderOf } from '../queries/lines.ts'
import { previewProgress } from '../queries/route.ts'
import type { Engine } from '../versions/engine.ts'
import { readDraft } from './drafts.ts'
import { without } from './staffing.ts'

const fact = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const simulation = z.strictObject({
  applicantId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  facts: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,79}$/), fact),
  /** When it is submitted; now without it. */
  at: z
    .string()
    .refine((text) => parseMoment(text) !== null)
    .meta(textPatterns.moment)
    .optional(),
  /** People who cannot act. */
  absentIds: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(50).default([]),
})

/** 20.9 Simulate: the states of the draft an application of this person with these values would pass, with the people of today and why others are skipped. @throws Refusal 4004. */
async function simulate(
  now: Reader,
  id: number,
  { applicantId, facts: given, at, absentIds }: z.output<typeof simulation>,
): Promise<readonly PreviewStep[]> {
  const begins = (at === undefined ? null : parseMoment(at)) ?? now.unit.clock.now()
  // Substitutes are those of that moment (25.11).
  const unit = { ...now.unit, clock: { now: () => begins, today: () => dayOf(begins) } }
  const reader = { ...now, unit }
  return simulateDesign(reader, await readDraft(reader, id), { applicantId, facts: given, absentIds })
}

/** A state with people who act in it. */
const isWork = ({ kind }: PreviewStep): boolean => kind === 'approve' || kind === 'handle'

/** Whom a simulated application is about. */
interface Simulated {
  readonly applicantId: number
  readonly facts: Facts
  readonly absentIds: readonly number[]
}

/** The engine of a bureau in which these people are not there: everything else finds people as for a real ticket. */
function withoutPeople(engine: Engine, organisation: Organisation, absentIds: readonly number[]): Engine {
  if (absentIds.length === 0) return engine
  const present = without(organisation, { people: absentIds, role: null })
  return { ...engine, participants: async (_base, about, asks) => asks.map((ask) => resolve(present, about, ask)) }
}

/** What becomes of an application with these values, submitted now by the reader's clock (25.11). @throws Refusal 4004. */
export async function simulateDesign(
  given: Reader,
  { definition, form }: Pick<Design, 'definition' | 'form'>,
  { applicantId, facts: values, absentIds }: Simulated,
): Promise<readonly PreviewStep[]> {
  const { unit } = given
  const organisation = await given.engine.organisation(unit.db, null)
  if (!organisation.able(applicantId)) throw notFound()
  const reader = { ...given, engine: withoutPeople(given.engine, organisation, absentIds) }
  const applicant = await readApplicant(unit.db, applicantId)
  const { thresholds } = surroundingsOf(form, definition, await readBureau(unit.db))
  const facts = { ...values, ...applicantFacts(applicant), ...thresholds }
  const about = {
    type: definition.key,
    applicantId,
    deptId: applicant.deptId,
    allowSelf: definition.allowSelf,
    formData: values,
    amount: typeof values.amount === 'number' ? values.amount.toFixed(2) : null,
    previous: [],
    at: unit.clock.now().getTime(),
    organisation: null,
  }
  const design = { type: definition.key, definition, fields: formFieldsOf(form) }
  const steps = await previewProgress(reader, design, about, facts)
  const begins = unit.clock.now()
  return steps.map((step, index) => {
    if (step.skipped || !isWork(step)) return step
    if (step.dueInHours === null) return { ...step, isUnlimited: true as const }
    return { ...step, by: momentText(unit.calendar.addHours(begins, worstCaseHours(steps.slice(0, index + 1)))) }
  })
}

/** The calls of trying a design before it is published. */
export function simulationRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/workflow/workflow/:id/draft/simulate/',
      operation: operation('workflow.simulate', { of: 'workflow' }),
      permission: 'workflow:Simulate',
      unlogged: true,
      params: idParams,
      body: simulation,
      handle: (asked) => simulate(reader(asked), asked.params.id, asked.body),
    }),
  ]
}
