import { sql } from 'kysely'
import { openableCalls } from '#src/define/ledgers.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base, JobDefinition, RecordServer } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { isAllowedPattern } from './white-list.ts'

/** Days without a call after which a row is listed as unused (SYS-123). */
const UNUSED_DAYS = 90
const DAY = 86_400_000
const GET = '0'

/** SYS-121; and what is open to nobody in particular is read only, and narrowed to nobody's rows. */
function checked(values: FormData, base: Base): FormData {
  const url = String(values.url)
  if (!isAllowedPattern(url)) throw new RuleError('rule.SYS-121', url)
  if (values.needLogin === false && (values.method !== GET || values.dataScopeOn !== true))
    throw new RuleError('whiteList.openOnlyToRead')
  if (!base.ledger(openableCalls).exists(url, String(values.method)))
    throw new ValidationError({ url: [{ key: 'whiteList.matchesNothing' }] })
  return { ...values, url: url.endsWith('/') || url.endsWith('*') ? url : `${url}/` }
}

export const whiteListServer: RecordServer = {
  beforeCreate: async (values, base) => checked(values, base),
  beforeUpdate: async (values, _row, base) => checked(values, base),
}

async function markUnused(base: Base): Promise<void> {
  const now = base.clock.now()
  const { rows } = await sql<{ id: number }>`
    update white_list set unused = true
    where not unused and state and not shipped and deleted_at is null
      and coalesce(last_hit_at, created_at) < ${new Date(now.getTime() - UNUSED_DAYS * DAY)} returning id`.execute(
    base.db,
  )
  if (rows.length === 0) return
  base.changed('whiteList', null)
  const holders = await sql<{ id: number }>`
    select u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = 'securityAdmin' and r.state and u.state and u.deleted_at is null`.execute(base.db)
  base.notify({
    to: holders.rows.map((row) => row.id),
    contentType: 'REMIND',
    title: { key: 'whiteList.unusedNotice', params: [rows.length, UNUSED_DAYS] },
    link: '/system/whiteList?unused=true',
  })
}

/** SYS-123: rows nobody called for 90 days are listed and told to the security administrators. */
export const listUnused: JobDefinition = { name: 'whiteList.unused', every: { at: '05:30' }, run: markUnused }
