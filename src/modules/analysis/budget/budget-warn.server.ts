import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { analyseBudget } from './budget-analysis.server.ts'

const WEEK = 7 * 86_400_000

/** 30.6 Warn: the leaders of these departments are told how far they are, with the figures of the page; each at most once a week. @throws RuleError analysis.warnedLately, analysis.noLeader; 4004 out of reach. */
export async function warnDepartments(
  unit: UnitOfWork,
  access: Access,
  { year, deptIds }: { readonly year: number; readonly deptIds: readonly number[] },
  language: Language,
): Promise<{ warned: number }> {
  const now = unit.clock.now()
  const { departments, timePercent } = await analyseBudget(unit, access, { year }, language)
  for (const deptId of new Set(deptIds)) {
    const found = departments.find((one) => one.deptId === deptId)
    if (!found) throw notFound()
    // Two warnings at once wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('analysis.warning', ${deptId}::bigint))`.execute(unit.db)
    const { rows } = await sql<{ leaderId: number | null; last: Date | null }>`
      select leader_id, (select max(sent_at) from budget_warning where dept_id = department.id) as last from shared_department department where id = ${deptId}`.execute(
      unit.db,
    )
    const row = rows[0]
    if (!row) throw notFound()
    if (row.leaderId === null) throw new RuleError('analysis.noLeader', found.name)
    if (row.last !== null && now.getTime() - row.last.getTime() < WEEK)
      throw new RuleError('analysis.warnedLately', found.name)
    await sql`insert into budget_warning (dept_id, year, sent_at, sent_by) values (${deptId}, ${year}, ${now}, ${access.userId})`.execute(
      unit.db,
    )
    unit.notify({
      to: [row.leaderId],
      contentType: 'REMIND',
      title: { key: 'analysis.notice.warning', params: [year, found.rate, timePercent, found.used, found.available] },
      link: `/business/budget-analysis?year=${year}&deptId=${deptId}`,
    })
  }
  return { warned: new Set(deptIds).size }
}
