/** What the form of a bulk purchase lets choose: budget lines of every department, each named with it. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { PickerChoice } from '#src/define/answers/choices.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { type ChoicesQuery, choicesQuery, conditionsOf } from '../choices.server.ts'

/** Active lines of the year that is executed, by department and subject; by ids also the others. */
async function budgetLines(
  unit: UnitOfWork,
  access: Access,
  query: ChoicesQuery,
  language: Language,
): Promise<readonly PickerChoice[]> {
  const { words, ids } = conditionsOf(query)
  const subject = language === 'en' ? sql.ref('entry.label_en') : sql.ref('entry.label')
  const { rows } = await sql<PickerChoice>`
    select line.id, concat_ws(' · ', ${namedIn(language, 'd')}, line.subject_code || ' ' || ${subject}, to_char(line.approved + line.adjust - line.frozen - line.used, 'FM999,999,990.00')) as label
    from shared_budget_line line join shared_department d on d.id = line.dept_id
      join shared_dictionary_entry entry on entry.dictionary_key = 'budgetSubject' and entry.value = line.subject_code and entry.deleted_at is null
    where line.deleted_at is null and ${reachedBy(access, 'bulkProject:Create', { department: 'line.dept_id' })}
      and case when ${ids}::bigint[] is null then line.state = 'active' and line.year = ${Number(unit.clock.today().slice(0, 4))} else line.id = any(${ids}::bigint[]) end
      and (${words}::text is null or d.name ilike ${words}::text or line.subject_code ilike ${words}::text or ${subject} ilike ${words}::text)
    order by d.sort, line.subject_code, line.id limit 50`.execute(unit.db)
  return rows
}

export const bulkRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/procurement/bulk/lines/',
    permission: 'bulkProject:Create',
    query: choicesQuery,
    handle: ({ unit, access, query, language }) => budgetLines(unit, access, query, language),
  }),
]
