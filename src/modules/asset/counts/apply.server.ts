/** What the result of a count changes on the cards: only what nobody changed after the scan. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { closeAllocations } from '../cards/asset-ledger.server.ts'
import { type AssetRow, changeAssets, lockAssets, type Mover } from '../cards/asset-moves.server.ts'
import { cancelProcedures } from '../cards/procedures.server.ts'
import type { CountDecision } from './count.types.ts'
import type { CountRow } from './scan.server.ts'

interface Difference {
  readonly id: number
  readonly assetId: number
  readonly result: 'found' | 'elsewhere' | 'unexpected' | 'missing'
  readonly bookRoomId: number | null
  readonly foundRoomId: number | null
  readonly decision: CountDecision | null
  readonly reason: string
}

type Outcome = 'kept' | 'moved' | 'lost' | 'found' | 'newer'

/** What becomes of a line that nobody decided upon: things go where they were found, what is missing stays on the books. */
export function usualDecision(
  line: Pick<Difference, 'result' | 'foundRoomId' | 'bookRoomId'>,
  state: string,
): CountDecision {
  if (line.result === 'missing' || line.foundRoomId === null)
    return state === 'lost' && line.result !== 'missing' ? 'find' : 'keep'
  if (state === 'lost') return 'find'
  return line.foundRoomId === line.bookRoomId ? 'keep' : 'move'
}

async function moveTo(mover: Mover, row: AssetRow, line: Difference): Promise<Outcome> {
  // A transfer after the scan knows better.
  if (row.roomId !== line.bookRoomId) return 'newer'
  if (row.state === 'scrapped' || row.state === 'draft') return 'kept'
  await changeAssets(mover, [row], 'count', sql`room_id = ${line.foundRoomId}::bigint`, line.reason)
  await sql`
    update asset_allocation set room_id = ${line.foundRoomId}::bigint, version = version + 1 where asset_id = ${row.id} and closed_at is null`.execute(
    mover.unit.db,
  )
  return 'moved'
}

async function lose(mover: Mover, row: AssetRow, line: Difference): Promise<Outcome> {
  if (row.roomId !== line.bookRoomId || !['idle', 'inUse', 'repairing'].includes(row.state)) return 'newer'
  if (row.holderId !== null) await closeAllocations(mover, [row.id], 'idle', line.reason)
  const rows = await lockAssets(mover.unit, [row.id])
  await cancelProcedures(mover, rows, line.reason)
  await changeAssets(
    mover,
    rows,
    'lose',
    sql`state = 'lost', reserved_ticket_id = null, disposed_on = ${mover.unit.clock.today()}::date`,
    line.reason,
  )
  return 'lost'
}

async function find(mover: Mover, row: AssetRow, line: Difference): Promise<Outcome> {
  if (row.state !== 'lost') return 'newer'
  await changeAssets(
    mover,
    [row],
    'find',
    sql`state = 'idle', disposed_on = null, room_id = coalesce(${line.foundRoomId}::bigint, room_id)`,
    line.reason,
  )
  return 'found'
}

/** Applies the decisions in the order of the assets (E11) and keeps what each came to. */
export async function applyLines(unit: UnitOfWork, access: Access, count: CountRow): Promise<void> {
  const { rows: lines } = await sql<Difference>`
    select id, asset_id, result, book_room_id, found_room_id, decision, reason from asset_count_line
    where count_id = ${count.id} and asset_id is not null
      and (result <> 'found' or found_room_id is distinct from book_room_id or decision is not null) order by asset_id`.execute(
    unit.db,
  )
  const assets = new Map(
    (
      await lockAssets(
        unit,
        lines.map(({ assetId }) => assetId),
      )
    ).map((row) => [row.id, row]),
  )
  const mover: Mover = { unit, userId: access.userId, ticketId: null }
  const outcomes: { readonly id: number; readonly outcome: Outcome }[] = []
  for (const line of lines) {
    const row = assets.get(line.assetId)
    if (row === undefined) continue
    const noted = { ...line, reason: [count.no, line.reason].filter((part) => part !== '').join(' ') }
    const decision = line.decision ?? usualDecision(line, row.state)
    const outcome =
      decision === 'move'
        ? await moveTo(mover, row, noted)
        : decision === 'lose'
          ? await lose(mover, row, noted)
          : decision === 'find'
            ? await find(mover, row, noted)
            : 'kept'
    outcomes.push({ id: line.id, outcome })
  }
  await sql`
    update asset_count_line l set outcome = given.outcome from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given(id bigint, outcome text) where l.id = given.id`.execute(
    unit.db,
  )
}
