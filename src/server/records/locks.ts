import { evaluate } from '#machines/ticket/definition/conditions.ts'
import { RuleError } from '#src/define/problem.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { RecordModel } from './model.ts'
import type { Row } from './rows.ts'

/** Refuses an action on a row that its record locks. @throws RuleError `record.stateInvalid` */
export function refuseLocked(model: RecordModel, row: Row, action: 'update' | 'remove'): void {
  const lock = model.definition.locks?.[action]
  if (lock !== undefined && evaluate(lock, factsOf(model.fields, row))) throw new RuleError('record.stateInvalid')
}
