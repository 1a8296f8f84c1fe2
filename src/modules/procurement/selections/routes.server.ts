/** Awarded selections that a comparison may rest on. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { type ChoicesQuery, choicesQuery, conditionsOf } from '../choices.server.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/procurement/selection/awarded/': readonly PickerChoice[]
  }
}

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

export const selectionRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/procurement/selection/awarded/',
    permission: 'comparison:Create',
    query: choicesQuery,
    handle: ({ unit, access, query }) => awarded(unit, access, query),
  }),
]
