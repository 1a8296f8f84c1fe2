/** STD-05: publishing standards of clothing sets anew when people are due next; a job does it, the preview shows it before. */
import { sql } from 'kysely'
import { clothingIssues } from '#src/define/assets/clothing.ts'
import type { Base, JobDefinition } from '#src/define/server.ts'
import { type DueChange, dueChanges } from '../entitlement/due.ts'
import { effectiveOn, type Profile } from '../entitlement/specificity.ts'
import type { StandardRule } from '../entitlement/standard-rule.ts'

/** Issues that are looked at in one go. */
const SLICE = 500

/** Walks all newest issues and hands over those that the rules change. */
async function eachChange(
  base: Base,
  rules: readonly StandardRule[],
  take: (changes: readonly DueChange[]) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<Profile & { readonly id: number }>`
    select id, dept_id, rank_level, post_type, person_type, gender from shared_app_user where state and deleted_at is null`.execute(
    base.db,
  )
  const profiles = new Map(rows.map((row) => [row.id, row]))
  const ledger = base.ledger(clothingIssues)
  for (let after = 0; ; ) {
    const issues = await ledger.newest(after, SLICE)
    const last = issues.at(-1)
    if (last === undefined) return
    await take(dueChanges(issues, profiles, rules))
    after = last.id
  }
}

/** What a version would change, for its preview. */
export async function dueChangesOf(
  base: Base,
  rules: readonly StandardRule[],
  day: string,
): Promise<readonly DueChange[]> {
  const found: DueChange[] = []
  await eachChange(base, effectiveOn(rules, day), async (changes) => {
    found.push(...changes)
  })
  return found
}

/** Versions whose standards all hold by now and that have not been carried over to the issues yet, oldest first. */
export async function recalculateDue(base: Base): Promise<void> {
  const today = base.clock.today()
  const { rows } = await sql<{ id: number; rules: readonly StandardRule[]; publishedBy: number | null }>`
    select id, rules, published_by from standard_version
    where kind = 'clothing' and state = 'published' and due_counted_at is null and preview_on <= ${today}::date and deleted_at is null
    order by no for update`.execute(base.db)
  for (const { id, rules, publishedBy } of rows) {
    let count = 0
    await eachChange(base, effectiveOn(rules, today), async (changes) => {
      count += changes.length
      await base
        .ledger(clothingIssues)
        .setDue(changes.map(({ id: issueId, after }) => ({ id: issueId, nextDueAt: after })))
    })
    await sql`update standard_version set due_counted_at = ${base.clock.now()} where id = ${id}`.execute(base.db)
    base.changed('standardVersion', id)
    if (publishedBy !== null && count > 0)
      base.notify({
        to: [publishedBy],
        contentType: 'SYSTEM',
        title: { key: 'standard.dueRecalculated', params: [count] },
        link: `/stockmanage/standardEquipment?tab=versions&id=${id}`,
      })
  }
}

/** Looks at what was not carried over yet, so that one run after a stop catches up with all that were missed. */
export const clothingDueJob: JobDefinition = {
  name: 'standard.clothingDue',
  every: { minutes: 5 },
  run: recalculateDue,
}
