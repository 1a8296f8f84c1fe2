import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type StayBand, stayBands, type TicketCharts } from '#src/define/tickets/lists.ts'
import type { Reader } from './lines.ts'
import { narrowList } from './list.ts'
import { type FilterQuery, inBand, standsSince } from './listQuery.ts'

interface Counted extends Readonly<Record<StayBand, number>> {
  readonly type: string
  readonly count: number
}

/** 20.6: how many tickets of each type and each age the list has under these filters; every number is the total of the list that is narrowed to it (CHART-STD). */
export async function chartsOf(reader: Reader, access: Access, query: FilterQuery): Promise<TicketCharts> {
  const { source, where } = narrowList(reader, access, query)
  const now = reader.unit.clock.now()
  const since = sql.ref('f.since')
  const bands = stayBands.map(
    (band) => sql`count(*) filter (where ${inBand(since, band, now)})::int as ${sql.id(band)}`,
  )
  const { rows } = await sql<Counted>`
    select f.type, count(*)::int as count, ${sql.join(bands)} from (
      select t.type, ${standsSince} as since from ${source.from} s join ticket t on t.id = s.ticket_id where ${where}) f
    group by f.type order by count desc, f.type`.execute(reader.unit.db)
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    byType: rows.map(({ type, count }) => ({ type, count })),
    byStay: stayBands.map((band) => ({ band, count: rows.reduce((sum, row) => sum + row[band], 0) })),
  }
}
