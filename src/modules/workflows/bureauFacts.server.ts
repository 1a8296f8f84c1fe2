import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { BureauFacts } from '#src/define/facts.ts'
import type { Executor } from '#src/define/server.ts'
import { type PolicyRow, policyOf } from '#src/define/workflows/policies.ts'

interface Bureau {
  readonly thresholds: Facts
  readonly entries: readonly { readonly key: string; readonly codes: readonly string[] }[]
  readonly policies: readonly PolicyRow[]
}

/** What every proof of a workflow is made with today: thresholds, dictionaries and the enabled policies. One statement. */
export async function readBureau(db: Executor): Promise<BureauFacts> {
  const { rows } = await sql<Bureau>`
    select
      (select coalesce(json_object_agg('config.' || key, value), '{}') from config_item
        where jsonb_typeof(value) = 'number' and not secret) as thresholds,
      (select coalesce(json_agg(json_build_object('key', key, 'codes', codes)), '[]') from (
        select dictionary_key as key, json_agg(value order by sort, id) as codes from dictionary_entry group by dictionary_key) d) as entries,
      (select coalesce(json_agg(json_build_object('name', name, 'nameEn', name_en, 'rule', rule, 'amount', amount, 'trait', trait,
          'firstBy', first_by, 'first', first, 'statesBy', states_by, 'states', states, 'conditions', conditions,
          'groups', groups, 'types', types) order by id), '[]')
        from workflow_policy where enabled and deleted_at is null) as policies`.execute(db)
  const [bureau] = rows
  if (!bureau) throw new Error('the house could not be read')
  const entries = new Map(bureau.entries.map(({ key, codes }) => [key, codes]))
  return {
    thresholds: bureau.thresholds,
    entriesOf: (dictionary) => entries.get(dictionary) ?? null,
    policies: bureau.policies.map(policyOf),
  }
}
