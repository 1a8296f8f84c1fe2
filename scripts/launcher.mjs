/** Tells a program started by `npm run` that npm is gone. npm starts it through a shell, which does not pass SIGTERM on, so the program has to look for itself. */
import { readFileSync } from 'node:fs'
import process from 'node:process'

const LOOK_INTERVAL_MS = 500
const shells = new Set(['sh', 'dash', 'bash', 'ash', 'zsh'])

/** Parent and name of a process; undefined where the system does not tell. */
function describe(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) }
  } catch {
    return undefined
  }
}

/** The process that launched this one, shells between them passed over. */
function launcher() {
  const parent = describe(process.ppid)
  return parent !== undefined && shells.has(parent.name) ? parent.parent : process.ppid
}

/** Calls `end` once when the npm that started this process has ended. Without npm nothing is watched: the parent may be a shell that is meant to go. */
export function onLauncherEnd(end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const first = launcher()
  const timer = setInterval(() => {
    if (launcher() === first) return
    clearInterval(timer)
    end()
  }, LOOK_INTERVAL_MS)
  timer.unref()
}
