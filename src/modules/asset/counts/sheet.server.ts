/** The sheet of a count: what the phone keeps, what the reviewer decides, and the signed result. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText, visibleLength } from '#machines/ticket/engine/visibleText.ts'
import type { Language } from '#src/define/messages.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { addSheet, strokesSchema, wording } from '../sheets/sheets.server.ts'
import type { AssetCountSheet, CountLine, CountRoom, OpenCount } from './count.types.ts'
import { type CountRow, lockCount, takeScans } from './scan.server.ts'

const params = z.object({ id: z.coerce.number().int().positive() })
/** Scans sent at once; a browser with more sends them in parts. */
export const MAX_SCANS = 200

async function countOf(unit: UnitOfWork, id: number): Promise<CountRow> {
  const { rows } = await sql<CountRow>`
    select id, no, name, state, due_on, counter_ids, sheet_id from asset_count where id = ${id} and deleted_at is null`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

type CountLineRow = Omit<CountLine, 'holder' | 'foundBy'> & {
  readonly holderId: number | null
  readonly finderId: number | null
}

async function linesOf(
  unit: UnitOfWork,
  countId: number,
  language: Language = 'zhHans',
): Promise<readonly CountLine[]> {
  const { rows } = await sql<CountLineRow>`
    select l.id, l.asset_id, l.label, coalesce(a.name, '') as name, coalesce(a.model, '') as model, coalesce(a.sn, '') as sn, a.holder_id, l.book_room_id as room_id,
      l.is_expected, l.result, l.found_room_id, to_char(l.found_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as found_at, l.found_by as finder_id,
      l.condition, l.note, coalesce(l.photos, '{}') as photos, l.decision, l.reason, l.outcome
    from asset_count_line l left join asset a on a.id = l.asset_id
    where l.count_id = ${countId} order by l.is_expected desc, l.label`.execute(unit.db)
  const names = await unit.namesOf(
    rows.flatMap(({ holderId, finderId }) => [holderId, finderId]),
    language,
  )
  return rows.map(({ holderId, finderId, ...row }) => ({
    ...row,
    holder: names.get(holderId) ?? null,
    foundBy: names.get(finderId) ?? null,
  }))
}

async function roomsOf(unit: UnitOfWork): Promise<readonly CountRoom[]> {
  const { rows } = await sql<CountRoom>`
    select id, code, name, building from asset_room where deleted_at is null order by building nulls last, code`.execute(
    unit.db,
  )
  return rows
}

/** Counts in which the caller counts. */
const mine = route({
  method: 'GET',
  url: '/api/assets/count/mine/',
  permission: 'signedIn',
  async handle({ unit, access }) {
    const { rows } = await sql<OpenCount>`
      select c.id, c.no, c.name, c.due_on, (select count(*)::int from asset_count_line l where l.count_id = c.id and l.is_expected) as expected,
        (select count(*)::int from asset_count_line l where l.count_id = c.id and l.is_expected and l.found_at is not null) as counted
      from asset_count c where c.state = 'counting' and c.deleted_at is null and c.counter_ids @> array[${access.userId}]::bigint[] order by c.due_on, c.id`.execute(
      unit.db,
    )
    return rows
  },
})

const sheet = route({
  method: 'GET',
  url: '/api/assets/count/:id/sheet/',
  permission: 'signedIn',
  params,
  async handle({ unit, access, language, params: { id } }): Promise<AssetCountSheet> {
    const count = await countOf(unit, id)
    const isCounter = count.counterIds.includes(access.userId)
    if (!isCounter && !access.may('asset:Retrieve')) throw notFound()
    return {
      id: count.id,
      no: count.no,
      name: count.name,
      state: count.state,
      dueOn: count.dueOn,
      mayCount: isCounter && count.state === 'counting',
      mayDecide: access.may('asset:Count') && !isCounter && count.state === 'review',
      rooms: await roomsOf(unit),
      lines: await linesOf(unit, id, language),
    }
  },
})

/** Characters that say why an asset is lost, at least. */
const MIN_LOSS_REASON = 5
const text = z.string().overwrite(trimText).max(200)
const scans = route({
  method: 'POST',
  url: '/api/assets/count/:id/scans/',
  permission: 'signedIn',
  operation: operation('asset.scan', rowOf('assetCount')),
  params,
  body: z.object({
    scans: z
      .array(
        z.object({
          clientId: z.uuid(),
          code: z.string().overwrite(trimText).min(1).max(200),
          roomId: z.number().int().positive().nullable(),
          at: z.iso.datetime(),
          method: z.enum(['scan', 'typed', 'tick']),
          condition: z.enum(['normal', 'worn', 'broken', 'unusable']).optional(),
          note: text.optional(),
          photos: z.array(z.number().int().positive()).max(3).optional(),
        }),
      )
      .min(1)
      .max(MAX_SCANS),
  }),
  async handle({ unit, access, params: { id }, body }) {
    const rooms = [...new Set(body.scans.flatMap(({ roomId }) => roomId ?? []))]
    const { rows } = await sql<{ id: number }>`
      select id from asset_room where id = any(${rooms}::bigint[]) and deleted_at is null`.execute(unit.db)
    if (rows.length !== rooms.length) throw new RuleError('asset.roomUnknown')
    return takeScans(unit, access, id, body.scans)
  },
})

const decisions = route({
  method: 'POST',
  url: '/api/assets/count/:id/decisions/',
  permission: 'asset:Count',
  operation: operation('asset.decide', rowOf('assetCount')),
  params,
  body: z.object({
    lines: z
      .array(
        z.object({
          lineId: z.number().int().positive(),
          decision: z.enum(['keep', 'move', 'lose', 'find']),
          reason: text,
        }),
      )
      .min(1)
      .max(500),
  }),
  async handle({ unit, access, params: { id }, body }) {
    const count = await lockCount(unit, id)
    if (count.state !== 'review') throw new RuleError('record.stateInvalid')
    if (count.counterIds.includes(access.userId)) throw new RuleError('asset.countOwn')
    const lines = new Map((await linesOf(unit, id)).map((line) => [line.id, line]))
    for (const { lineId, decision, reason } of body.lines) {
      const line = lines.get(lineId)
      if (line === undefined) throw notFound()
      const fits =
        decision === 'keep' ||
        (decision === 'lose' && line.result === 'missing') ||
        (decision === 'move' && line.foundRoomId !== null) ||
        (decision === 'find' && line.result === 'unexpected')
      if (!fits || line.assetId === null) throw new RuleError('asset.decisionUnfit', line.label)
      if (decision === 'lose' && visibleLength(reason) < MIN_LOSS_REASON)
        throw new RuleError('asset.decisionReason', line.label, MIN_LOSS_REASON)
    }
    await sql`
      update asset_count_line l set decision = given.decision, reason = given.reason
      from jsonb_to_recordset(${JSON.stringify(body.lines)}::jsonb) as given("lineId" bigint, decision text, reason text) where l.id = given."lineId" and l.count_id = ${id}`.execute(
      unit.db,
    )
    unit.changed('assetCount', id)
    return null
  },
})

/** The result as it is signed: the figures and every difference. */
function resultText(
  unit: UnitOfWork,
  count: CountRow,
  lines: readonly CountLine[],
  rooms: readonly CountRoom[],
): readonly string[] {
  const roomName = new Map(rooms.map(({ id, name }) => [id, name]))
  const of = (result: string) => lines.filter((line) => line.result === result)
  const place = (id: number | null): string => (id === null ? '-' : (roomName.get(id) ?? '-'))
  const section = (key: 'elsewhere' | 'unexpected' | 'unknown' | 'missing') =>
    of(key).length === 0
      ? []
      : [
          '',
          wording(unit, `assetSheets.results.${key}`, of(key).length),
          ...of(key).map((line, index) =>
            [`${index + 1}.`, line.label, line.name, place(line.roomId), '→', place(line.foundRoomId), line.note ?? '']
              .filter((part) => part !== '')
              .join('  '),
          ),
        ]
  const expected = lines.filter(({ isExpected }) => isExpected)
  return [
    wording(unit, 'assetSheets.countName', count.no, count.name),
    wording(
      unit,
      'assetSheets.countFigures',
      expected.length,
      expected.filter(({ result }) => result !== 'missing').length,
    ),
    ...section('missing'),
    ...section('elsewhere'),
    ...section('unexpected'),
    ...section('unknown'),
    '',
    wording(unit, 'assetSheets.countTerms'),
  ]
}

const sign = route({
  method: 'POST',
  url: '/api/assets/count/:id/sign/',
  permission: 'asset:Count',
  operation: operation('asset.signCount', rowOf('assetCount')),
  params,
  body: z.object({ signerId: z.number().int().positive(), strokes: strokesSchema }),
  async handle({ unit, access, params: { id }, body }) {
    const count = await lockCount(unit, id)
    if (count.state !== 'review' || count.sheetId !== null) throw new RuleError('record.stateInvalid')
    if (!count.counterIds.includes(body.signerId)) throw permissionDenied()
    const { rows } = await sql<{ deptId: number; name: string }>`
      select dept_id, name from shared_app_user where id = ${body.signerId}`.execute(unit.db)
    const lines = await linesOf(unit, id)
    const resultLines = resultText(unit, count, lines, await roomsOf(unit))
    const signed = await addSheet(unit, {
      kind: 'count',
      bodyOf: (no) => [wording(unit, 'assetSheets.countHead', no), ...resultLines].join('\n'),
      strokes: body.strokes,
      signerId: body.signerId,
      deptId: rows[0]?.deptId ?? access.departmentId,
      witnessId: access.userId,
      assetIds: lines.flatMap(({ assetId, result }) => (assetId !== null && result !== 'found' ? [assetId] : [])),
    })
    await sql`update asset_count set sheet_id = ${signed.sheetId}, version = version + 1 where id = ${id}`.execute(
      unit.db,
    )
    unit.changed('assetCount', id)
    return signed
  },
})

export const countRoutes: readonly RouteDefinition[] = [mine, sheet, scans, decisions, sign]
