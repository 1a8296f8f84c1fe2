/** Calls about selections beside their record: awarded ones, the comparison of the quotes, and the sheets of the panel. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { type ChoicesQuery, choicesQuery, conditionsOf } from '../choices.server.ts'
import { comparisonOf, ownReviews } from './comparison.server.ts'
import { submitScores } from './scores.server.ts'
import { comparisonSheet } from './sheet.server.ts'

/** Those of the reader's own department, or made by procurement for others. */
async function awarded(unit: UnitOfWork, access: Access, query: ChoicesQuery): Promise<readonly PickerChoice[]> {
  const { words, ids } = conditionsOf(query)
  const { rows } = await sql<PickerChoice>`
    select s.id, concat_ws(' · ', s.no, s.subject) as label from selection s
    where s.state = 'awarded' and s.deleted_at is null and (s.dept_id = ${access.departmentId} or s.owner_id = ${access.userId} or ${access.userId}::bigint = any(s.panel))
      and case when ${ids}::bigint[] is null then not exists (select from purchase p where p.selection_id = s.id and p.state <> 'terminated') else s.id = any(${ids}::bigint[]) end
      and (${words}::text is null or s.no ilike ${words}::text or s.subject ilike ${words}::text)
    order by s.awarded_at desc, s.id desc limit 50`.execute(unit.db)
  return rows
}

const params = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
/** Points with at most one decimal. */
const points = z
  .string()
  .regex(/^\d{1,3}(\.\d)?$/)
  .meta({ examples: ['12.5'] })
const scoresBody = z.strictObject({
  scores: z
    .array(
      z.strictObject({
        vendorId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        quality: points,
        delivery: points,
        service: points,
      }),
    )
    .min(1)
    .max(20),
})

export const selectionRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/procurement/selection/awarded/',
    permission: 'comparison:Create',
    query: choicesQuery,
    handle: ({ unit, access, query }) => awarded(unit, access, query),
  }),
  route({
    method: 'GET',
    url: '/api/procurement/selection/reviews/',
    permission: 'signedIn',
    handle: ({ unit, access }) => ownReviews(unit, access),
  }),
  route({
    method: 'GET',
    url: '/api/procurement/selection/:id/comparison/',
    permission: 'signedIn',
    params,
    handle: ({ unit, access, language, params: { id } }) => comparisonOf(unit, access, id, language),
  }),
  route({
    method: 'GET',
    url: '/api/procurement/selection/:id/comparison_sheet/',
    permission: 'selection:Export',
    params,
    handle: async ({ unit, access, language, params: { id } }) =>
      comparisonSheet(unit, language, await comparisonOf(unit, access, id, language)),
  }),
  route({
    method: 'POST',
    url: '/api/procurement/selection/:id/scores/',
    permission: 'signedIn',
    operation: operation('procurement.score', rowOf('selection')),
    hasSecretBody: true,
    params,
    body: scoresBody,
    async handle({ unit, access, params: { id }, body }) {
      await submitScores(unit, access, id, body.scores)
      return null
    },
  }),
]
