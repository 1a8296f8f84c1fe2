/** The rows of supervision items, and what is done with them on their page: each action is an event of the statechart (10.5). */
import { type SqlBool, sql } from 'kysely'
import { daysBetween } from '#src/define/days.ts'
import type { RecordServer } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { assignItem, decline, signFor } from './assign.server.ts'
import { approveExtension, askExtension, refuseExtension } from './extensions.server.ts'
import { completeForm } from './forms.server.ts'
import { nextNo } from './items.server.ts'
import { lightOf } from './light.ts'
import { reachMilestone } from './milestones.server.ts'
import { closeItem, reply, rescore, sendBack, submit, terminate } from './replies.server.ts'
import { splitItem } from './split.server.ts'
import { urgeItem } from './urge.server.ts'

/** What is late first, then what is due next; what is over comes last. */
const byUrgency = `case when r.state in ('closed', 'terminated') then date '9999-12-31' else r.due_date end`

/** Milestones or items of departments say how far the item is. */
const isCounted = `(jsonb_array_length(r.milestones) > 0 or exists (select from supervision_item p where p.parent_id = r.id and p.state <> 'terminated' and p.deleted_at is null))`

export const supervisionItemServer: RecordServer = {
  computed: {
    isCounted,
    remainingDays: 'null::integer',
    dueMonth: `to_char(r.due_date, 'YYYY-MM')`,
    daysToClose: `((r.closed_at at time zone 'Asia/Shanghai')::date - r.start_date)`,
  },
  orders: { light: byUrgency, remainingDays: byUrgency },
  filters: {
    // Matters a person gave to others: under them as leader, or entered by them.
    givenBy: (values) =>
      sql<SqlBool>`(r.leader_id = any(${values}::bigint[]) or r.created_by = any(${values}::bigint[]))`,
    assistedBy: (values) => sql<SqlBool>`r.co_dept_ids && ${values.flat()}::bigint[]`,
  },
  async complete(rows, unit) {
    const today = unit.clock.today()
    return rows.map((row) => {
      const { state, dueDate } = row
      if (typeof dueDate !== 'string' || typeof state !== 'string') return row
      return state === 'closed' || state === 'terminated' ? row : { ...row, remainingDays: daysBetween(today, dueDate) }
    })
  },
  async beforeCreate(values, unit, access) {
    const form = await completeForm(values, unit, access.userId)
    const dueDate = String(form.dueDate)
    return {
      ...form,
      no: await nextNo(unit),
      firstDueDate: dueDate,
      light: lightOf('draft', dueDate, unit.clock.today()),
    }
  },
  async beforeUpdate(values, row, unit, access) {
    const form = await completeForm({ ...(row as FormData), ...values }, unit, access.userId)
    const dueDate = String(form.dueDate)
    return {
      ...values,
      handlerId: form.handlerId,
      leaderId: form.leaderId,
      firstDueDate: dueDate,
      light: lightOf('draft', dueDate, unit.clock.today()),
    }
  },
  actions: {
    assign: ({ id }, _values, unit, { userId }) => assignItem(unit, id, userId),
    split: ({ id }, values, unit, access) => splitItem(unit, id, values, access),
    signFor: ({ id }, _values, unit, access) => signFor(unit, id, access),
    decline: ({ id }, values, unit, access) => decline(unit, id, values, access),
    reply: ({ id }, values, unit, access) => reply(unit, id, values, access),
    submit: ({ id }, values, unit, access) => submit(unit, id, values, access),
    extend: ({ id }, values, unit, access) => askExtension(unit, id, values, access),
    approveExtension: ({ id }, _values, unit, access) => approveExtension(unit, id, access),
    refuseExtension: ({ id }, values, unit, access) => refuseExtension(unit, id, values, access),
    urge: ({ id }, _values, unit, { userId }) => urgeItem(unit, id, userId),
    close: ({ id }, values, unit, access) => closeItem(unit, id, values, access),
    sendBack: ({ id }, values, unit, access) => sendBack(unit, id, values, access),
    rescore: ({ id }, values, unit, access) => rescore(unit, id, values, access),
    terminate: ({ id }, values, unit, access) => terminate(unit, id, values, access),
  },
}

export const supervisionMilestoneServer: RecordServer = {
  actions: { reach: ({ id }, values, unit, access) => reachMilestone(unit, id, values, access) },
}
