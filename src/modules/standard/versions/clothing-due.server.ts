/** STD-05: publishing standards of clothing sets anew when people are due next; a job does it, the preview shows it before. */
import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { clothingIssues } from '#src/modules/supplies/contract.ts'
import { type DueChange, dueChanges } from '../entitlement/due.ts'
import { effectiveOn, type Profile } from '../entitlement/specificity.ts'
import type { StandardRule } from '../entitlement/standard-rule.ts'

/** Issues that are looked at in one go. */
const SLICE = 500

/** Walks all newest issues and hands over those that the rules change. */
async function eachChange(
  unit: UnitOfWork,
  rules: readonly StandardRule[],
  take: (changes: readonly DueChange[]) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<Profile & { readonly id: number }>`
    select id, dept_id, rank_level, post_type, person_type, gender from shared_app_user where state and deleted_at is null`.execute(
    unit.db,
  )
  const profiles = new Map(rows.map((row) => [row.id, row]))
  const ledger = unit.service(clothingIssues)
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
  unit: UnitOfWork,
  rules: readonly StandardRule[],
  day: string,
): Promise<readonly DueChange[]> {
  const found: DueChange[] = []
  await eachChange(unit, effectiveOn(rules, day), async (changes) => {
    found.push(...changes)
  })
  return found
}

/** Versions whose standards all hold by now and that have not been carried over to the issues yet, oldest first. */
export async function recalculateDue(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<{ id: number; rules: readonly StandardRule[]; publishedBy: number | null }>`
    select id, rules, published_by from standard_version
    where kind = 'clothing' and state = 'published' and due_counted_at is null and preview_on <= ${today}::date and deleted_at is null
    order by no for update`.execute(unit.db)
  for (const { id, rules, publishedBy } of rows) {
    let count = 0
    await eachChange(unit, effectiveOn(rules, today), async (changes) => {
      count += changes.length
      await unit
        .service(clothingIssues)
        .setDue(changes.map(({ id: issueId, after }) => ({ id: issueId, nextDueAt: after })))
    })
    await sql`update standard_version set due_counted_at = ${unit.clock.now()} where id = ${id}`.execute(unit.db)
    unit.changed('standardVersion', id)
    if (publishedBy !== null && count > 0)
      unit.notify({
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
