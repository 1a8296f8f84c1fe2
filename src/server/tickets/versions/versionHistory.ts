import type { TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { LogRow } from '../log/log.ts'
import { stateName } from '../queries/lines.ts'
import type { Engine } from './engine.ts'
import type { Version } from './versions.ts'

/** The versions a ticket has been lived under, oldest first, its present one last: most have only that (25.11). */
export type VersionHistory = readonly [Version, ...Version[]]

async function historyFrom(
  engine: Engine,
  db: Executor,
  left: readonly number[],
  version: Version,
): Promise<VersionHistory> {
  const [first, ...others] = left
  if (first === undefined) return [version]
  const history: [Version, ...Version[]] = [await engine.versions.byId(db, first)]
  for (const id of others) history.push(await engine.versions.byId(db, id))
  history.push(version)
  return history
}

/** The lives of a ticket by its log. */
export const historyInLog = (engine: Engine, db: Executor, version: Version, log: readonly Pick<LogRow, 'event'>[]) =>
  historyFrom(
    engine,
    db,
    log.flatMap(({ event }) => (event.type === 'move' ? [event.from] : [])),
    version,
  )

/** The lives of a ticket by where it stands. */
export const historyOf = (engine: Engine, db: Executor, version: Version, { visits }: TicketContext) =>
  historyFrom(
    engine,
    db,
    visits.flatMap(({ moved }) => (moved ? [moved.from] : [])),
    version,
  )

/** The version under which a visit was lived. */
export function versionAt(history: VersionHistory, { visits }: TicketContext, { id }: Visit): Version {
  const moves = visits.filter((visit) => visit.moved && visit.id <= id).length
  return history[moves] ?? history[0]
}

/** What the state of a visit was called then. */
export const visitName = (history: VersionHistory, context: TicketContext, visit: Visit, language: Language): string =>
  stateName(versionAt(history, context, visit), visit.state, language)
