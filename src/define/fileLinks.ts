/** Files of the calls of modules. */
import type { Access } from './access.ts'
import { token } from './services.ts'

/** Files that a call of a module takes, beside those of forms. */
export interface FileLinks {
  /** Makes the caller's files belong to a row of a record. @throws ValidationError for files that are somebody else's or do not exist */
  link(access: Access, record: string, recordId: number, fileIds: readonly number[]): Promise<void>
  /** Files that belong to one row belong to another as well, so that its readers may open them; files that do not belong to the first stay as they are. */
  share(from: FileOwner, to: FileOwner, fileIds: readonly number[]): Promise<void>
}

/** A row that files belong to; `ticket` for tickets. */
export interface FileOwner {
  readonly record: string
  readonly recordId: number
}

export const fileLinks = token<FileLinks>('fileLinks')
