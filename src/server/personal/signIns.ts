import { sql } from 'kysely'
import { momentText } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Sign-ins shown (10.3). */
const SHOWN = 20

interface Row {
  readonly id: number
  readonly success: boolean
  readonly reason: string
  readonly ip: string
  readonly agent: string
  readonly at: Date
}

/** The last sign-ins of a person, those that were refused among them. */
export async function lastSignIns(unit: UnitOfWork, userId: number) {
  const { rows } = await sql<Row>`
    select id, success, reason, ip, agent, at from login_log where user_id = ${userId} order by at desc, id desc limit ${SHOWN}`.execute(
    unit.db,
  )
  return rows.map((row) => ({ ...row, at: momentText(row.at) }))
}
