/** Awarded selections that a comparison may rest on. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/procurement/selection/awarded/': readonly PickerChoice[]
  }
}

/** Those of the reader's own department, or made by procurement for others. */
async function awarded(
  unit: UnitOfWork,
  access: Access,
  query: { readonly search?: string | undefined; readonly ids?: string | undefined },
): Promise<readonly PickerChoice[]> {
  const search = query.search?.trim() ? `%${query.search.trim().replace(/[%_\\]/g, '\\$&')}%` : null
  const ids = query.ids ? query.ids.split(',').map(Number) : null
  const { rows } = await sql<PickerChoice>`
    select s.id, concat_ws(' · ', s.no, s.subject) as label from selection s
    where s.state = 'awarded' and s.deleted_at is null and (s.dept_id = ${access.departmentId} or s.owner_id = ${access.userId} or ${access.userId}::bigint = any(s.panel))
      and case when ${ids}::bigint[] is null then not exists (select from purchase p where p.selection_id = s.id and p.state <> 'terminated') else s.id = any(${ids}::bigint[]) end
      and (${search}::text is null or s.no ilike ${search}::text or s.subject ilike ${search}::text)
    order by s.awarded_at desc, s.id desc limit 50`.execute(unit.db)
  return rows
}

export const selectionRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/procurement/selection/awarded/',
    permission: 'comparison:Create',
    query: z.object({
      search: z.string().max(50).optional(),
      ids: z
        .string()
        .regex(/^(\d{1,15}(,\d{1,15}){0,99})?$/)
        .optional(),
    }),
    handle: ({ unit, access, query }) => awarded(unit, access, query),
  }),
]
