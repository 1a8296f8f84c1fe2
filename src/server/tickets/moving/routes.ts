import { sql } from 'kysely'
import { z } from 'zod'
import { formFieldsOf } from '#src/define/application.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { MoveLine, MoveRun, MovesAnswer } from '#src/define/workflowMoves.ts'
import { only } from '#src/server/database/only.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { standingDesign } from '../designs/drafts.ts'
import { factLabel, type SpokenForm } from '../designs/sentence.ts'
import { readHead } from '../designs/workflow.ts'
import { type Reader, type ReaderOf, stateName, textOrNull } from '../lines.ts'
import { namesOf } from '../people.ts'
import { findTicket } from '../ticket.ts'
import type { Version } from '../versions.ts'
import { proveTicket } from './move.ts'
import { requestMove, runningOf } from './runs.ts'

const MOVES = '/api/workflow/workflow/:id/moves/'
const number = z.coerce.number().int().min(1).max(1_000_000)
/** Tickets proved for the page; the run proves all. */
const MOST_SHOWN = 100

interface VersionLine {
  readonly id: number
  readonly versionNo: number
  readonly status: string
  readonly tickets: number
}

async function versionsOf({ base }: Reader, id: number): Promise<readonly VersionLine[]> {
  const { rows } = await sql<VersionLine>`
    select v.id, v.version_no, v.status, (select count(*)::int from ticket t where t.version_id = v.id and t.status in ('running', 'handling') and t.deleted_at is null) as tickets
    from workflow_version v where v.workflow_id = ${id} and v.status <> 'draft' order by v.version_no desc`.execute(
    base.db,
  )
  return rows
}

/** A line in the reader's words: reports keep keys, so that everybody reads them in a language of their own. */
function worded({ engine, language }: Reader, line: MoveLine, from: Version, to: Version): MoveLine {
  const named = (version: Version) => (key: string) => stateName(version, key, language)
  const about = (): string => {
    if (line.reason === 'fact') return factLabel(engine.texts, language, spoken(to), line.about)
    return line.reason === 'kinds' ? stateName(from, line.about, language) : line.about
  }
  return { ...line, from: line.from.map(named(from)), to: line.to?.map(named(to)) ?? null, about: about() }
}

const spoken = ({ type, form }: Version): SpokenForm => ({ type, fields: formFieldsOf(form), labels: form.labels })

interface RunRow extends Omit<MoveRun, 'requestedBy' | 'createdAt' | 'finishedAt'> {
  readonly fromVersionId: number
  readonly toVersionId: number
  readonly requestedBy: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

async function lastRun(reader: Reader, id: number): Promise<MoveRun | null> {
  const { engine, base } = reader
  const { rows } = await sql<RunRow>`
    select m.id, m.from_version_id, m.to_version_id, f.version_no as from_no, t.version_no as to_no, m.state, m.done, m.total, m.moved, m.error, m.requested_by, m.created_at, m.finished_at, m.report
    from workflow_move m join workflow_version f on f.id = m.from_version_id join workflow_version t on t.id = m.to_version_id
    where m.workflow_id = ${id} order by m.id desc limit 1`.execute(base.db)
  const row = rows[0]
  if (row === undefined) return null
  const { fromVersionId, toVersionId, ...run } = row
  const [from, to] = [
    await engine.versions.byId(base.db, fromVersionId),
    await engine.versions.byId(base.db, toVersionId),
  ]
  const names = await namesOf(base.db, [row.requestedBy])
  return {
    ...run,
    report: run.report?.map((line) => worded(reader, line, from, to)) ?? null,
    requestedBy: names.get(row.requestedBy) ?? { id: row.requestedBy, name: '' },
    createdAt: textOrNull(row.createdAt) ?? '',
    finishedAt: textOrNull(row.finishedAt),
  }
}

interface Ends {
  readonly from: VersionLine
  readonly to: VersionLine
}

/** From the version with the most running tickets besides the newest, to the newest, when nobody says. @throws Refusal 4004. */
function endsOf(versions: readonly VersionLine[], from: number | undefined, to: number | undefined): Ends {
  const newest = versions.find(({ status }) => status === 'published') ?? versions[0]
  const target = to === undefined ? newest : versions.find(({ versionNo }) => versionNo === to)
  const others = versions.filter((one) => one !== target).toSorted((a, b) => b.tickets - a.tickets)
  const source = from === undefined ? (others[0] ?? target) : versions.find(({ versionNo }) => versionNo === from)
  if (target === undefined || source === undefined) throw notFound()
  return { from: source, to: target }
}

async function movesOf(
  reader: Reader,
  id: number,
  from: number | undefined,
  to: number | undefined,
): Promise<MovesAnswer> {
  const { engine, base } = reader
  const head = await readHead(base.db, id)
  const { basics } = await standingDesign(engine, base.db, head)
  const versions = await versionsOf(reader, id)
  const ends = endsOf(versions, from, to)
  const [source, target] = [
    await engine.versions.byId(base.db, ends.from.id),
    await engine.versions.byId(base.db, ends.to.id),
  ]
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where ${runningOf(ends.from.id)} and ${ends.from.id}::bigint <> ${ends.to.id}::bigint order by t.id limit ${MOST_SHOWN}`.execute(
    base.db,
  )
  const lines: MoveLine[] = []
  for (const row of rows) {
    const ticket = await findTicket(base.db, row.id)
    if (ticket) lines.push(worded(reader, (await proveTicket(engine, base, ticket, target)).line, source, target))
  }
  return {
    name: basics.name,
    nameEn: basics.nameEn,
    versions: versions.map(({ versionNo, status, tickets }) => ({ versionNo, status, tickets })),
    from: ends.from.versionNo,
    to: ends.to.versionNo,
    lines,
    more: ends.from === ends.to ? 0 : Math.max(0, ends.from.tickets - lines.length),
    run: await lastRun(reader, id),
  }
}

/** Moving running tickets to another version (25.11). */
export function moveRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: MOVES,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: z.strictObject({ from: number.optional(), to: number.optional() }),
      handle: ({ params, query, ...asked }) => movesOf(reader(asked), params.id, query.from, query.to),
    }),
    route({
      method: 'POST',
      url: MOVES,
      permission: 'workflow:Publish',
      params: idParams,
      body: z.strictObject({ from: number, to: number }),
      async handle(asked) {
        const { from, to } = asked.body
        await readHead(asked.base.db, asked.params.id)
        const ends = endsOf(await versionsOf(reader(asked), asked.params.id), from, to)
        if (ends.from === ends.to) throw new RuleError('workflow.sameVersion')
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from workflow_move where workflow_id = ${asked.params.id} and state in ('waiting', 'running')`.execute(
          asked.base.db,
        )
        if (only(rows).n > 0) throw new RuleError('workflow.moving')
        return { id: await requestMove(asked.base, asked.access.userId, asked.params.id, ends.from.id, ends.to.id) }
      },
    }),
  ]
}
