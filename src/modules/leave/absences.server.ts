import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Absences } from './contract.ts'

const range = (from: string, to: string): string => `[${from} 00:00,${to} 24:00)`

async function awayOf(
  unit: UnitOfWork,
  userIds: readonly number[],
  from: string,
  to: string,
  except: number | null,
): Promise<readonly number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id from absence where user_id = any(${[...userIds]}::bigint[]) and period && ${range(from, to)}::tsrange
      and ticket_id is distinct from ${except}::bigint order by user_id`.execute(unit.db)
  return rows.map((row) => row.userId)
}

/** The one calendar of absences; its exclusion constraint keeps two reasons of one person apart. */
export function createAbsences(unit: UnitOfWork): Absences {
  return {
    awayOf: (userIds, from, to, except) => awayOf(unit, userIds, from, to, except),
    async block({ userIds, from, to, kind, ticketId }) {
      const { rows } = await sql<{ userId: number }>`
        insert into absence (user_id, period, kind, ticket_id)
        select id, ${range(from, to)}::tsrange, ${kind}::text, ${ticketId}::bigint from unnest(${[...userIds]}::bigint[]) id order by id
        on conflict do nothing returning user_id`.execute(unit.db)
      const blocked = new Set(rows.map((row) => row.userId))
      return userIds.filter((id) => !blocked.has(id))
    },
    async clear(ticketId, from, userId) {
      const whose = sql`ticket_id = ${ticketId} and (${userId ?? null}::bigint is null or user_id = ${userId ?? null}::bigint)`
      if (from !== undefined) {
        await sql`update absence set period = tsrange(lower(period), ${`${from} 00:00`}::timestamp) where ${whose} and lower(period) < ${`${from} 00:00`}::timestamp
          and upper(period) > ${`${from} 00:00`}::timestamp`.execute(unit.db)
        await sql`delete from absence where ${whose} and lower(period) >= ${`${from} 00:00`}::timestamp`.execute(
          unit.db,
        )
      } else await sql`delete from absence where ${whose}`.execute(unit.db)
    },
  }
}
