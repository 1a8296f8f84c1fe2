/** Who acts in a state, in words, with how many people that is today. */
import { sql } from 'kysely'
import { type Group, groupsOf, type Participant } from '#machines/ticket/definition/definition.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { Texts } from '#src/server/texts.ts'
import { factLabel, type SpokenForm } from '#src/server/tickets/designs/sentence.ts'

interface Row {
  readonly what: 'role' | 'dept' | 'user'
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly people: number
}

/** Words for participants: roles, with their holders where these are counted, departments and people by name. One statement. */
export async function participantWords(
  db: Executor,
  texts: Texts,
  language: Language,
  participants: readonly Participant[],
  { areCounted = true }: { readonly areCounted?: boolean } = {},
): Promise<(participant: Participant, form: SpokenForm) => string> {
  const groups = participants.flatMap(groupsOf)
  const roles = groups.flatMap((group) => (group.type === 'role' ? [group.role] : []))
  const depts = groups.flatMap((group) => ('dept' in group && group.dept !== undefined ? [group.dept] : []))
  const users = groups.flatMap((group) => (group.type === 'user' ? [group.userId] : []))
  const { rows } = await sql<Row>`
    select 'role' as what, r.key, r.name, r.name_en, (select count(*)::int from user_role m join app_user u on u.id = m.user_id where m.role_id = r.id and u.state and u.deleted_at is null) as people
      from role r where r.key = any(${roles}::text[]) and r.deleted_at is null
    union all select 'dept', key, name, name_en, 0 from department where key = any(${depts}::text[]) and deleted_at is null
    union all select 'user', id::text, name, name_en, 1 from app_user where id = any(${users}::bigint[])`.execute(db)
  const found = (what: Row['what'], key: string): Row | undefined =>
    rows.find((row) => row.what === what && row.key === key)
  const named = (what: Row['what'], key: string): string => {
    const row = found(what, key)
    return row === undefined ? key : nameIn(language, row)
  }
  const groupText = (group: Group, form: SpokenForm): string => {
    if (group.type === 'user') return named('user', String(group.userId))
    if (group.type === 'role' && !areCounted) return named('role', group.role)
    if (group.type === 'role')
      return texts.say(language, {
        key: 'proposal.role',
        params: [named('role', group.role), found('role', group.role)?.people ?? 0],
      })
    const type = texts.value(language, { dictionary: 'participantType', value: group.type })
    if ('dept' in group && group.dept !== undefined)
      return texts.say(language, { key: 'proposal.detail', params: [type, named('dept', group.dept)] })
    if (group.type === 'formField')
      return texts.say(language, {
        key: 'proposal.detail',
        params: [type, factLabel(texts, language, form, group.field)],
      })
    return type
  }
  const separator = texts.find(language, 'proposal.comma') ?? ', '
  return (participant, form) =>
    groupsOf(participant)
      .map((group) => groupText(group, form))
      .join(separator)
}
