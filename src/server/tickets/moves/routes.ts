import { sql } from 'kysely'
import { z } from 'zod'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { MoveLine, MoveRun, MovesAnswer, StayReason } from '#src/define/workflows/workflowMoves.ts'
import { only } from '#src/server/database/only.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import { standingDesign } from '../designs/drafts.ts'
import { seatsOf, workflowBasis } from '../designs/owned.ts'
import { factLabel, type SpokenForm } from '../designs/sentence.ts'
import { readHead } from '../designs/workflow.ts'
import { namesOf } from '../participants/people.ts'
import { type Reader, type ReaderOf, stateName, textOrNull } from '../queries/lines.ts'
import { visibleTo } from '../queries/visibility.ts'
import { findTicket } from '../ticket.ts'
import type { Version } from '../versions/versions.ts'
import type { Mapping } from './hand.ts'
import { type ProvedMove, proveTicket } from './move.ts'
import { type Offers, offersOf, targetsOf } from './offers.ts'
import { requestMove, runningOf } from './runs.ts'

const MOVES = '/api/workflow/workflow/:id/moves/'
const number = z.coerce.number().int().min(1).max(1_000_000)
/** Tickets proved for the page; the run proves all. */
const MAX_SHOWN = 100
/** Shortest reason of a move by hand, as of whatever changes a ticket over its people's heads (WF-09). */
const REASON = 5
/** Most states that can be mapped. */
const MAX_MAPPED = 200
const key = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/)
const mappingBody = z.record(key, key).refine((mapping) => Object.keys(mapping).length <= MAX_MAPPED)
/** `old:new,old:new`. */
const mappingQuery = z
  .string()
  .max(8000)
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split(':'))))
  .pipe(mappingBody)

interface VersionLine {
  readonly id: number
  readonly versionNo: number
  readonly status: string
  readonly tickets: number
}

async function versionsOf({ unit }: Reader, id: number): Promise<readonly VersionLine[]> {
  const { rows } = await sql<VersionLine>`
    select v.id, v.version_no, v.status, (select count(*)::int from ticket t where t.version_id = v.id and t.status in ('running', 'handling') and t.deleted_at is null) as tickets
    from workflow_version v where v.workflow_id = ${id} and v.status <> 'draft' order by v.version_no desc`.execute(
    unit.db,
  )
  return rows
}

const RULE = /^(?!wf\.stateChanged)[a-zA-Z]+\.[\w-]+$/

/** Reasons that are about the state the ticket was to come to. */
const ofTarget: readonly StayReason[] = ['branches', 'child', 'kind', 'condition', 'nobody', 'unknown']

/** A step of either version, by its old name where it has one. */
const nameOf = (from: Version, to: Version, state: string, language: Language): string =>
  stateName(from.definition.states.some((one) => one.key === state) ? from : to, state, language)

/** Where the tickets of a version stand. */
async function standsOf(
  { unit, language }: Reader,
  { id, definition }: Version,
  offers: Offers,
): Promise<MovesAnswer['stands']> {
  const { rows } = await sql<{ key: string; tickets: number }>`
    select s.key, count(*)::int as tickets from ticket t, unnest(t.current_keys) as s (key) where ${runningOf(id)} group by s.key`.execute(
    unit.db,
  )
  const tickets = new Map(rows.map((row) => [row.key, row.tickets]))
  return definition.states.flatMap(({ key: state, name, kind }) => {
    const n = tickets.get(state)
    const fitting = [...(offers.get(state) ?? [])]
    return n === undefined ? [] : [{ key: state, name: name[language], kind, tickets: n, fitting }]
  })
}

/** A line in the reader's words: reports keep keys, so that everybody reads them in a language of their own. */
function worded({ engine, language }: Reader, line: MoveLine, from: Version, to: Version): MoveLine {
  const named = (version: Version) => (key: string) => stateName(version, key, language)
  const about = (): string => {
    if (line.reason === 'fact') return factLabel(engine.texts, language, spoken(to), line.about)
    // What refused it at the last moment is a rule with words of its own.
    if (line.reason === 'check' && RULE.test(line.about))
      return engine.texts.say(language, { key: line.about as ProblemKey })
    if (line.reason === 'field') return factLabel(engine.texts, language, spoken(to), line.about)
    if (line.reason === 'beside') return stateName(from, line.about, language)
    if (line.reason === 'step' || line.reason === 'effect') return nameOf(from, to, line.about, language)
    return line.reason !== null && ofTarget.includes(line.reason) ? stateName(to, line.about, language) : line.about
  }
  return { ...line, from: line.from.map(named(from)), to: line.to?.map(named(to)) ?? null, about: about() }
}

const spoken = ({ type, form }: Version): SpokenForm => ({ type, fields: formFieldsOf(form), labels: form.labels })

interface RunRow extends Omit<MoveRun, 'requestedBy' | 'createdAt' | 'finishedAt' | 'mapping'> {
  readonly mapping: Mapping
  readonly fromVersionId: number
  readonly toVersionId: number
  readonly requestedBy: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

/** Who brings tickets over need not be somebody who may read them (WF-18). */
async function seenBy(unit: UnitOfWork, access: Access, lines: readonly MoveLine[]): Promise<readonly MoveLine[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where t.id = any(${lines.map(({ id }) => id)}::bigint[]) and ${visibleTo(access)}`.execute(
    unit.db,
  )
  const seen = new Set(rows.map(({ id }) => id))
  return lines.map((line) => (seen.has(line.id) ? line : { ...line, title: null }))
}

async function lastRun(reader: Reader, access: Access, id: number): Promise<MoveRun | null> {
  const { engine, unit } = reader
  const { rows } = await sql<RunRow>`
    select m.id, m.from_version_id, m.to_version_id, f.version_no as from_no, t.version_no as to_no, m.state, m.done, m.total, m.moved, m.error, m.requested_by, m.created_at, m.finished_at, m.report, m.mapping, m.comment
    from workflow_move m join workflow_version f on f.id = m.from_version_id join workflow_version t on t.id = m.to_version_id
    where m.workflow_id = ${id} order by m.id desc limit 1`.execute(unit.db)
  const row = rows[0]
  if (row === undefined) return null
  const { fromVersionId, toVersionId, ...run } = row
  const [from, to] = [
    await engine.versions.byId(unit.db, fromVersionId),
    await engine.versions.byId(unit.db, toVersionId),
  ]
  const names = await namesOf(engine, unit.db, reader.language, [row.requestedBy])
  const report = run.report && (await seenBy(unit, access, run.report))
  return {
    ...run,
    report: report?.map((line) => worded(reader, line, from, to)) ?? null,
    mapping: Object.entries(row.mapping).map(([old, next]) => ({
      from: stateName(from, old, reader.language),
      to: stateName(to, next, reader.language),
    })),
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
  access: Access,
  id: number,
  from: number | undefined,
  to: number | undefined,
  mapping: Mapping,
): Promise<MovesAnswer> {
  const { engine, unit, language } = reader
  const hand = { mapping, comment: '', actor: 0 }
  const head = await readHead(unit.db, id)
  const { basics } = await standingDesign(engine, unit.db, head)
  const versions = await versionsOf(reader, id)
  const ends = endsOf(versions, from, to)
  const [source, target] = [
    await engine.versions.byId(unit.db, ends.from.id),
    await engine.versions.byId(unit.db, ends.to.id),
  ]
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where ${runningOf(ends.from.id)} and ${ends.from.id}::bigint <> ${ends.to.id}::bigint order by t.id limit ${MAX_SHOWN}`.execute(
    unit.db,
  )
  const proved: ProvedMove[] = []
  for (const row of rows) {
    const ticket = await findTicket(unit.db, row.id)
    if (!ticket) continue
    proved.push(await proveTicket(engine, unit, ticket, target, hand))
  }
  const seen = await seenBy(
    unit,
    access,
    proved.map(({ line }) => line),
  )
  const lines = seen.map((line) => worded(reader, line, source, target))
  return {
    name: basics.name,
    nameEn: basics.nameEn,
    versions: versions.map(({ versionNo, status, tickets }) => ({ versionNo, status, tickets })),
    from: ends.from.versionNo,
    to: ends.to.versionNo,
    lines,
    more: ends.from === ends.to ? 0 : Math.max(0, ends.from.tickets - lines.length),
    stands: await standsOf(reader, source, await offersOf(engine, unit, target, mapping, proved)),
    targets: targetsOf(target, language),
    run: await lastRun(reader, access, id),
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
      query: z.strictObject({ from: number.optional(), to: number.optional(), map: mappingQuery.optional() }),
      handle: ({ params, query, access, ...request }) =>
        movesOf(reader(request), access, params.id, query.from, query.to, query.map ?? {}),
    }),
    route({
      method: 'POST',
      url: MOVES,
      operation: operation('workflow.move', { of: 'workflow' }),
      permission: 'workflow:Publish',
      params: idParams,
      body: z.strictObject({
        from: number,
        to: number,
        mapping: mappingBody.optional(),
        comment: z.string().max(500).optional(),
      }),
      async handle(request) {
        const { from, to, mapping = {}, comment = '' } = request.body
        if (Object.keys(mapping).length > 0 && visibleLength(comment) < REASON)
          throw new ValidationError({ comment: [{ key: 'check.tooShort', params: [REASON] }] })
        const head = await readHead(request.unit.db, request.params.id)
        const ends = endsOf(await versionsOf(reader(request), request.params.id), from, to)
        if (ends.from === ends.to) throw new RuleError('workflow.sameVersion')
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from workflow_move where workflow_id = ${request.params.id} and state in ('waiting', 'running')`.execute(
          request.unit.db,
        )
        if (only(rows).n > 0) throw new RuleError('workflow.moving')
        const { unit, access, params } = request
        const move = { id: params.id, from: ends.from.id, to: ends.to.id, mapping, comment: comment.trim() }
        const seats = seatsOf([head.groupKey])
        if (seats.length === 0) return { id: await requestMove(unit, access.userId, move) }
        const { basics } = await standingDesign(reader(request).engine, unit.db, head)
        return propose(unit, access, {
          kind: 'workflowMove',
          subject: `workflow.move:${params.id}`,
          content: move,
          basis: (await workflowBasis(unit, move)) ?? '',
          name: basics.name,
          nameEn: basics.nameEn,
          seats,
        })
      },
    }),
  ]
}
