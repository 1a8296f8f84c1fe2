import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { isValueOf } from './dictionary.ts'

/** SYS-54: everybody's start-up data is old now. */
export const announceDictionaries = (unit: UnitOfWork): void => unit.changed('dictionary', null)

interface Owner {
  readonly system: boolean
  readonly extensible: boolean
  readonly type: string
}

/** The dictionary an entry goes into, kept from being removed meanwhile. */
async function ownerOf(unit: UnitOfWork, key: string): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select system, extensible, type from dictionary where key = ${key} and deleted_at is null for share`.execute(
    unit.db,
  )
  if (!rows[0]) throw new ValidationError({ dictionaryKey: [{ key: 'check.notFound' }] })
  return rows[0]
}

/** One default for each key: the newest choice counts. */
async function takeDefault(unit: UnitOfWork, values: FormData, id: number): Promise<void> {
  if (values.isDefault !== true) return
  await sql`
    update dictionary_entry set is_default = false, version = version + 1
    where dictionary_key = ${String(values.dictionaryKey)} and is_default and id <> ${id} and deleted_at is null`.execute(
    unit.db,
  )
}

export const dictionaryServer: RecordServer = {
  computed: {
    entries: '(select count(*) from dictionary_entry e where e.dictionary_key = r.key and e.deleted_at is null)',
  },
  async afterWrite(_row, unit) {
    announceDictionaries(unit)
  },
  async beforeRemove(row, unit) {
    if (Number(row.entries) > 0) throw new RuleError('ref.inUse', String(row.name))
    announceDictionaries(unit)
  },
}

export const dictionaryEntryServer: RecordServer = {
  computed: {
    dictionaryId: '(select d.id from dictionary d where d.key = r.dictionary_key and d.deleted_at is null)',
  },
  async beforeCreate(values, unit) {
    const key = String(values.dictionaryKey)
    const owner = await ownerOf(unit, key)
    if (owner.system && !owner.extensible) throw new RuleError('rule.SYS-51', key)
    if (!isValueOf(String(values.type), String(values.value)))
      throw new RuleError('rule.SYS-52', String(values.value), { dictionary: 'valueType', value: String(values.type) })
    await takeDefault(unit, values, 0)
    return values
  },
  async beforeUpdate(values, row, unit) {
    await takeDefault(unit, { ...values, dictionaryKey: String(row.dictionaryKey) }, row.id)
    return values
  },
  async afterWrite(_row, unit) {
    announceDictionaries(unit)
  },
  async beforeRemove(_row, unit) {
    announceDictionaries(unit)
  },
}
