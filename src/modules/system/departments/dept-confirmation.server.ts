import { sql } from 'kysely'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import { separation } from '#src/define/ledgers.ts'
import { fillText } from '#src/define/messages.ts'
import type { RecordChange, RecordConfirmation, UnitOfWork } from '#src/define/server.ts'
import { systemMessages } from '../system.messages.ts'
import { idsIn, newlyNamed } from './dept-rules.server.ts'

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

/**
 * SYS-131: the maker of an account knows its first password, and would decide through it as a leader. So an account that
 * the caller made is named by two: a security administrator or the auditor confirms it.
 */
export const deptConfirmation: RecordConfirmation = {
  kind: 'leader',
  async seats({ action, row, values }, unit, access) {
    if (action === 'remove') return []
    const named = posts.flatMap((post) => newlyNamed(post, values, row))
    return (await unit.ledger(separation).madeBy(access.userId, named)).length > 0 ? ['security'] : []
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
    return {
      gains: posts.flatMap((post) =>
        newlyNamed(post, values, row).flatMap((id) => {
          const account = people.find((one) => one.id === id)
          if (account === undefined) return []
          const maker = nameIn(language, { name: account.madeBy, nameEn: account.madeByEn })
          const values = [nameIn(language, account), dept, maker, momentText(account.createdAt)]
          return fillText(words.gains[post], values)
        }),
      ),
      changes: posts
        .map((post) => ({
          label: records.dept.fields[post],
          before: namesOf(before(post)),
          after: namesOf(after(post)),
        }))
        .filter((change) => change.before !== change.after),
    }
  },
}
