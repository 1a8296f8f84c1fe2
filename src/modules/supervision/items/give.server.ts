/** An item made of something that was found elsewhere, and given to its handler at once. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { assignItem } from './assign.server.ts'
import { completeForm } from './forms.server.ts'
import { nextNo } from './items.server.ts'

/** What is known of it already. */
export interface Finding {
  readonly title: string
  readonly deptId: number
  readonly handlerId: number | null
  readonly ticketId: number | null
}

/** Shortest title of an item (10.5). */
const MIN_TITLE = 5
const MAX_TITLE = 100

/** The open item of a ticket; null when there is none. */
export async function itemOfTicket(
  unit: UnitOfWork,
  ticketId: number,
): Promise<{ readonly id: number; readonly no: string; readonly state: string } | null> {
  const row = await unit.db
    .selectFrom('supervision_item')
    .select(['id', 'no', 'state'])
    .where('ticketId', '=', ticketId)
    .where('state', '<>', 'terminated')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** @throws RuleError `supervision.ticketTwice` where the ticket has an item, `supervision.otherReach` for a department out of reach */
export async function giveItem(unit: UnitOfWork, finding: Finding, values: FormData, access: Access): Promise<number> {
  const { title, deptId, ticketId } = finding
  if (ticketId !== null) {
    const open = await itemOfTicket(unit, ticketId)
    if (open !== null) throw new RuleError('supervision.ticketTwice', open.no)
  }
  const today = unit.clock.today()
  const form = await completeForm(
    {
      leadDeptId: deptId,
      handlerId: finding.handlerId,
      leaderId: values.leaderId ?? null,
      startDate: today,
      dueDate: textIn(values.dueDate),
    },
    unit,
    access.userId,
  )
  const now = unit.clock.now()
  const dueDate = textIn(form.dueDate)
  const row = await unit.db
    .insertInto('supervision_item')
    .values({
      no: await nextNo(unit),
      title: title.length < MIN_TITLE ? title.padEnd(MIN_TITLE, '…') : title.slice(0, MAX_TITLE),
      source: 'other',
      content: textIn(values.requirement),
      leadDeptId: deptId,
      handlerId: Number(form.handlerId),
      leaderId: Number(form.leaderId),
      startDate: today,
      dueDate,
      firstDueDate: dueDate,
      ticketId,
      createdAt: now,
      createdBy: access.userId,
      updatedAt: now,
      updatedBy: access.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reached = await sql`
    select from supervision_item r where r.id = ${row.id} and ${reachedBy(access, 'supervision:Create', { department: 'r.lead_dept_id' })}`.execute(
    unit.db,
  )
  if (reached.rows.length === 0) throw new RuleError('supervision.otherReach')
  await assignItem(unit, row.id, access.userId)
  return row.id
}
