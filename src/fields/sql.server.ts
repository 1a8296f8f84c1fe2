/** Pieces of SQL that everybody who narrows lists needs. */
import type { RawBuilder, SqlBool } from 'kysely'

/** What rows are narrowed by. */
export type Condition = RawBuilder<SqlBool>

/** The text for a pattern of `like`, in which its signs stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
