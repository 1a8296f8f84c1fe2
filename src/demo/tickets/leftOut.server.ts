/** Leaves a story that the product refuses out of the demo, so that no day can keep a bureau from starting. */
import { sql } from 'kysely'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Story } from './story.ts'

/** A story with its place in the plan, which names it. */
export interface PlacedStory {
  readonly place: number
  readonly story: Story
}

/** What a rule, or a constraint of the database, says against a story; null for a defect or an interruption. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RuleError || error instanceof Refusal)
    return [error.problem.key, ...(error.problem.params ?? []).map((param) => JSON.stringify(param))].join(' ')
  if (error instanceof ValidationError) return JSON.stringify(error.problems)
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') ? String(constraint ?? code) : null
}

class RefusedStoryError extends Error {
  readonly place: number
  constructor({ place, story }: PlacedStory, reason: string, cause: unknown) {
    super(`${story.type} of ${story.applicant.username}, filed ${story.createdAt.toISOString()}: ${reason}`, { cause })
    this.place = place
  }
}

/** Says of which story a refusal is. */
export async function ofStory<T>(placed: PlacedStory, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    throw new RefusedStoryError(placed, reason, error)
  }
}

/**
 * Plays all stories, and when one is refused plays them again without it, so that nothing remains of what the story had moved
 * before. `play` is given the places that are left out; `say` gets one line for each.
 */
export async function withoutRefused(
  unit: Pick<UnitOfWork, 'db'>,
  say: (line: string) => void,
  play: (leftOut: ReadonlySet<number>) => Promise<void>,
): Promise<void> {
  const leftOut = new Set<number>()
  for (;;) {
    await sql`savepoint demo_stories`.execute(unit.db)
    try {
      await play(leftOut)
      await sql`release savepoint demo_stories`.execute(unit.db)
      return
    } catch (error) {
      if (!(error instanceof RefusedStoryError)) throw error
      await sql`rollback to savepoint demo_stories`.execute(unit.db)
      leftOut.add(error.place)
      say(`demo story left out: ${error.message}`)
    }
  }
}
