import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import type { TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import type { Access, Scope } from '#src/define/access.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import type { Executor } from '#src/define/server.ts'
import { scopeFilter } from '#src/server/access/scope.ts'

const REGISTER = ':Register'
const registerOf = (type: string): Permission => applicationPermission(type, 'Register')

/** Types whose registers this person may read, those with the same reach together. */
function registers(access: Access): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const permission of access.permissions) {
    if (!permission.endsWith(REGISTER)) continue
    const type = permission.slice(0, -REGISTER.length)
    const scope: Scope = access.scope(registerOf(type))
    const key = scope === 'all' ? 'all' : JSON.stringify([[...scope.departments].sort(), scope.self])
    groups.set(key, [...(groups.get(key) ?? []), type])
  }
  return groups
}

/** Types whose registers this person may read, and whether that reaches beyond the own tickets in any of them. */
export function registeredTypes(access: Access): { readonly types: readonly string[]; readonly isWide: boolean } {
  const types = [...registers(access).values()].flat()
  const isWide = types.some((type) => {
    const scope = access.scope(registerOf(type))
    return scope === 'all' || scope.departments.length > 0
  })
  return { types, isWide }
}

/** Tickets (alias `t`) of these types in registers this person may read, within their data scope; none without a type. */
export function inRegister(access: Access, types: readonly string[]): RawBuilder<SqlBool> {
  const own = types.filter((type) => access.may(registerOf(type)))
  if (own.length === 0) return sql<SqlBool>`false`
  const each = own.map(
    (type) =>
      sql<SqlBool>`(t.type = ${type} and ${scopeFilter(access, registerOf(type), { department: 'deptId', owner: 'applicantId' }, 't')})`,
  )
  return sql<SqlBool>`(t.round > 0 and t.deleted_at is null and (${sql.join(each, sql` or `)}))`
}

/** WF-18: tickets (alias `t`) this person may see: applicant, anyone with a past or present task, people it was copied to, and readers of the type's register within their data scope. A draft is visible to its applicant only. */
export function visibleTo(access: Access): RawBuilder<SqlBool> {
  const me = access.userId
  const byRegister = [...registers(access).values()].map(
    (types) =>
      sql<SqlBool>`(t.type = any(${[...types]}::text[]) and ${scopeFilter(access, registerOf(types[0] ?? ''), { department: 'deptId', owner: 'applicantId' }, 't')})`,
  )
  const others = [
    sql<SqlBool>`exists (select from ticket_task k where k.assignee_id = ${me} and k.ticket_id = t.id)`,
    sql<SqlBool>`exists (select from ticket_task k where k.on_behalf_of = ${me} and k.ticket_id = t.id)`,
    sql<SqlBool>`exists (select from ticket_cc c where c.user_id = ${me} and c.ticket_id = t.id)`,
    ...byRegister,
  ]
  return sql<SqlBool>`(t.applicant_id = ${me} or (t.round > 0 and (${sql.join(others, sql` or `)})))`
}

/** Whether this person may see the ticket. Who takes part is known without a query. */
export async function isVisible(
  db: Executor,
  access: Access,
  ticketId: number,
  context: TicketContext,
): Promise<boolean> {
  if (context.applicant === access.userId) return true
  if (context.round > 0 && peopleOf(context).includes(access.userId)) return true
  const { rows } = await sql`select from ticket t where t.id = ${ticketId} and ${visibleTo(access)}`.execute(db)
  return rows.length > 0
}
