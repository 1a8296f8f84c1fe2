import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
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
  const { count } = await unit.db
    .selectFrom('article')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'published')
    .where('category', '=', category)
    .where('pinnedUntil', '>=', unit.clock.today())
    .where('id', '<>', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PINNED) throw new RuleError('rule.ART-05', MAX_PINNED)
}

const change = (unit: UnitOfWork, id: number, changes: RowChanges<'article'>, access: Access) =>
  changing(unit, 'article', changes, access.userId).where('id', '=', id).execute()

export const articleServer: RecordServer = {
  // Cover and attachments go with the article.
  readable: (access, now) => (access.may('article:Retrieve') ? readableBy(access, now) : null),
  computed: {
    isBound: '(r.source is not null)',
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
      const publishAt = sql`greatest(coalesce(publish_at, ${now}), ${now})`
      await change(unit, row.id, { state: 'published', publishAt, withdrawReason: null, announcedAt: null }, access)
      forgetAnnouncements(unit)
      await announceDue(unit)
    },
    async pin(row, values, unit, access) {
      await refuseSixth(unit, row.id, String(row.category))
      await change(unit, row.id, { pinnedUntil: String(values.pinnedUntil) }, access)
      forgetAnnouncements(unit)
    },
    async unpin(row, _values, unit, access) {
      await change(unit, row.id, { pinnedUntil: null }, access)
      forgetAnnouncements(unit)
    },
    async withdraw(row, values, unit, access) {
      const withdrawReason = String(values.withdrawReason)
      await change(unit, row.id, { state: 'withdrawn', withdrawReason, pinnedUntil: null }, access)
      forgetAnnouncements(unit)
    },
  },
}

/** Takes the pin from what is no longer pinned. */
export const unpinPassed: JobDefinition = {
  name: 'article.unpin',
  every: { at: '00:05', missed: 'once' },
  async run(unit) {
    const rows = await unit.db
      .updateTable('article')
      .set({ pinnedUntil: null })
      .where('pinnedUntil', '<', unit.clock.today())
      .returning('id')
      .execute()
    if (rows.length > 0) unit.changed('article', null)
  },
}
