import type { RawBuilder } from 'kysely'
import type { TestApp } from '#tests/harness/app.ts'

/** Queries that answer the rows which break a rule, by the rule. */
export type EffectRules = Readonly<Record<string, RawBuilder<unknown>>>

/** What is wrong with the effects of some tickets: each broken rule with its first rows. */
export async function effectFaults({ database: { db } }: TestApp, rules: EffectRules): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) found.push({ rule, rows: rows.slice(0, 3) })
  }
  return found
}
