/** What the form of an item must satisfy (10.5), and what follows from it. */
import { sql } from 'kysely'
import { addDays, daysBetween } from '#src/define/days.ts'
import { type Problems, problemAt, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn } from '#src/fields/values.ts'
import { leadersOf } from './items.server.ts'

/** Days an item may last. */
export const MAX_DAYS = 365
const FULL_WEIGHT = 100

/** Roles of those under whom an item may be supervised. */
const LEADERS = ['divisionLeader', 'bureauLeader'] as const

export async function isSupervisingLeader(unit: UnitOfWork, userId: number): Promise<boolean> {
  for (const role of LEADERS) if ((await unit.usersWithRole(role)).includes(userId)) return true
  return false
}

/** Whether the person is in service in the department or below it. */
export async function isInDepartment(unit: UnitOfWork, userId: number, deptId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive below as (
      select ${deptId}::bigint as id union all select d.id from shared_department d join below on d.parent = below.id)
    select from shared_app_user u join below on below.id = u.dept_id where u.id = ${userId} and u.state and u.deleted_at is null`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** The milestones lie within the period, are named once, and their weights come to 100. */
function milestoneProblems(values: FormData): Problems {
  const milestones = rowsOf(values.milestones)
  if (milestones.length === 0) return {}
  const weight = milestones.reduce((sum, milestone) => sum + Number(milestone.weight), 0)
  if (weight !== FULL_WEIGHT) return problemAt('milestones', 'supervision.weights', weight)
  if (new Set(milestones.map(({ name }) => name)).size < milestones.length)
    return problemAt('milestones', 'supervision.milestoneTwice')
  const late = milestones.findIndex(({ dueDate }) => String(dueDate) > String(values.dueDate))
  if (late >= 0) return problemAt(`milestones.${late}.dueDate`, 'supervision.milestoneLate', String(values.dueDate))
  return {}
}

function periodProblems(values: FormData): Problems {
  const [start, due] = [String(values.startDate), String(values.dueDate)]
  if (due < start) return problemAt('dueDate', 'supervision.dueBeforeStart', start)
  if (daysBetween(start, due) > MAX_DAYS)
    return problemAt('dueDate', 'supervision.tooLong', MAX_DAYS, addDays(start, MAX_DAYS))
  return {}
}

/** The form with the handler and the leader it names or means: the head of the department, and the leader who enters it. @throws ValidationError */
export async function completeForm(values: FormData, unit: UnitOfWork, userId: number): Promise<FormData> {
  const deptId = Number(values.leadDeptId)
  const handlerId = idIn(values.handlerId) ?? (await leadersOf(unit, [deptId])).get(deptId) ?? null
  const leaderId = idIn(values.leaderId) ?? ((await isSupervisingLeader(unit, userId)) ? userId : null)
  const coDepts = Array.isArray(values.coDeptIds) ? (values.coDeptIds as readonly number[]) : []
  const problems: Problems = {
    ...periodProblems(values),
    ...milestoneProblems(values),
    ...(coDepts.includes(deptId) && problemAt('coDeptIds', 'supervision.coIsLead')),
    ...(handlerId === null
      ? problemAt('handlerId', 'check.required')
      : !(await isInDepartment(unit, handlerId, deptId)) && problemAt('handlerId', 'supervision.otherDept')),
    ...(leaderId === null
      ? problemAt('leaderId', 'check.required')
      : !(await isSupervisingLeader(unit, leaderId)) && problemAt('leaderId', 'supervision.noLeader')),
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return { ...values, handlerId, leaderId }
}
