/** Settings that say who approves, what is paid or who confirms: nobody changes them alone (SYS-137). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { guardedGroups, ownerSetting } from '#src/define/workflows/proposals.ts'
import { fieldsOf } from '#src/modules/system/config/config.ts'
import type { StoredItem } from '#src/server/settings/configuration.ts'
import { propose } from './proposals.ts'
import { holdersOfOwner, LOGISTICS_HEAD } from './seats.ts'

/** A value that is to be written. */
export interface SettingContent {
  readonly id: number
  readonly key: string
  readonly value: unknown
}

/** Whether the item waits for somebody else when it is changed. */
export const isOwned = ({ seats }: Pick<StoredItem, 'seats'>): boolean => seats.length > 0

/** Whether the value names who confirms for a group. */
export const namesOwner = (key: string): boolean => guardedGroups.some((group) => ownerSetting(group) === key)

/** An owner is the head of logistics, or a role whose holders may confirm; somebody must be it today. @throws ValidationError at the item's field. */
async function checkOwner(unit: UnitOfWork, item: StoredItem, value: unknown): Promise<void> {
  const owner = String(value)
  const { rows } = await sql`
    select from role r join role_permission g on g.role_id = r.id join permission p on p.id = g.permission_id
    where r.key = ${owner} and r.state and r.deleted_at is null and p.value = 'proposal:Confirm'`.execute(unit.db)
  const isKnown = owner === LOGISTICS_HEAD || rows.length > 0
  const [field = item.key] = Object.keys(fieldsOf(item))
  if (!isKnown) throw new ValidationError({ [field]: [{ key: 'proposal.ownerUnknown' }] })
  if ((await holdersOfOwner(unit, owner)).length === 0)
    throw new ValidationError({ [field]: [{ key: 'proposal.ownerEmpty' }] })
}

/** Keeps a value until everybody whose confirmation it needs has given it. @throws ValidationError, RuleError as `propose`. */
export async function proposeValue(unit: UnitOfWork, access: Access, item: StoredItem, value: unknown): Promise<void> {
  if (namesOwner(item.key)) await checkOwner(unit, item, value)
  const { id, key, version, title, titleEn, seats } = item
  const content: SettingContent = { id, key, value }
  await propose(unit, access, {
    kind: 'setting',
    subject: `config:${key}`,
    content,
    basis: `v${version}`,
    name: title,
    nameEn: titleEn,
    seats,
  })
}
