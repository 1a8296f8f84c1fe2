/** A matter of several departments: an item for each of them, given at once (90 B 5). */
import type { Access } from '#src/define/access.ts'
import { problemAt, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { assignItem } from './assign.server.ts'
import { isInDepartment } from './forms.server.ts'
import { leadersOf, lockItem, nextNo } from './items.server.ts'

/** One item for each department, given at once, with a due date of its own; the matter is as far as they are on average. */
export async function splitItem(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  if (item.parentId !== null) throw new RuleError('supervision.splitTwice', item.no)
  const parts = rowsOf(values.parts)
  const leaders = await leadersOf(
    unit,
    parts.map((part) => Number(part.deptId)),
  )
  const full = await unit.db.selectFrom('supervision_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const made: number[] = []
  for (const [index, part] of parts.entries()) {
    const deptId = Number(part.deptId)
    const dueDate = String(part.dueDate)
    const handlerId = idIn(part.handlerId) ?? leaders.get(deptId) ?? null
    if (dueDate > item.dueDate)
      throw new ValidationError(problemAt(`parts.${index}.dueDate`, 'supervision.partLate', item.dueDate))
    if (dueDate < unit.clock.today())
      throw new ValidationError(problemAt(`parts.${index}.dueDate`, 'supervision.duePast', item.no, dueDate))
    if (handlerId === null) throw new ValidationError(problemAt(`parts.${index}.handlerId`, 'check.required'))
    if (!(await isInDepartment(unit, handlerId, deptId)))
      throw new ValidationError(problemAt(`parts.${index}.handlerId`, 'supervision.otherDept'))
    const row = await unit.db
      .insertInto('supervision_item')
      .values({
        no: await nextNo(unit),
        title: full.title,
        source: full.source,
        sourceDoc: full.sourceDoc,
        content: textIn(part.content) || full.content,
        urgency: full.urgency,
        leadDeptId: deptId,
        handlerId,
        leaderId: full.leaderId,
        officerId: full.officerId,
        startDate: item.startDate > dueDate ? dueDate : item.startDate,
        dueDate,
        firstDueDate: dueDate,
        feedbackCycle: full.feedbackCycle,
        parentId: id,
        createdAt: unit.clock.now(),
        createdBy: access.userId,
        updatedAt: unit.clock.now(),
        updatedBy: access.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.push(row.id)
  }
  for (const part of made) await assignItem(unit, part, access.userId)
  if (item.state === 'draft') await assignItem(unit, id, access.userId)
}
