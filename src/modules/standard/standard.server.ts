import { type SqlBool, sql } from 'kysely'
import { fillText, type Language } from '#src/define/messages.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import { defineModuleServer, type JobDefinition, type UnitOfWork } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { entitlements } from './contract.ts'
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
function sentences(trace: unknown, unit: UnitOfWork, language: Language): string {
  const problems = Array.isArray(trace) ? (trace as readonly Problem[]) : []
  return problems
    .map(({ key, params = [] }) =>
      fillText(
        unit.textOf(language, key) ?? key,
        params.map((param) =>
          typeof param === 'object' && 'dictionary' in param
            ? (unit.textOf(language, `dictionaries.${param.dictionary}.entries.${param.value}`) ?? param.value)
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
    every: { at: '01:40', missed: 'once' },
    run: async (unit) => {
      await sql`
        update equip_standard set state = 'history', updated_at = ${unit.clock.now()}, version = version + 1
        where state = 'published' and effective_to < ${unit.clock.today()}::date`.execute(unit.db)
      for (const kind of standardDictionaries.standardKind) await countCompliance(unit, kind)
    },
  },
]

export default defineModuleServer({
  records: {
    standardItem: {
      pickable: () => sql`r.deleted_at is null`,
      // The catalogue shows the picture to everyone who requests equipment.
      readable: () => sql`r.deleted_at is null`,
      async beforeCreate(values, unit) {
        await checkItem(values, null, unit)
        return values
      },
      async beforeUpdate(values, row, unit) {
        await checkItem({ ...row, ...values } as FormData, row.id, unit)
        return values
      },
      async beforeRemove(row, unit) {
        const { rows } = await sql`
          select 1 from equip_standard where item_id = ${row.id} and deleted_at is null
          union all select 1 from standard_item where group_id = ${row.id} and deleted_at is null limit 1`.execute(
          unit.db,
        )
        if (rows.length > 0) throw new RuleError('ref.inUse')
      },
    },
    equipStandard: {
      computed: {
        unit: '(select i.unit from standard_item i where i.id = r.item_id)',
        category: '(select i.category from standard_item i where i.id = r.item_id)',
      },
      // What was in force on a day: drafts never were.
      filters: {
        effectiveOn: ([day]) => sql<SqlBool>`(r.state <> 'draft' and r.period @> ${String(day)}::date)`,
      },
      async beforeCreate(values, unit) {
        await checkStandard(values, null, unit)
        const { rows } = await sql<{ no: string }>`select 'BZ' || nextval('equip_standard_no') as no`.execute(unit.db)
        return { ...values, standardNo: rows[0]?.no ?? '', state: 'draft' }
      },
      async beforeUpdate(values, row, unit) {
        await checkStandard({ ...row, ...values } as FormData, row.id, unit)
        return values
      },
      actions: {
        revise: (row, values, unit, access) => revise(row.id, values, unit, access.userId),
        end: (row, values, unit) => endStandard(row, values, unit),
      },
    },
    standardException: {
      async beforeCreate(values, unit) {
        await checkException(values, unit)
        return values
      },
      async beforeUpdate(values, row, unit) {
        await checkException({ ...row, ...values } as FormData, unit)
        return values
      },
      // The report nets it off from now on.
      async afterWrite(row, unit) {
        const { rows } = await sql<{
          kind: string
        }>`select kind from standard_item where id = ${Number(row.itemId)}`.execute(unit.db)
        if (rows[0]) await countCompliance(unit, rows[0].kind)
      },
    },
    standardVersion: {
      async beforeCreate(values, unit) {
        await refuseGoneDrafts(values, unit)
        return values
      },
      async beforeUpdate(values, row, unit) {
        await refuseGoneDrafts({ ...row, ...values } as FormData, unit)
        return values
      },
      async afterWrite(row, unit) {
        await recount(unit, row as unknown as DraftVersion)
      },
      actions: {
        recount: (row, _values, unit) => recount(unit, row as unknown as DraftVersion),
        publish: (row, _values, unit, access) => publish(unit, row as unknown as DraftVersion, access.userId),
      },
    },
    standardCompliance: {
      computed: { because: "''" },
      async complete(rows, unit, language) {
        const { rows: traces } = await sql<{ id: number; trace: unknown }>`
          select id, trace from standard_compliance where id = any(${rows.map((row) => Number(row.id))}::bigint[])`.execute(
          unit.db,
        )
        const byId = new Map(traces.map(({ id, trace }) => [id, trace]))
        return rows.map((row) => ({ ...row, because: sentences(byId.get(Number(row.id)), unit, language) }))
      },
    },
  },
  services: [provideService(entitlements, createEntitlements)],
  routes: versionRoutes,
  jobs,
  seedDemo: seedStandards,
})
