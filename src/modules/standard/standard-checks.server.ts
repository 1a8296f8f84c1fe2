/** What is refused of standards, items, exceptions and versions, each at its place. */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Shapes that no constraint words: tiers from the first person on, areas and periods in order, use with its unit. */
function refuseShape(values: FormData): void {
  if (textOf(values.effectiveTo) !== '' && textOf(values.effectiveTo) < textOf(values.effectiveFrom))
    throw new RuleError('standard.endBeforeStart').at('effectiveTo')
  if (values.targetType === 'area' && textOf(values.areaTo) !== '' && Number(values.areaTo) <= Number(values.areaFrom))
    throw new RuleError('standard.areaOrder', textOf(values.areaFrom)).at('areaTo')
  if (typeof values.lifeUse === 'number' && isBlank(textOf(values.lifeUseUnit)))
    throw new RuleError('standard.useUnit').at('lifeUseUnit')
  if (values.basis !== 'tiers') return
  const starts = rowsOf(values.tiers).map(({ from }) => Number(from))
  const twice = starts.findIndex((from, index) => starts.indexOf(from) !== index)
  if (twice >= 0) throw new RuleError('standard.tierOrder').at(`tiers.${twice}.from`)
  if (!starts.includes(0)) throw new RuleError('standard.firstTier').at('tiers.0.from')
}

export async function checkStandard(values: FormData, id: number | null, unit: UnitOfWork): Promise<void> {
  refuseShape(values)
  await refuseOtherKind(values, unit)
  await refuseOverlap(values, id, unit)
}

/** STD-01 as a sentence at the field; the exclusion constraint holds it under parallel writes. */
async function refuseOverlap(values: FormData, id: number | null, unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ standardNo: string }>`
    select standard_no from equip_standard where item_id = ${Number(values.itemId)} and target_type = ${String(values.targetType)}
      and target_rank is not distinct from ${values.targetRank ?? null}::text and target_post is not distinct from ${values.targetPost ?? null}::text
      and target_dept_id is not distinct from ${values.targetDeptId ?? null}::bigint and area_from is not distinct from ${values.areaFrom ?? null}::numeric
      and area_to is not distinct from ${values.areaTo ?? null}::numeric and person_span && person_type_span(${values.personTypes ?? null}::text[])
      and gender is not distinct from ${values.gender ?? null}::text and state <> 'history' and deleted_at is null and id is distinct from ${id}::bigint
      and id is distinct from ${values.replacesId ?? null}::bigint
      and period && daterange(${String(values.effectiveFrom)}::date, coalesce(${values.effectiveTo ?? null}::date, 'infinity'::date), '[]') limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('rule.STD-01', rows[0].standardNo).at('effectiveFrom', 'itemId')
}

async function refuseOtherKind(values: FormData, unit: UnitOfWork): Promise<void> {
  const { rows } =
    await sql`select 1 from standard_item where id = ${Number(values.itemId)} and kind = ${String(values.kind)}`.execute(
      unit.db,
    )
  if (rows.length === 0) throw new RuleError('standard.itemOfOtherKind').at('itemId')
}

export async function revise(
  id: number,
  values: FormData,
  unit: UnitOfWork,
  userId: number,
): Promise<{ readonly id: number }> {
  const now = unit.clock.now()
  const { rows: open } = await sql<{ standardNo: string }>`
    select standard_no from equip_standard where replaces_id = ${id} and state = 'draft' and deleted_at is null`.execute(
    unit.db,
  )
  if (open[0]) throw new RuleError('standard.revisedAlready', open[0].standardNo)
  const { rows: old } = await sql<{
    effectiveFrom: string
  }>`select effective_from from equip_standard where id = ${id}`.execute(unit.db)
  if (String(values.effectiveFrom) <= (old[0]?.effectiveFrom ?? ''))
    throw new RuleError('standard.notLater', old[0]?.effectiveFrom ?? '').at('effectiveFrom')
  const { rows } = await sql<{ id: number }>`
    insert into equip_standard (standard_no, kind, item_id, target_type, target_rank, target_post, target_dept_id, area_from, area_to, person_types, gender, basis, max_qty,
      tiers, rounding, unit_cap, life_years, life_use, life_use_unit, clothing_cycle, doc_no, effective_from, replaces_id, created_at, created_by, updated_at)
    select 'BZ' || nextval('equip_standard_no'), kind, item_id, target_type, target_rank, target_post, target_dept_id, area_from, area_to, person_types, gender, basis, max_qty,
      tiers, rounding, unit_cap, life_years, life_use, life_use_unit, clothing_cycle, ${String(values.docNo)}::text, ${String(values.effectiveFrom)}::date, id,
      ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz
    from equip_standard where id = ${id} returning id`.execute(unit.db)
  unit.changed('equipStandard', rows[0]?.id ?? null)
  return { id: rows[0]?.id ?? 0 }
}

/** A standard ends without a successor; the version that is published next no longer has it. */
export async function endStandard(
  row: { readonly id: number } & Readonly<Record<string, unknown>>,
  values: FormData,
  unit: UnitOfWork,
): Promise<void> {
  const until = textOf(values.effectiveTo)
  if (until < textOf(row.effectiveFrom))
    throw new RuleError('standard.endsTooEarly', textOf(row.effectiveFrom)).at('effectiveTo')
  if (textOf(row.effectiveTo) !== '' && textOf(row.effectiveTo) <= until)
    throw new RuleError('standard.endsAlready', textOf(row.effectiveTo)).at('effectiveTo')
  await sql`
    update equip_standard set effective_to = ${until}::date, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${row.id}`.execute(
    unit.db,
  )
  unit.changed('equipStandard', row.id)
}

/** A group is one step deep and of one kind. */
export async function checkItem(values: FormData, id: number | null, unit: UnitOfWork): Promise<void> {
  if (typeof values.groupId !== 'number') return
  if (values.groupId === id) throw new RuleError('standard.ownGroup').at('groupId')
  const { rows } = await sql<{ name: string; kind: string; isMember: boolean; hasMembers: boolean }>`
    select name, kind, group_id is not null as is_member,
      exists (select from standard_item member where member.group_id = ${id}::bigint and member.deleted_at is null) as has_members
    from standard_item where id = ${values.groupId}`.execute(unit.db)
  const [group] = rows
  if (group === undefined) return
  if (group.kind !== values.kind) throw new RuleError('standard.groupOfOtherKind').at('groupId')
  if (group.isMember || group.hasMembers)
    throw new RuleError('standard.groupInGroup', group.isMember ? group.name : textOf(values.name)).at('groupId')
}

export async function checkException(values: FormData, unit: UnitOfWork): Promise<void> {
  if (textOf(values.validTo) < textOf(values.validFrom)) throw new RuleError('standard.exceptionEnd').at('validTo')
  if (typeof values.userId !== 'number') return
  const { rows } = await sql<{ name: string }>`
    select name from shared_app_user where id = ${values.userId} and dept_id <> ${Number(values.deptId)}`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('standard.exceptionPersonDept', rows[0].name).at('userId')
}

/** What a version is to publish must still be a draft of its kind. */
export async function refuseGoneDrafts(values: FormData, unit: UnitOfWork): Promise<void> {
  const ids = rowsOf(values.drafts).map(({ standardId }) => Number(standardId))
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; standardNo: string }>`
    select id, standard_no from equip_standard where id = any(${ids}::bigint[]) and (state <> 'draft' or kind <> ${textOf(values.kind)} or deleted_at is not null) order by id`.execute(
    unit.db,
  )
  if (rows[0])
    throw new RuleError('standard.draftsGone', rows[0].standardNo).at(`drafts.${ids.indexOf(rows[0].id)}.standardId`)
}
