import { sql } from 'kysely'
import { type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { announceDue } from './announce.server.ts'
import { forgetAnnouncements } from './announcements.server.ts'
import { readableBy } from './reading.server.ts'
import { summaryOf } from './summary.ts'

/** ART-05. */
const MAX_PINNED = 5
function checked(values: FormData): FormData {
  const problems: Problems = {
    ...(values.isPublic === true &&
      Array.isArray(values.targetDeptIds) &&
      values.targetDeptIds.length > 0 && { isPublic: [{ key: 'article.publicForAll' }] }),
    ...(typeof values.publishAt === 'string' &&
      typeof values.expireAt === 'string' &&
      values.expireAt <= values.publishAt && { expireAt: [{ key: 'article.expiresLater' }] }),
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const summary = values.summary || summaryOf(String(values.body))
  return { ...values, summary, state: 'draft' }
}

/** ART-05: pinning is one at a time, so that two at once do not make a sixth. */
async function refuseSixth(unit: UnitOfWork, id: number, category: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('article.pin'))`.execute(unit.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from article
    where state = 'published' and category = ${category} and pinned_until >= ${unit.clock.today()}::date and id <> ${id} and deleted_at is null`.execute(
    unit.db,
  )
  if ((rows[0]?.count ?? 0) >= MAX_PINNED) throw new RuleError('rule.ART-05', MAX_PINNED)
}

export const articleServer: RecordServer = {
  // Cover and attachments go with the article.
  readable: (access, now) => (access.may('article:Retrieve') ? readableBy(access, now) : null),
  computed: {
    isPinned: `(r.state = 'published' and r.pinned_until is not null)`,
  },
  beforeCreate: async (values) => checked(values),
  // What was withdrawn begins again as a draft.
  beforeUpdate: async (values) => checked(values),
  actions: {
    async publish(row, _values, unit, access) {
      const now = unit.clock.now()
      if (typeof row.pinnedUntil === 'string' && row.pinnedUntil >= unit.clock.today())
        await refuseSixth(unit, row.id, String(row.category))
      await sql`
        update article set state = 'published', publish_at = greatest(coalesce(publish_at, ${now}), ${now}), withdraw_reason = null, announced_at = null,
          updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
      forgetAnnouncements(unit)
      await announceDue(unit)
    },
    async pin(row, values, unit, access) {
      await refuseSixth(unit, row.id, String(row.category))
      await sql`
        update article set pinned_until = ${String(values.pinnedUntil)}::date,
          updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
      forgetAnnouncements(unit)
    },
    async unpin(row, _values, unit, access) {
      await sql`
        update article set pinned_until = null,
          updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
      forgetAnnouncements(unit)
    },
    async withdraw(row, values, unit, access) {
      await sql`
        update article set state = 'withdrawn', withdraw_reason = ${String(values.withdrawReason)}, pinned_until = null,
          updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
      forgetAnnouncements(unit)
    },
  },
}

/** Takes the pin from what is no longer pinned. */
export const unpinPassed: JobDefinition = {
  name: 'article.unpin',
  every: { at: '00:05', missed: 'once' },
  async run(unit) {
    const { rows } = await sql<{ id: number }>`
      update article set pinned_until = null where pinned_until < ${unit.clock.today()}::date returning id`.execute(
      unit.db,
    )
    if (rows.length > 0) unit.changed('article', null)
  },
}
