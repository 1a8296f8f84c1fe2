import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { StartRefusedError } from '../app/startRefusal.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from './process.ts'

interface Holder extends ProcessIdentity {
  token: string
}

/** A data folder that belongs to this process until released. */
export interface FolderLock {
  release(): void
}

/** The data folder is in use by a living process. */
export class FolderLockedError extends StartRefusedError {
  override name = 'FolderLockedError'
}

/**
 * Takes the lock file `path`. Two processes on one embedded database would corrupt it silently, so a living holder
 * is an error (FolderLockedError); a holder that was killed is replaced.
 */
export function lockFolder(path: string): FolderLock {
  mkdirSync(dirname(path), { recursive: true })
  const mine: Holder = { ...identifyProcess(process.pid), token: randomUUID() }
  if (!place(path, mine)) {
    replaceDead(path, mine)
  }
  return {
    release: () => {
      if (read(path)?.token === mine.token) {
        unlinkSync(path)
      }
    },
  }
}

// A hard link appears with its content or not at all, so nobody ever reads a half-written lock.
function place(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.token}`
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false
    }
    throw error
  } finally {
    unlinkSync(draft)
  }
}

// Only the holder of a second lock may replace the first, else two takers could each remove the other's new file.
function replaceDead(path: string, mine: Holder): void {
  refuseLiving(path, read(path))
  const takeover = lockFolder(`${path}.takeover`)
  try {
    const holder = read(path)
    refuseLiving(path, holder)
    if (holder !== undefined) {
      unlinkSync(path)
    }
    if (!place(path, mine)) {
      refuseLiving(path, read(path))
      throw new FolderLockedError(`${path} was taken by another process just now`)
    }
  } finally {
    takeover.release()
  }
}

function refuseLiving(path: string, holder: Holder | undefined): void {
  if (holder === undefined) {
    return
  }
  if (holder.host !== hostname()) {
    throw new FolderLockedError(
      `the database is locked by process ${holder.pid} on host ${holder.host}; if that host no longer runs it, delete ${path}`,
    )
  }
  if (isRunning(holder)) {
    throw new FolderLockedError(`the database is in use by process ${holder.pid} on this host (${path})`)
  }
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined
    }
    throw new Error(`the lock file ${path} is not readable; delete it if no server runs`, { cause: error })
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
