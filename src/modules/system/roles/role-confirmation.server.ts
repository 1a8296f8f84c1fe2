import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { RecordChange, RecordConfirmation, UnitOfWork } from '#src/define/server.ts'
import { type RoleReach, roleRights } from '#src/define/workflows/roleRights.ts'
import type { FieldValue } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { systemMessages } from '../system.messages.ts'

type Values = Readonly<Record<string, unknown>>

const reachIn = (values: Values): RoleReach => ({
  dataScope: Number(values.dataScope),
  scopeDeptIds: idsOf(values.scopeDeptIds as FieldValue),
})

/** Fields of the form, as the confirming person reads them. */
const shown = ['name', 'nameEn', 'dataScope', 'scopeDeptIds', 'sort', 'state'] as const
type Shown = (typeof shown)[number]

async function textOf(unit: UnitOfWork, language: Language, name: Shown, value: unknown): Promise<string> {
  if (value === null || value === undefined) return ''
  if (name !== 'dataScope' && name !== 'scopeDeptIds' && name !== 'state') return String(value)
  const entry = (dictionary: string, key: string) => sql<BilingualName>`
    select label as name, label_en as name_en from dictionary_entry
    where dictionary_key = ${dictionary} and value = ${key} and deleted_at is null`
  const { rows } =
    name === 'scopeDeptIds'
      ? await sql<BilingualName>`
          select name, name_en from department where id = any(${[...idsOf(value as FieldValue)]}::bigint[]) order by sort, id`.execute(
          unit.db,
        )
      : await entry(name === 'state' ? 'enableStatus' : 'dataScope', String(value)).execute(unit.db)
  return rows.map((row) => nameIn(language, row)).join(systemMessages[language].dept.comma)
}

/** SYS-139: a role whose holders would decide over more by its form, or again, is changed by two. */
export const roleConfirmation: RecordConfirmation = {
  kind: 'roleRecord',
  async seats({ action, row, values }, unit) {
    if (action !== 'update' || row === null) return []
    const after: Values = { ...row, ...values }
    const widens = await unit.service(roleRights).widens(row.id, { ...reachIn(after), isInUse: after.state === true })
    return widens ? ['administrator'] : []
  },
  barred: async ({ row }, unit) => (row === null ? [] : unit.service(roleRights).barred(row.id)),
  title: ({ row, values }: RecordChange) => ({
    name: String(values.name ?? row?.name),
    nameEn: String(values.nameEn || row?.nameEn || values.name || row?.name),
  }),
  async describe({ row, values }, unit, language) {
    const { records, role } = systemMessages[language]
    const changes = await Promise.all(
      shown
        .filter((name) => name in values)
        .map(async (name) => ({
          label: records.role.fields[name],
          before: await textOf(unit, language, name, row?.[name]),
          after: await textOf(unit, language, name, values[name]),
        })),
    )
    return {
      gains: [fillText(role.wider, [Number(row?.users ?? 0)])],
      changes: changes.filter(({ before, after }) => before !== after),
    }
  },
}
