import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names one process for good: a pid alone is given out again after a while. */
export interface ProcessIdentity {
  pid: number
  host: string
  /** Boot and clock tick of its start; null where the system does not tell. */
  started: string | null
}

/** Describes the process `pid` of this host. */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, host: hostname(), started: startOf(pid) }
}

/** Whether that very process still runs on this host; one that was killed and not yet reaped does not. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!exists(identity.pid) || stateOf(identity.pid) === 'Z') {
    return false
  }
  const started = startOf(identity.pid)
  return identity.started === null || started === null || started === identity.started
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// Fields of /proc/<pid>/stat after the command name, which may itself hold spaces and brackets.
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // No such process, or no such file system: the answer is unknown, not an error.
    return []
  }
}

function stateOf(pid: number): string | undefined {
  return statOf(pid)[0]
}

function startOf(pid: number): string | null {
  const tick = statOf(pid)[19]
  if (tick === undefined) {
    return null
  }
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${tick}`
}
