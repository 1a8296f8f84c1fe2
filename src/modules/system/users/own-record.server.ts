import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { RecordChange, RecordConfirmation, UnitOfWork } from '#src/define/server.ts'
import { systemMessages } from '../system.messages.ts'

/** What a person's approvals, allowances and leave follow from: a change of the own one needs a second person (SYS-140). */
const guarded = ['deptId', 'rankLevel', 'postType', 'personType', 'workStart'] as const
type Guarded = (typeof guarded)[number]

const changedIn = ({ row, values }: Pick<RecordChange, 'row' | 'values'>): readonly Guarded[] =>
  guarded.filter((name) => name in values && (values[name] ?? null) !== (row?.[name] ?? null))

/** A value as the confirming person reads it. */
async function textOf(unit: UnitOfWork, language: Language, name: Guarded, value: unknown): Promise<string> {
  if (value === null || value === undefined) return ''
  if (name === 'workStart') return String(value)
  const { rows } =
    name === 'deptId'
      ? await sql<BilingualName>`select name, name_en from department where id = ${value}`.execute(unit.db)
      : await sql<BilingualName>`
          select label as name, label_en as name_en from dictionary_entry
          where dictionary_key = ${name} and value = ${value} and deleted_at is null`.execute(unit.db)
  return rows[0] === undefined ? String(value) : nameIn(language, rows[0])
}

/** SYS-140: the own personnel fields are changed by two; a security administrator or the auditor confirms them. */
export const ownRecordConfirmation: RecordConfirmation = {
  kind: 'ownRecord',
  async seats(change, _unit, access) {
    return change.action === 'update' && change.row?.id === access.userId && changedIn(change).length > 0
      ? ['security']
      : []
  },
  title: ({ row, values }) => ({
    name: String(row?.name ?? values.name),
    nameEn: String(row?.nameEn || row?.name || values.name),
  }),
  async describe(change, unit, language) {
    const { row, values } = change
    const { records, user } = systemMessages[language]
    const changes = await Promise.all(
      changedIn(change).map(async (name) => ({
        label: records.user.fields[name],
        before: await textOf(unit, language, name, row?.[name]),
        after: await textOf(unit, language, name, values[name]),
      })),
    )
    const name = nameIn(language, { name: String(row?.name), nameEn: String(row?.nameEn ?? '') })
    return { gains: [fillText(user.ownRecord, [name])], changes }
  },
}
