import type { TicketContext, Visit } from '#machines/ticket/vocabulary.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { Engine } from './engine.ts'
import { stateName } from './lines.ts'
import type { LogRow } from './log.ts'
import type { Version } from './versions.ts'

/** The versions a ticket has been lived under, oldest first, its present one last: most have only that (25.11). */
export type Lives = readonly [Version, ...Version[]]

async function livesFrom(engine: Engine, db: Executor, left: readonly number[], version: Version): Promise<Lives> {
  const [first, ...others] = left
  if (first === undefined) return [version]
  const lives: [Version, ...Version[]] = [await engine.versions.byId(db, first)]
  for (const id of others) lives.push(await engine.versions.byId(db, id))
  lives.push(version)
  return lives
}

/** The lives of a ticket by its log. */
export const livesIn = (engine: Engine, db: Executor, version: Version, log: readonly Pick<LogRow, 'event'>[]) =>
  livesFrom(
    engine,
    db,
    log.flatMap(({ event }) => (event.type === 'move' ? [event.from] : [])),
    version,
  )

/** The lives of a ticket by where it stands. */
export const livesOf = (engine: Engine, db: Executor, version: Version, { visits }: TicketContext) =>
  livesFrom(
    engine,
    db,
    visits.flatMap(({ moved }) => (moved ? [moved.from] : [])),
    version,
  )

/** The version under which a visit was lived. */
export function lifeOf(lives: Lives, { visits }: TicketContext, { id }: Visit): Version {
  const moves = visits.filter((visit) => visit.moved && visit.id <= id).length
  return lives[moves] ?? lives[0]
}

/** What the state of a visit was called then. */
export const visitName = (lives: Lives, context: TicketContext, visit: Visit, language: Language): string =>
  stateName(lifeOf(lives, context, visit), visit.state, language)
