import { sql } from 'kysely'
import { entitlements } from '#src/define/assets/entitlements.ts'
import { provideLedger } from '#src/define/ledgers.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import { type Base, defineModuleServer, type JobDefinition } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { createEntitlements } from './entitlements.server.ts'
import { standardDictionaries } from './standard.names.ts'
import {
  checkException,
  checkItem,
  checkStandard,
  endStandard,
  refuseGoneDrafts,
  revise,
} from './standard-checks.server.ts'
import { seedStandards } from './standard-seed.server.ts'
import { clothingDueJob } from './versions/clothing-due.server.ts'
import { countCompliance } from './versions/compliance.server.ts'
import { type DraftVersion, recount } from './versions/preview.server.ts'
import { publish } from './versions/publish.server.ts'
import { versionRoutes } from './versions/report.server.ts'

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
    .join('\n')
}

const jobs: readonly JobDefinition[] = [
  clothingDueJob,
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
      async beforeCreate(values, base) {
        await checkItem(values, null, base)
        return values
      },
      async beforeUpdate(values, row, base) {
        await checkItem({ ...row, ...values } as FormData, row.id, base)
        return values
      },
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
      computed: { unit: '(select i.unit from standard_item i where i.id = r.item_id)' },
      async beforeCreate(values, base) {
        await checkStandard(values, null, base)
        const { rows } = await sql<{ no: string }>`select 'BZ' || nextval('equip_standard_no') as no`.execute(base.db)
        return { ...values, standardNo: rows[0]?.no ?? '', state: 'draft' }
      },
      async beforeUpdate(values, row, base) {
        await checkStandard({ ...row, ...values } as FormData, row.id, base)
        return values
      },
      actions: {
        revise: (row, values, base, access) => revise(row.id, values, base, access.userId),
        end: (row, values, base) => endStandard(row, values, base),
      },
    },
    standardException: {
      async beforeCreate(values, base) {
        await checkException(values, base)
        return values
      },
      async beforeUpdate(values, row, base) {
        await checkException({ ...row, ...values } as FormData, base)
        return values
      },
      // The report nets it off from now on.
      async afterWrite(row, base) {
        const { rows } = await sql<{
          kind: string
        }>`select kind from standard_item where id = ${Number(row.itemId)}`.execute(base.db)
        if (rows[0]) await countCompliance(base, rows[0].kind)
      },
    },
    standardVersion: {
      pickable: () => sql`r.deleted_at is null`,
      async beforeCreate(values, base) {
        await refuseGoneDrafts(values, base)
        return values
      },
      async beforeUpdate(values, row, base) {
        await refuseGoneDrafts({ ...row, ...values } as FormData, base)
        return values
      },
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
  routes: versionRoutes,
  jobs,
  seedDemo: seedStandards,
})
