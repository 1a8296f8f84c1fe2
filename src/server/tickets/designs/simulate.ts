import { z } from 'zod'
import { worstCaseHours } from '#machines/ticket/route.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { surroundingsOf } from '#src/define/facts.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { PreviewStep } from '#src/define/tickets.ts'
import { readHouse } from '#src/modules/workflows/house.server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import type { Reader, ReaderOf } from '../lines.ts'
import { applicantFacts, readApplicant } from '../people.ts'
import { previewWay } from '../way.ts'
import { readDraft } from './drafts.ts'

const fact = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const simulation = z.strictObject({
  applicantId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  facts: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,79}$/), fact),
  /** When it is submitted; now without it. */
  at: z
    .string()
    .refine((text) => parseMoment(text) !== null)
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
  const begins = (at === undefined ? null : parseMoment(at)) ?? now.base.clock.now()
  // Substitutes are those of that moment (25.11).
  const base = { ...now.base, clock: { now: () => begins, today: () => dayOf(begins) } }
  const reader = { ...now, base }
  const { engine } = reader
  const { definition, form } = await readDraft(reader, id)
  if (!(await engine.organisation(base.db, null)).able(applicantId)) throw notFound()
  const applicant = await readApplicant(base.db, applicantId)
  const { thresholds } = surroundingsOf(form, definition, await readHouse(base.db))
  const facts = { ...given, ...applicantFacts(applicant), ...thresholds }
  const about = {
    type: definition.key,
    applicantId,
    deptId: applicant.deptId,
    allowSelf: definition.allowSelf,
    formData: {},
    amount: typeof given.amount === 'number' ? given.amount.toFixed(2) : null,
    previous: [],
    at: begins.getTime(),
    organisation: null,
  }
  const design = { type: definition.key, definition, fields: formFieldsOf(form) }
  const steps = await previewWay(reader, design, about, facts, new Set(absentIds))
  return steps.map((step, index) => {
    if (step.skipped || step.dueInHours === null) return step
    return { ...step, by: momentText(base.calendar.addHours(begins, worstCaseHours(steps.slice(0, index + 1)))) }
  })
}

/** The calls of trying a design before it is published. */
export function simulationRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/workflow/workflow/:id/draft/simulate/',
      permission: 'workflow:Simulate',
      params: idParams,
      body: simulation,
      handle: (asked) => simulate(reader(asked), asked.params.id, asked.body),
    }),
  ]
}
