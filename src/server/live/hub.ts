import type { Line } from './line.ts'

/** Lines served before the event loop may do something else: one loop over thousands would stall every request. */
const BATCH = 250

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The live connections of this node. */
export interface Hub {
  readonly size: number
  add(line: Line): void
  remove(line: Line): void
  /** Closes and forgets a line: nothing more is sent to it, however slowly it closes. */
  drop(line: Line, code: number): void
  lines(): readonly Line[]
  linesOf(userId: number): ReadonlySet<Line>
  users(): readonly number[]
  /** Runs `serve` for every line, with pauses. A line that left meanwhile is skipped. */
  each(lines: Iterable<Line>, serve: (line: Line) => void): Promise<void>
}

export function createHub(): Hub {
  const lines = new Set<Line>()
  const byUser = new Map<number, Set<Line>>()
  const none: ReadonlySet<Line> = new Set()

  const remove = (line: Line): void => {
    lines.delete(line)
    const own = byUser.get(line.userId)
    own?.delete(line)
    if (own?.size === 0) byUser.delete(line.userId)
  }

  return {
    get size() {
      return lines.size
    },
    add(line) {
      lines.add(line)
      byUser.set(line.userId, (byUser.get(line.userId) ?? new Set()).add(line))
    },
    remove,
    drop(line, code) {
      remove(line)
      line.close(code)
    },
    lines: () => [...lines],
    linesOf: (userId) => byUser.get(userId) ?? none,
    users: () => [...byUser.keys()],
    async each(wanted, serve) {
      let served = 0
      for (const line of [...wanted]) {
        if (lines.has(line)) serve(line)
        served += 1
        if (served % BATCH === 0) await breathe()
      }
    },
  }
}
