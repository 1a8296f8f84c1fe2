/** Issues of clothing as the standards read them, and the dates they set (STD-05). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ClothingHolding, ClothingIssue, ClothingIssues } from '../contract.ts'

export const createClothingIssues = (unit: UnitOfWork): ClothingIssues => ({
  async newest(afterId, limit) {
    const { rows } = await sql<ClothingIssue>`
      select c.id, c.user_id, c.standard_item_id as item_id, c.cycle_start, c.next_due_at from clothing_issue c
      where c.id > ${afterId} and c.uses_entitlement and c.qty > c.returned_qty and c.standard_item_id is not null and c.deleted_at is null
        and exists (select from shared_app_user u where u.id = c.user_id and u.state and u.deleted_at is null)
        and not exists (select from clothing_issue later where later.user_id = c.user_id and later.standard_item_id = c.standard_item_id and later.uses_entitlement
          and later.qty > later.returned_qty and later.deleted_at is null and later.cycle_start > c.cycle_start)
      order by c.id limit ${limit}`.execute(unit.db)
    return rows
  },
  async setDue(changes) {
    if (changes.length === 0) return
    await sql`
      update clothing_issue c set next_due_at = g."nextDueAt", updated_at = ${unit.clock.now()}::timestamptz, version = c.version + 1
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g(id bigint, "nextDueAt" date) where c.id = g.id`.execute(
      unit.db,
    )
    unit.changed('clothingIssue', null)
  },
  async holdings() {
    const { rows } = await sql<ClothingHolding>`
      select c.standard_item_id as item_id, u.dept_id, sum(c.qty - c.returned_qty - c.ended_qty)::int as count
      from clothing_issue c join shared_app_user u on u.id = c.user_id and u.state and u.deleted_at is null
      where c.standard_item_id is not null and c.deleted_at is null and c.qty > c.returned_qty + c.ended_qty group by 1, 2`.execute(
      unit.db,
    )
    return rows
  },
})
