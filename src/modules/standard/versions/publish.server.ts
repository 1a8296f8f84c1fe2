/** STD-03: the drafts of a version become effective together; what they replace ends the day before. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { countCompliance } from './compliance.server.ts'
import { type DraftVersion, draftIdsOf, recount } from './preview.server.ts'

export async function publish(unit: UnitOfWork, draft: DraftVersion, userId: number): Promise<void> {
  const now = unit.clock.now()
  await sql`select pg_advisory_xact_lock(hashtext('standard_version'))`.execute(unit.db)
  const draftIds = draftIdsOf(draft)
  const { rows: drafts } = await sql<{ id: number }>`
    select id from equip_standard where kind = ${draft.kind} and state = 'draft' and deleted_at is null
      and (${draftIds.length === 0} or id = any(${[...draftIds]}::bigint[])) order by id for update`.execute(unit.db)
  const ids = drafts.map(({ id }) => id)
  await recount(unit, draft)
  // A standard that was ended is a change as well.
  const { rows: changed } = await sql`
    select from standard_version where id = ${draft.id} and jsonb_array_length(rule_changes) > 0`.execute(unit.db)
  if (changed.length === 0) throw new RuleError('standard.nothingToPublish')
  await sql`
    update equip_standard old set effective_to = new.effective_from - 1, updated_at = ${now}::timestamptz, version = old.version + 1
    from equip_standard new where new.replaces_id = old.id and new.id = any(${ids}::bigint[]) and new.effective_from > old.effective_from`.execute(
    unit.db,
  )
  await sql`
    update equip_standard set state = 'published', updated_at = ${now}::timestamptz, version = version + 1 where id = any(${ids}::bigint[])`.execute(
    unit.db,
  )
  await sql`
    update standard_version set state = 'history', updated_at = ${now}::timestamptz
    where kind = ${draft.kind} and state = 'published' and deleted_at is null`.execute(unit.db)
  await sql`
    update standard_version set state = 'published', published_at = ${now}::timestamptz, published_by = ${userId}::bigint, version = version + 1, updated_at = ${now}::timestamptz,
      no = (select coalesce(max(no), 0) + 1 from standard_version where kind = ${draft.kind})
    where id = ${draft.id}`.execute(unit.db)
  unit.changed('standardVersion', null)
  unit.changed('equipStandard', null)
  await countCompliance(unit, draft.kind)
}
