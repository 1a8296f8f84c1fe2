/** What an operator reads when a backup or a trial fails: what it was and what to do next. */
import type { ProblemKey } from '#src/define/names.ts'
import { FolderLockedError } from '../database/lock.ts'
import { ArchiveError } from '../database/transfer/archive.ts'
import { isDiskFull } from '../diskFull.ts'
import { NoRoomError } from './backup.ts'
import { DamagedFileError } from './content.ts'

/** PostgreSQL: the role may not do this. */
const INSUFFICIENT_PRIVILEGE = '42501'
const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** As the process of a trial says it, whose error has no code here. */
const NO_SCRATCH = /permission denied to create database/
const LOCKED = /is in use by process|is locked by process/

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

export function failureOf(kind: 'backup' | 'verify', error: unknown): ProblemKey {
  if (error instanceof NoRoomError || isDiskFull(error)) return 'rule.BKP-07'
  if (error instanceof DamagedFileError) return 'backup.damagedFile'
  if (FORBIDDEN.has(codeOf(error))) return 'backup.folderForbidden'
  if (kind === 'backup') return 'backup.failed'
  if (error instanceof ArchiveError) return 'backup.broken'
  const text = error instanceof Error ? error.message : ''
  if (error instanceof FolderLockedError || LOCKED.test(text)) return 'backup.verifyBusy'
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE || NO_SCRATCH.test(text)) return 'backup.noScratch'
  if (codeOf(error) === 'ENOENT') return 'backup.gone'
  return 'backup.verifyFailed'
}
