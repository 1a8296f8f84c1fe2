import { sql } from 'kysely'
import { entitlements } from '#src/define/assets/entitlements.ts'
import { provideLedger } from '#src/define/ledgers.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import { type Base, defineModuleServer, type JobDefinition } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { createEntitlements } from './entitlements.server.ts'
import { countCompliance, type DraftVersion, publish, recount } from './publish.server.ts'
import { standardDictionaries } from './standard.names.ts'
import { seedStandards } from './standard-seed.server.ts'

/** STD-01 as a sentence at the field; the exclusion constraint holds it under parallel writes. */
async function refuseOverlap(values: FormData, id: number | null, base: Base): Promise<void> {
  if (
    values.effectiveTo !== null &&
    values.effectiveTo !== undefined &&
    String(values.effectiveTo) < String(values.effectiveFrom)
  )
    throw new RuleError('standard.endBeforeStart').at('effectiveTo')
  const { rows } = await sql<{ standardNo: string }>`
    select standard_no from equip_standard where item_id = ${Number(values.itemId)} and target_type = ${String(values.targetType)}
      and target_rank is not distinct from ${values.targetRank ?? null}::text and target_post is not distinct from ${values.targetPost ?? null}::text
      and target_dept_id is not distinct from ${values.targetDeptId ?? null}::bigint and area_from is not distinct from ${values.areaFrom ?? null}::numeric
      and area_to is not distinct from ${values.areaTo ?? null}::numeric and person_type is not distinct from ${values.personType ?? null}::text
      and gender is not distinct from ${values.gender ?? null}::text and state <> 'history' and deleted_at is null and id is distinct from ${id}::bigint
      and id is distinct from ${values.replacesId ?? null}::bigint
      and period && daterange(${String(values.effectiveFrom)}::date, coalesce(${values.effectiveTo ?? null}::date, 'infinity'::date), '[]') limit 1`.execute(
    base.db,
  )
  if (rows[0]) throw new RuleError('rule.STD-01', rows[0].standardNo).at('effectiveFrom', 'itemId')
}

async function refuseOtherKind(values: FormData, base: Base): Promise<void> {
  const { rows } =
    await sql`select 1 from standard_item where id = ${Number(values.itemId)} and kind = ${String(values.kind)}`.execute(
      base.db,
    )
  if (rows.length === 0) throw new RuleError('standard.itemOfOtherKind').at('itemId')
}

async function revise(id: number, values: FormData, base: Base, userId: number): Promise<{ readonly id: number }> {
  const now = base.clock.now()
  const { rows: open } = await sql<{ standardNo: string }>`
    select standard_no from equip_standard where replaces_id = ${id} and state = 'draft' and deleted_at is null`.execute(
    base.db,
  )
  if (open[0]) throw new RuleError('standard.revisedAlready', open[0].standardNo)
  const { rows: old } = await sql<{
    effectiveFrom: string
  }>`select effective_from from equip_standard where id = ${id}`.execute(base.db)
  if (String(values.effectiveFrom) <= (old[0]?.effectiveFrom ?? ''))
    throw new RuleError('standard.notLater', old[0]?.effectiveFrom ?? '').at('effectiveFrom')
  const { rows } = await sql<{ id: number }>`
    insert into equip_standard (standard_no, kind, item_id, target_type, target_rank, target_post, target_dept_id, area_from, area_to, person_type, gender, basis, max_qty,
      tiers, rounding, unit_cap, life_years, life_use, life_use_unit, clothing_cycle, doc_no, effective_from, replaces_id, created_at, created_by, updated_at)
    select 'BZ' || nextval('equip_standard_no'), kind, item_id, target_type, target_rank, target_post, target_dept_id, area_from, area_to, person_type, gender, basis, max_qty,
      tiers, rounding, unit_cap, life_years, life_use, life_use_unit, clothing_cycle, ${String(values.docNo)}::text, ${String(values.effectiveFrom)}::date, id,
      ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz
    from equip_standard where id = ${id} returning id`.execute(base.db)
  base.changed('equipStandard', rows[0]?.id ?? null)
  return { id: rows[0]?.id ?? 0 }
}

/** The reasons of a stored answer in the reader's language. */
function sentences(trace: unknown, base: Base, language: Language): string {
  const problems = Array.isArray(trace) ? (trace as readonly Problem[]) : []
  return problems
    .map(({ key, params = [] }) =>
      fillText(
        base.textOf(language, key) ?? key,
        params.map((param) =>
          typeof param === 'object' && 'dictionary' in param
            ? (base.textOf(language, `dictionaries.${param.dictionary}.entries.${param.value}`) ?? param.value)
            : typeof param === 'object'
              ? param[language]
              : param,
        ),
      ),
    )
    .join(language === 'zhHans' ? '；' : '; ')
}

const jobs: readonly JobDefinition[] = [
  {
    name: 'standard.compliance',
    every: { at: '01:40' },
    run: async (base) => {
      await sql`
        update equip_standard set state = 'history', updated_at = ${base.clock.now()}, version = version + 1
        where state = 'published' and effective_to < ${base.clock.today()}::date`.execute(base.db)
      for (const kind of standardDictionaries.standardKind) await countCompliance(base, kind)
    },
  },
]

export default defineModuleServer({
  records: {
    standardItem: {
      pickable: () => sql`r.deleted_at is null`,
      async beforeRemove(row, base) {
        const { rows } = await sql`
          select 1 from equip_standard where item_id = ${row.id} and deleted_at is null
          union all select 1 from standard_item where group_id = ${row.id} and deleted_at is null limit 1`.execute(
          base.db,
        )
        if (rows.length > 0) throw new RuleError('ref.inUse')
      },
    },
    equipStandard: {
      async beforeCreate(values, base) {
        await refuseOtherKind(values, base)
        await refuseOverlap(values, null, base)
        const { rows } = await sql<{ no: string }>`select 'BZ' || nextval('equip_standard_no') as no`.execute(base.db)
        return { ...values, standardNo: rows[0]?.no ?? '', state: 'draft' }
      },
      async beforeUpdate(values, row, base) {
        const after = { ...row, ...values } as FormData
        await refuseOtherKind(after, base)
        await refuseOverlap(after, row.id, base)
        return values
      },
      actions: { revise: (row, values, base, access) => revise(row.id, values, base, access.userId) },
    },
    standardVersion: {
      pickable: () => sql`r.deleted_at is null`,
      async afterWrite(row, base) {
        await recount(base, row as unknown as DraftVersion)
      },
      actions: {
        recount: (row, _values, base) => recount(base, row as unknown as DraftVersion),
        publish: (row, _values, base, access) => publish(base, row as unknown as DraftVersion, access.userId),
      },
    },
    standardCompliance: {
      computed: { because: "''" },
      async complete(rows, base, language) {
        const { rows: traces } = await sql<{ id: number; trace: unknown }>`
          select id, trace from standard_compliance where id = any(${rows.map((row) => Number(row.id))}::bigint[])`.execute(
          base.db,
        )
        const byId = new Map(traces.map(({ id, trace }) => [id, trace]))
        return rows.map((row) => ({ ...row, because: sentences(byId.get(Number(row.id)), base, language) }))
      },
    },
  },
  ledgers: [provideLedger(entitlements, createEntitlements)],
  jobs,
  seedDemo: seedStandards,
})
