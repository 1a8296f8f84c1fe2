import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** What may be pushed; the messages themselves always arrive (10.3 通知设置). */
export const mutable = ['SYSTEM', 'REMIND', 'ARTICLE'] as const
type Mutable = (typeof mutable)[number]

/** Whether each content type is pushed; tickets always are. */
export async function readPushes(unit: UnitOfWork, userId: number): Promise<Readonly<Record<string, boolean>>> {
  const { rows } = await sql<{ contentType: string }>`
    select content_type from notice_mute where user_id = ${userId}`.execute(unit.db)
  const muted = rows.map((row) => row.contentType)
  return { TICKET: true, ...Object.fromEntries(mutable.map((type) => [type, !muted.includes(type)])) }
}

export async function setPush(
  unit: UnitOfWork,
  userId: number,
  contentType: Mutable,
  isPushed: boolean,
): Promise<void> {
  await (isPushed
    ? sql`delete from notice_mute where user_id = ${userId} and content_type = ${contentType}`
    : sql`insert into notice_mute (user_id, content_type) values (${userId}, ${contentType}) on conflict do nothing`
  ).execute(unit.db)
}
