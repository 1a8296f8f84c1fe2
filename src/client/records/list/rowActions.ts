/** What a person may do with one row: from permissions and the row's own state. The server decides again. */

import { evaluate } from '#machines/ticket/definition/conditions.ts'
import type { Condition } from '#machines/ticket/definition/definition.ts'
import type { Need } from '#src/client/platform/session/index.ts'
import type { Permission } from '#src/define/names.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import { factsOf } from '#src/fields/conditions.ts'
import { valuesOf } from '../model.ts'
import type { RecordRow } from './useRecordList.ts'

export interface RowRights {
  readonly view: boolean
  readonly edit: boolean
  readonly remove: boolean
  readonly actions: readonly (readonly [name: string, action: RecordAction])[]
}

/** The rights over one row. */
export function rightsOn(record: RecordDefinition, row: RecordRow, may: (need: Need) => boolean): RowRights {
  const { permissions } = record
  const holds = (permission: Permission | undefined): boolean => permission !== undefined && may(permission)
  const facts = factsOf(record.fields, valuesOf(record.fields, row))
  const isLocked = (lock: Condition | undefined): boolean => lock !== undefined && evaluate(lock, facts)
  return {
    view: holds(permissions.retrieve),
    edit: record.appendOnly !== true && holds(permissions.update) && !isLocked(record.locks?.update),
    remove: record.appendOnly !== true && holds(permissions.remove) && !isLocked(record.locks?.remove),
    actions: Object.entries(record.actions ?? {}).filter(
      ([, action]) => may(action.permission) && evaluate(action.when, facts),
    ),
  }
}
