/** A member of a panel is replaced (E13): one for one, so that an odd panel stays odd, with a reason, and before the sheets are open. */
import type { Access } from '#src/define/access.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { panelProblem } from '../comparison/comparison-form.server.ts'
import { change, lockSelection, type SelectionRow } from './rows.server.ts'
import { sheetsOf } from './scores.server.ts'
import type { ReplacementCause } from './selection.ts'

/** Who has to withdraw takes their sheet along; everybody else's sheet stands, and with it the member. @throws RuleError */
async function setAside(unit: UnitOfWork, row: SelectionRow, memberId: number, cause: ReplacementCause) {
  if (!(await sheetsOf(unit, row)).has(memberId)) return false
  if (cause !== 'conflict') throw new RuleError('selection.sheetStands').at('cause')
  await unit.db
    .updateTable('selection_score')
    .set({ setAsideAt: unit.clock.now() })
    .where('selectionId', '=', row.id)
    .where('round', '=', row.round)
    .where('memberId', '=', memberId)
    .execute()
  return true
}

/** @throws RuleError, ValidationError where the panel would not be one */
async function refuseSuccessor(unit: UnitOfWork, row: SelectionRow, memberId: number, successorId: number, by: number) {
  if (!row.panel.includes(memberId)) throw new RuleError('selection.notOfPanel').at('memberId')
  if (row.panel.includes(successorId)) throw new RuleError('selection.inPanelAlready').at('successorId')
  if (successorId === by) throw new RuleError('selection.notOneself').at('successorId')
  const earlier = await unit.db
    .selectFrom('selection_replacement')
    .select('id')
    .where('selectionId', '=', row.id)
    .where('memberId', '=', successorId)
    .executeTakeFirst()
  if (earlier !== undefined) throw new RuleError('selection.replacedBefore').at('successorId')
  const problem = await panelProblem(unit, successorsIn(row, memberId, successorId))
  if (problem !== null) throw new ValidationError({ successorId: [problem] })
}

const successorsIn = ({ panel }: SelectionRow, memberId: number, successorId: number): number[] =>
  panel.map((id) => (id === memberId ? successorId : id))

/** Puts another in the place of a member who cannot take part, and tells both. */
export async function replaceMember(
  unit: UnitOfWork,
  id: number,
  values: FormData,
  { userId }: Pick<Access, 'userId'>,
): Promise<void> {
  const row = await lockSelection(unit, id, 'inviting', 'opened')
  // Once every sheet is shown, another one would not be blind.
  if (row.scoredAt !== null) throw new RuleError('selection.scoredNoReplacement')
  const [memberId, successorId] = [idIn(values.memberId) ?? 0, idIn(values.successorId) ?? 0]
  const [cause, reason] = [textIn(values.cause) as ReplacementCause, textIn(values.reason)]
  await refuseSuccessor(unit, row, memberId, successorId, userId)
  const isSheetSetAside = await setAside(unit, row, memberId, cause)
  await unit.db
    .insertInto('selection_replacement')
    .values({
      selectionId: id,
      round: row.round,
      memberId,
      successorId,
      cause,
      reason,
      isSheetSetAside,
      replacedAt: unit.clock.now(),
      replacedBy: userId,
    })
    .execute()
  await change(unit, id, { panel: successorsIn(row, memberId, successorId) }, userId)
  const isScoring = row.scoring === 'weighted' && row.state === 'opened'
  const link = `/procurement/review?id=${id}`
  unit.notify({
    to: [successorId],
    contentType: 'REMIND',
    title: { key: isScoring ? 'selection.scoreNow' : 'selection.panelTold', params: [row.subject] },
    link,
  })
  unit.notify({
    to: [memberId],
    contentType: 'REMIND',
    title: { key: 'selection.panelLeft', params: [row.subject, reason] },
    link: '/procurement/review',
  })
}
