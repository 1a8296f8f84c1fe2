import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { RecordChange, RecordConfirmation, UnitOfWork } from '#src/define/server.ts'
import { systemMessages } from '../system.messages.ts'
import { changesLeadership, idsIn, newlyNamed } from './dept-rules.server.ts'

interface Account {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly createdAt: Date
  /** Empty for an account that no person made. */
  readonly madeBy: string
  readonly madeByEn: string
}

const posts = ['leaderId', 'deputyIds'] as const

async function accountsOf(unit: UnitOfWork, ids: readonly number[]): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    select u.id, u.name, u.name_en, u.created_at, coalesce(m.name, '') as made_by, coalesce(m.name_en, '') as made_by_en
    from app_user u left join app_user m on m.id = u.created_by where u.id = any(${[...ids]}::bigint[]) order by u.id`.execute(
    unit.db,
  )
  return rows
}

async function departmentName(unit: UnitOfWork, language: Language, id: unknown): Promise<string> {
  if (typeof id !== 'number') return ''
  const { rows } = await sql<BilingualName>`select name, name_en from department where id = ${id}`.execute(unit.db)
  return rows[0] === undefined ? '' : nameIn(language, rows[0])
}

/** SYS-139: who leads a department, and who stands above it, is changed by two: a security administrator or the auditor confirms it. */
export const deptConfirmation: RecordConfirmation = {
  kind: 'leader',
  async seats({ action, row, values }, unit) {
    return action !== 'remove' && (await changesLeadership(unit, row, values)) ? ['security'] : []
  },
  title: ({ row, values }: RecordChange) => ({
    name: String(values.name ?? row?.name),
    nameEn: String(values.nameEn || row?.nameEn || values.name || row?.name),
  }),
  async describe({ row, values }, unit, language) {
    const { dept: words, records } = systemMessages[language]
    const before = (post: (typeof posts)[number]) => idsIn(row?.[post])
    const after = (post: (typeof posts)[number]) => idsIn(post in values ? values[post] : row?.[post])
    const people = await accountsOf(
      unit,
      posts.flatMap((post) => [...before(post), ...after(post)]),
    )
    const namesOf = (ids: readonly number[]): string =>
      ids
        .flatMap((id) => people.filter((one) => one.id === id))
        .map((one) => nameIn(language, one))
        .join(words.comma)
    const dept = String(values.name ?? row?.name)
    const named = posts.flatMap((post) =>
      newlyNamed(post, values, row).flatMap((id) => {
        const account = people.find((one) => one.id === id)
        if (account === undefined) return []
        const gain = fillText(words.gains[post], [nameIn(language, account), dept])
        if (account.madeBy === '') return gain
        const maker = nameIn(language, { name: account.madeBy, nameEn: account.madeByEn })
        return gain + fillText(words.gains.madeBy, [maker, momentText(account.createdAt)])
      }),
    )
    const place = {
      before: await departmentName(unit, language, row?.parent),
      after: await departmentName(unit, language, values.parent),
    }
    const isMoved = row !== null && 'parent' in values && values.parent !== row.parent
    return {
      gains: [...named, ...(isMoved ? [fillText(words.gains.moved, [dept])] : [])],
      changes: [
        ...posts.map((post) => ({
          label: records.dept.fields[post],
          before: namesOf(before(post)),
          after: namesOf(after(post)),
        })),
        ...(isMoved ? [{ label: records.dept.fields.parent, ...place }] : []),
        ...(row !== null && 'key' in values
          ? [{ label: records.dept.fields.key, before: String(row.key), after: String(values.key) }]
          : []),
      ].filter((change) => change.before !== change.after),
    }
  },
}
