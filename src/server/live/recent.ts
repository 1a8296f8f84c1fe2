import type { Announcement } from './feed.ts'

/** Milliseconds an announcement can be sent again to a line that opens. */
export const RECENT_MS = 70_000
/** Announcements kept at most; whoever asks for more is told that some were missed. */
const MAX_RECENT = 5_000

/** What this node sent lately, for lines that open while their page has begun to read. */
export interface Recent {
  add(announcement: Announcement): void
  /** What was sent in the last so many milliseconds and some before them, oldest first; null when this node did not run yet or no longer knows all of it. */
  within(milliseconds: number, before: number): readonly Announcement[] | null
}

/** `time` is monotonic, in milliseconds: the clock of the bureau may be set. */
export function createRecent(time: () => number = () => performance.now()): Recent {
  const kept: { readonly at: number; readonly announcement: Announcement }[] = []
  const startedAt = time()
  // Everything sent after it is kept.
  let forgottenUntil = Number.NEGATIVE_INFINITY
  const prune = (now: number): void => {
    const first = kept.findIndex(({ at }) => at >= now - RECENT_MS)
    const old = Math.max(first === -1 ? kept.length : first, kept.length - MAX_RECENT)
    const [last] = kept.splice(0, old).slice(-1)
    if (last !== undefined) forgottenUntil = last.at
  }
  return {
    add(announcement) {
      const now = time()
      kept.push({ at: now, announcement })
      prune(now)
    },
    within(milliseconds, before) {
      const now = time()
      prune(now)
      const from = now - milliseconds - before
      if (now - milliseconds < startedAt || from < forgottenUntil || from < now - RECENT_MS) return null
      return kept.filter(({ at }) => at >= from).map(({ announcement }) => announcement)
    },
  }
}
