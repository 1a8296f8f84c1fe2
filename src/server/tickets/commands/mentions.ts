import { sql } from 'kysely'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Mentionable } from '#src/define/tickets/detail.ts'
import { accessOf } from '#src/server/access/access.ts'
import type { Reader } from '../queries/lines.ts'
import { isVisible } from '../queries/visibility.ts'
import { saidText } from '../summary/line.ts'
import type { Engine } from '../versions/engine.ts'
import type { DecisionResult } from './command.ts'

interface PersonRow {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly deptId: number
  readonly deptName: string
  readonly deptNameEn: string
  /** Pinyin and initials, parted by a blank. */
  readonly pinyin: string
}

async function inService(unit: UnitOfWork, ids: readonly number[]): Promise<readonly PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.name_en, u.dept_id, d.name as dept_name, d.name_en as dept_name_en, u.name_pinyin as pinyin
    from app_user u join department d on d.id = u.dept_id
    where u.id = any(${[...ids]}::bigint[]) and u.state and u.deleted_at is null order by u.name_pinyin, u.id`.execute(
    unit.db,
  )
  return rows
}

/** Whom a comment may call by name without further question: who takes part, and to whom it was copied (20.7). */
export async function mentionable(
  { unit, language }: Reader,
  access: Access,
  { ticket, snapshot }: DecisionResult,
): Promise<readonly Mentionable[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from ticket_cc where ticket_id = ${ticket.id}`.execute(unit.db)
  const people = await inService(unit, [...peopleOf(snapshot.context), ...rows.map((row) => row.userId)])
  return people
    .filter(({ id }) => id !== access.userId)
    .map(({ id, name, nameEn, deptName, deptNameEn, pinyin }) => ({
      id,
      name: nameIn(language, { name, nameEn }),
      deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
      words: [name, nameEn, ...pinyin.split(' ')].filter((word) => word !== '').map((word) => word.toLowerCase()),
    }))
}

/** Everybody a comment mentions is in service and may read the ticket. @throws RuleError wf.mentionUnseen with the names of those who may not */
export async function checkMentions(
  { records: { services } }: Engine,
  unit: UnitOfWork,
  language: Language,
  { ticket, snapshot }: DecisionResult,
  people: readonly number[],
): Promise<void> {
  const found = new Map((await inService(unit, people)).map((person) => [person.id, person]))
  const unseeing: string[] = []
  for (const id of people) {
    const person = found.get(id)
    if (person === undefined) throw new RuleError('wf.mentionUnknown').at('userIds')
    const access = accessOf(
      { userId: id, name: person.name, departmentId: person.deptId, sessionId: '' },
      services.directory,
    )
    if (!(await isVisible(unit.db, access, ticket.id, snapshot.context))) unseeing.push(nameIn(language, person))
  }
  if (unseeing.length > 0)
    throw new RuleError('wf.mentionUnseen', unseeing.join(language === 'en' ? ', ' : '、')).at('userIds')
}

/** Tells exactly those whom a comment mentions. */
export function tellMentioned(
  engine: Engine,
  unit: UnitOfWork,
  { ticket }: DecisionResult,
  people: readonly number[],
): void {
  if (people.length === 0) return
  unit.notify({
    to: people,
    contentType: 'TICKET',
    title: { key: 'notice.ticket.mentioned', params: [ticket.no, saidText(engine, ticket)] },
    link: `/workflow/ticket/${ticket.id}`,
  })
}
