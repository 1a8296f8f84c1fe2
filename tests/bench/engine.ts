import { sql } from 'kysely'
import { accessOf } from '#src/server/access/access.ts'
import type { Services } from '#src/server/services.ts'
import { dispatch } from '#src/server/tickets/dispatch.ts'
import { engineOf } from '#src/server/tickets/engine.ts'
import { reader, write } from '#src/server/work.ts'

const people = new WeakMap<Services, Map<number, { name: string; departmentId: number }>>()

async function personOf(services: Services, userId: number): Promise<{ name: string; departmentId: number }> {
  const known = people.get(services) ?? new Map<number, { name: string; departmentId: number }>()
  people.set(services, known)
  const found = known.get(userId)
  if (found) return found
  const { rows } = await sql<{
    name: string
    departmentId: number
  }>`select name, dept_id as department_id from app_user where id = ${userId}`.execute(reader(services).db)
  const person = rows[0]
  if (!person) throw new Error(`no user ${userId}`)
  known.set(userId, person)
  return person
}

/** An approval as the route makes it, without HTTP around it. */
export async function engineDecide(
  services: Services,
  userId: number,
  ticket: { readonly id: number; readonly version: number },
): Promise<void> {
  const access = accessOf({ userId, sessionId: 'bench', ...(await personOf(services, userId)) }, services.directory)
  const asker = { access, language: 'zhHans' as const, origin: { ip: null, requestId: null }, revision: ticket.version }
  await write(services, (base) =>
    dispatch(engineOf(services), base, ticket.id, { type: 'approve', comment: '' }, asker),
  )
}
