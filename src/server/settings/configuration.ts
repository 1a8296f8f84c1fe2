/** Configuration items as administrators read and change them (60.7). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import {
  notFound,
  type Problem,
  type Problems,
  RuleError,
  ValidationError,
  versionConflict,
} from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ConfigRule } from '#src/define/settings.ts'
import type { ConfirmingRole } from '#src/define/workflows/proposals.ts'
import { checkForm } from '#src/fields/form.ts'
import {
  type ConfigShape,
  configType,
  fieldsOf,
  formOf,
  ruleProblems,
  storedOf,
} from '#src/modules/system/config/config.ts'
import type { ChangedValues, ItemGroup } from '#src/modules/system/config/config.types.ts'
import { nextMoments } from '#src/server/backups/moments.ts'
import { linkFiles } from '#src/server/files/links.ts'
import { isOwned, proposeValue } from '#src/server/proposals/settings.ts'
import type { Vault } from '#src/server/secrets/vault.ts'

/** An item as its table has it. */
export interface StoredItem extends ConfigShape {
  readonly id: number
  readonly group: ItemGroup
  readonly title: string
  readonly titleEn: string
  readonly value: unknown
  readonly placeholder: string
  readonly sort: number
  readonly public: boolean
  readonly secret: boolean
  readonly custom: boolean
  /** Whose confirmations a change of the value needs; none lets it through at once (SYS-137). */
  readonly seats: readonly ConfirmingRole[]
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: number | null
}

/** Written by the seed for the sign-in page; nobody edits it. */
const HIDDEN = 'base.demoAccounts'
const MASK = '***'

const columns = sql.raw(
  `c.id, c.key, c.grp as "group", c.title, c.title_en, c.value, c.type, c.options, c.rule, c.placeholder, c.sort, c.public, c.secret, c.custom, c.seats, c.version, c.updated_at, c.updated_by`,
)

/** SYS-72: what a secret is never leaves the server, only whether there is one. */
const shown = <Item extends StoredItem>(item: Item) => ({
  ...item,
  value: item.secret ? null : item.value,
  isSet: !item.secret || item.value !== '',
  updatedAt: momentText(item.updatedAt),
})

/** All items in the order of the page. */
export async function listItems(unit: UnitOfWork) {
  const { rows } = await sql<StoredItem & { updatedByName: string | null }>`
    select ${columns}, u.name as updated_by_name from config_item c left join app_user u on u.id = c.updated_by
    where c.key <> ${HIDDEN} order by c.grp, c.sort, c.key`.execute(unit.db)
  return rows.map(shown)
}

/** The item; 4004 when there is none. */
export async function findItem(unit: UnitOfWork, id: number): Promise<StoredItem> {
  const { rows } = await sql<StoredItem>`
    select ${columns} from config_item c where c.id = ${id} and c.key <> ${HIDDEN}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The value in its one form, or what is wrong with it by form field (SYS-71). */
export function checkValue(
  unit: UnitOfWork,
  shape: ConfigShape,
  value: unknown,
): { value: unknown; problems: Problems } {
  const given = { today: unit.clock.today(), now: momentText(unit.clock.now()) }
  const { values, problems } = checkForm(fieldsOf(shape), formOf(shape, value), given)
  if (Object.keys(problems).length > 0) return { value: null, problems }
  const stored = storedOf(shape, values)
  // Five fields of digits may still be no moment that ever comes.
  if (shape.key === 'backup.cron' && nextMoments(String(stored), unit.clock.now(), 1) === null)
    return { value: null, problems: { [Object.keys(fieldsOf(shape))[0] ?? shape.key]: [{ key: 'backup.cron' }] } }
  return { value: stored, problems: ruleProblems(shape, values) }
}

/** SYS-71: a value that must be above another one, over what all of them will be. */
function checkOrder(items: ReadonlyMap<string, StoredItem>): void {
  for (const item of items.values()) {
    const below = item.rule.above === undefined ? undefined : items.get(item.rule.above)
    if (below && Number(item.value) <= Number(below.value))
      throw new RuleError('rule.SYS-71', item.title, below.title, String(below.value))
  }
}

export interface Change {
  readonly id: number
  readonly version: number
  readonly value: unknown
}

/** The picture of an item belongs to it from now on; readers of the configuration may see it, everybody where the item is public. @throws ValidationError for what is no picture */
async function keepPicture(
  unit: UnitOfWork,
  access: Access,
  { id, key, type }: Pick<StoredItem, 'id' | 'key' | 'type'>,
  value: unknown,
): Promise<void> {
  if (type !== configType.image || typeof value !== 'number') return
  const [field] = Object.keys(fieldsOf({ key, type, options: null, rule: {} }))
  const { rows } = await sql`
    select from file where id = ${value} and mime in ('image/png', 'image/jpeg')`.execute(unit.db)
  if (rows.length === 0) throw new ValidationError({ [field ?? key]: [{ key: 'config.notAPicture' }] })
  await linkFiles(unit, access, 'config', id, [value])
}

/** Writes a value with its history and says so; a secret is sealed first. */
export async function storeValue(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  item: StoredItem,
  value: unknown,
): Promise<void> {
  await keepPicture(unit, access, item, value)
  const now = unit.clock.now()
  const stored = item.secret && value !== '' ? vault.seal(String(value)) : value
  // The first value belongs to the history too (SYS-74).
  await sql`
    insert into config_history (item_id, key, value, at, by_user)
    select id, key, value, updated_at, updated_by from config_item c
    where c.id = ${item.id} and not exists (select 1 from config_history h where h.item_id = c.id)`.execute(unit.db)
  await sql`
    update config_item set value = ${JSON.stringify(stored)}::jsonb, version = version + 1, updated_at = ${now}, updated_by = ${access.userId}
    where id = ${item.id}`.execute(unit.db)
  await sql`
    insert into config_history (item_id, key, value, at, by_user)
    values (${item.id}, ${item.key}, ${JSON.stringify(stored)}::jsonb, ${now}, ${access.userId})`.execute(unit.db)
  unit.traced({
    record: 'config',
    id: item.id,
    before: { key: item.key, value: item.secret ? MASK : item.value },
    after: { key: item.key, value: item.secret ? MASK : value },
  })
}

/** Changes values together: all are checked against what all of them will be, and all or none are written (SYS-71, SYS-73). */
export async function changeValues(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  changes: readonly Change[],
): Promise<ChangedValues> {
  // One order for everybody, so that two callers never wait for each other; the whole page, since values are compared.
  const { rows } = await sql<StoredItem>`select ${columns} from config_item c order by c.id for update of c`.execute(
    unit.db,
  )
  const byId = new Map(rows.filter((row) => row.key !== HIDDEN).map((row) => [row.id, row]))
  const next = new Map(rows.map((row) => [row.key, row]))
  const problems: Record<string, readonly Problem[]> = {}
  const writes: (readonly [StoredItem, unknown])[] = []
  for (const { id, version, value } of changes) {
    const item = byId.get(id)
    if (!item) throw notFound()
    if (item.version !== version) throw versionConflict()
    const checked = checkValue(unit, item, value)
    Object.assign(problems, checked.problems)
    if (!item.secret && isDeepStrictEqual(checked.value, item.value)) continue
    next.set(item.key, { ...item, value: checked.value })
    writes.push([item, checked.value])
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  checkOrder(next)
  const [owned, free] = [writes.filter(([item]) => isOwned(item)), writes.filter(([item]) => !isOwned(item))]
  for (const [item, value] of free) await storeValue(unit, vault, access, item, value)
  if (free.length > 0) unit.changed('config', null)
  for (const [item, value] of owned) await proposeValue(unit, access, item, value)
  return { changed: free.length, proposed: owned.length }
}

/** Writes a value that was confirmed, checked as when it was proposed: what it is compared with may be another one now (SYS-71). */
export async function storeConfirmed(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  id: number,
  value: unknown,
): Promise<void> {
  const { rows } = await sql<StoredItem>`select ${columns} from config_item c order by c.id`.execute(unit.db)
  const item = rows.find((row) => row.id === id)
  if (item === undefined) throw notFound()
  const checked = checkValue(unit, item, value)
  if (Object.keys(checked.problems).length > 0) throw new ValidationError(checked.problems)
  const next = { ...item, value: checked.value }
  checkOrder(new Map(rows.map((row) => [row.key, row.id === id ? next : row])))
  await storeValue(unit, vault, access, item, checked.value)
  unit.changed('config', null)
}

/** What an administrator says about an item of their own. */
export interface CustomItem {
  readonly group: ItemGroup
  readonly title: string
  readonly titleEn: string
  readonly type: number
  readonly options: string | null
  readonly rule: ConfigRule
  readonly placeholder: string
  readonly sort: number
  readonly public: boolean
  readonly secret: boolean
}

const takesText: ReadonlySet<number> = new Set([configType.text, configType.textarea])

/** A secret is a text nobody is sent; a select needs a dictionary that is there. */
async function checkCustom(unit: UnitOfWork, item: CustomItem): Promise<void> {
  if (item.secret && (item.public || !takesText.has(item.type)))
    throw new ValidationError({ secret: [{ key: 'config.secretText' }] })
  if (item.type !== configType.select) return
  const { rows } = await sql`select 1 from dictionary where key = ${item.options} and deleted_at is null`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new ValidationError({ options: [{ key: 'check.notFound' }] })
}

const sealed = (vault: Vault, item: CustomItem, value: unknown): unknown =>
  item.secret && typeof value === 'string' && value !== '' ? vault.seal(value) : value

/** A new item besides those of the product. */
export async function createItem(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  key: string,
  item: CustomItem,
  value: unknown,
): Promise<{ id: number }> {
  await checkCustom(unit, item)
  const taken = await sql`select 1 from config_item where key = ${key}`.execute(unit.db)
  if (taken.rows.length > 0) throw new ValidationError({ key: [{ key: 'check.taken' }] })
  const checked = checkValue(unit, { key, ...item }, value)
  const [problem] = Object.values(checked.problems)
  if (problem) throw new ValidationError({ value: problem })
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into config_item (key, grp, title, title_en, value, type, options, rule, placeholder, sort, public, secret, custom, updated_at, updated_by)
    values (${key}, ${item.group}, ${item.title}, ${item.titleEn}, ${JSON.stringify(sealed(vault, item, checked.value))}::jsonb, ${item.type}, ${item.options},
      ${JSON.stringify(item.rule)}::jsonb, ${item.placeholder}, ${item.sort}, ${item.public}, ${item.secret}, true, ${now}, ${access.userId}) returning id`.execute(
    unit.db,
  )
  const id = rows[0]?.id ?? 0
  await keepPicture(unit, access, { id, key, type: item.type }, checked.value)
  unit.traced({
    record: 'config',
    id,
    before: null,
    after: { key, ...item, rule: JSON.stringify(item.rule), value: item.secret ? MASK : checked.value },
  })
  unit.changed('config', null)
  return { id }
}

/** What may change about an item of one's own once it is there: its key, type and secrecy stay, since its value and history were made under them. */
export type CustomChange = Omit<CustomItem, 'type' | 'secret'> & { readonly version: number }

/** Changes an item of the bureau's own (SYS-75). Its value must satisfy the new rule. */
export async function changeItem(
  unit: UnitOfWork,
  access: Access,
  id: number,
  { version, ...request }: CustomChange,
): Promise<{ id: number; version: number }> {
  const found = await findItem(unit, id)
  if (!found.custom) throw new RuleError('rule.SYS-75', found.title)
  if (found.version !== version) throw versionConflict()
  const item = { ...request, type: found.type, secret: found.secret }
  await checkCustom(unit, item)
  const problems: Problems = found.secret ? {} : checkValue(unit, { key: found.key, ...item }, found.value).problems
  const [problem] = Object.values(problems)
  if (problem) throw new ValidationError({ value: problem })
  const { rows } = await sql<{ id: number; version: number }>`
    update config_item set grp = ${item.group}, title = ${item.title}, title_en = ${item.titleEn}, options = ${item.options},
      rule = ${JSON.stringify(item.rule)}::jsonb, placeholder = ${item.placeholder}, sort = ${item.sort}, public = ${item.public},
      version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}
    where id = ${id} and version = ${version} returning id, version`.execute(unit.db)
  if (!rows[0]) throw versionConflict()
  const of = ({ group, title, titleEn, options, rule, placeholder, sort, public: isPublic }: CustomItem) => ({
    ...{ group, title, titleEn, options, rule: JSON.stringify(rule), placeholder, sort, public: isPublic },
  })
  unit.traced({
    record: 'config',
    id,
    before: { key: found.key, ...of(found) },
    after: { key: found.key, ...of(item) },
  })
  unit.changed('config', null)
  return rows[0]
}

/** SYS-75: items of the product stay. */
export async function removeItem(unit: UnitOfWork, id: number): Promise<void> {
  const item = await findItem(unit, id)
  if (!item.custom || isOwned(item)) throw new RuleError('rule.SYS-75', item.title)
  await sql`delete from file_link where record = 'config' and record_id = ${id}`.execute(unit.db)
  await sql`delete from config_item where id = ${id}`.execute(unit.db)
  unit.traced({
    record: 'config',
    id,
    before: { key: item.key, title: item.title, value: item.secret ? MASK : item.value },
    after: null,
  })
  unit.changed('config', null)
}

/** Values an item had, the newest first (SYS-74); of a secret only when and by whom. */
export async function historyOf(unit: UnitOfWork, id: number) {
  const { rows } = await sql<{ id: number; value: unknown; at: Date; byName: string | null; secret: boolean }>`
    select h.id, h.value, h.at, u.name as by_name, c.secret
    from config_history h join config_item c on c.id = h.item_id left join app_user u on u.id = h.by_user
    where h.item_id = ${id} and c.key <> ${HIDDEN} order by h.id desc limit 100`.execute(unit.db)
  return rows.map(({ secret, value, at, ...row }) => ({ ...row, at: momentText(at), value: secret ? null : value }))
}

/** Restores a former value of an item, after the check that every value passes (SYS-74). */
export async function restoreValue(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  { id, version, history }: { id: number; version: number; history: number },
): Promise<ChangedValues> {
  const item = await findItem(unit, id)
  const { rows } = await sql<{ value: unknown }>`
    select value from config_history where id = ${history} and item_id = ${id}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  const { value } = rows[0]
  return changeValues(unit, vault, access, [
    { id, version, value: item.secret && typeof value === 'string' ? vault.open(value) : value },
  ])
}
