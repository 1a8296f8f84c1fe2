/** Which rows of another module's record a person may meet, for calls that answer beside the record's own (INV-11). */
import type { Access } from '../access.ts'
import type { RecordName } from '../names.ts'
import { token } from '../services.ts'

export interface RecordReach {
  /** Those of the rows that this person may list or choose in a form. */
  among(record: RecordName, access: Access, ids: readonly number[]): Promise<ReadonlySet<number>>
}

/** The one place that knows the scope of every record. */
export const recordReach = token<RecordReach>('recordReach')
