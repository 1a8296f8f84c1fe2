import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'

/** Numbers of a version, for comparing. */
const parts = (alias: string): string => `string_to_array(${alias}.semver, '.')::int[]`

/** Publishing is one at a time: two could each be above the last and yet below one another. */
const oneAtATime = async (unit: UnitOfWork): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext('appVersion.publish'))`.execute(unit.db))

/** SYS-111: a version is published only above everything published before, waiting ones included. */
async function refuseOlder(unit: UnitOfWork, semver: string): Promise<void> {
  const { rows } = await sql<{ last: string; isAbove: boolean }>`
    select v.semver as last, string_to_array(${semver}, '.')::int[] > ${sql.raw(parts('v'))} as is_above
    from app_version v where v.state = 'published' and v.deleted_at is null order by ${sql.raw(parts('v'))} desc limit 1`.execute(
    unit.db,
  )
  const found = rows[0]
  if (found && !found.isAbove) throw new RuleError('rule.SYS-111', semver, found.last)
}

/** SYS-111, SYS-112. Open pages hear of it by the announcement of the action; of a version that waits for its time, by the duty below. */
export const appVersionServer: RecordServer = {
  computed: {
    isNewest: `r.state = 'published' and r.announced_at is not null and not exists (select 1 from app_version n
      where n.state = 'published' and n.announced_at is not null and n.deleted_at is null and ${parts('n')} > ${parts('r')})`,
  },
  async beforeCreate(values, unit) {
    await refuseOlder(unit, String(values.semver))
    return { ...values, state: 'draft' }
  },
  async beforeUpdate(values, _row, unit) {
    await refuseOlder(unit, String(values.semver))
    return values
  },
  actions: {
    async publish(row, _values, unit, access) {
      await oneAtATime(unit)
      await refuseOlder(unit, String(row.semver))
      const now = unit.clock.now()
      await sql`
        update app_version set state = 'published', publish_at = greatest(coalesce(publish_at, ${now}), ${now}),
          announced_at = case when coalesce(publish_at, ${now}) <= ${now} then ${now}::timestamptz end,
          updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
    },
    async withdraw(row, _values, unit, access) {
      await oneAtATime(unit)
      await sql`
        update app_version set state = 'withdrawn', updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1
        where id = ${row.id}`.execute(unit.db)
    },
  },
}

/** Tells open pages of versions whose time to publish has come. */
export const announceVersions: JobDefinition = {
  name: 'appVersion.announce',
  every: { minutes: 1 },
  async run(unit) {
    const now = unit.clock.now()
    const { rows } = await sql<{ id: number }>`
      update app_version set announced_at = ${now}
      where state = 'published' and announced_at is null and publish_at <= ${now} and deleted_at is null returning id`.execute(
      unit.db,
    )
    for (const { id } of rows) unit.changed('appVersion', id)
  },
}
