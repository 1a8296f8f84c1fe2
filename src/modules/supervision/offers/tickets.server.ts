/** SUP-08: a ticket that is late at one step is turned into a supervision item, which names it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { OVERDUE_HOURS } from '#src/define/tickets/supervision.ts'
import { giveItem, itemOfTicket } from '../items/give.server.ts'
import type { SupervisedTicket } from './ticket.types.ts'

const HOUR_MS = 3_600_000

interface LateTicket {
  readonly title: string
  readonly dueAt: Date | null
  readonly status: string
  readonly deptId: number
  readonly handlerId: number | null
  readonly handlerDeptId: number | null
}

/** The ticket with who has it in hand, the longest at it first. @throws Refusal 4004 out of sight */
async function readTicket(unit: UnitOfWork, access: Access, id: number): Promise<LateTicket> {
  if (!(await unit.service(ticketActions).sees(id, access))) throw notFound()
  const { rows } = await sql<LateTicket>`
    select t.no || ' ' || t.title as title, t.due_at, t.status, t.dept_id, k.assignee_id as handler_id, u.dept_id as handler_dept_id
    from shared_ticket t
      left join shared_ticket_task k on k.ticket_id = t.id and k.status = 'open' and k.assignee_id is not null
      left join shared_app_user u on u.id = k.assignee_id
    where t.id = ${id} and t.deleted_at is null order by k.opened_at nulls last limit 1`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const isLate = (unit: UnitOfWork, { dueAt, status }: LateTicket): boolean =>
  (status === 'running' || status === 'handling') &&
  dueAt !== null &&
  unit.clock.now().getTime() - dueAt.getTime() > OVERDUE_HOURS * HOUR_MS

const params = z.object({ id: z.coerce.number().int().positive() })
const body = z.strictObject({
  leaderId: z.number().int().positive().nullish(),
  dueDate: z.iso.date(),
  requirement: z.string().overwrite(trimText).min(10).max(2000),
})

export const ticketRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/supervision/ticket/:id/',
    permission: 'supervision:Create',
    params,
    async handle({ params: { id }, unit, access }): Promise<SupervisedTicket> {
      const ticket = await readTicket(unit, access, id)
      return { title: ticket.title, isLate: isLate(unit, ticket), item: await itemOfTicket(unit, id) }
    },
  }),
  route({
    method: 'POST',
    url: '/api/supervision/ticket/:id/',
    permission: 'supervision:Assign',
    operation: { text: 'supervision.ofTicket', subject: { of: 'ticket' } },
    params,
    body,
    async handle({ params: { id }, body: values, unit, access }) {
      await unit.service(ticketActions).lock(id)
      const ticket = await readTicket(unit, access, id)
      if (!isLate(unit, ticket)) throw new RuleError('rule.SUP-08', OVERDUE_HOURS)
      const finding = {
        title: ticket.title,
        deptId: ticket.handlerDeptId ?? ticket.deptId,
        handlerId: ticket.handlerId,
        ticketId: id,
      }
      const itemId = await giveItem(unit, finding, { ...values, leaderId: values.leaderId ?? null }, access)
      unit.changed('ticket', id)
      return { id: itemId }
    },
  }),
]
