import { sql } from 'kysely'
import { badFile } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Parser } from '#src/server/uploads/parser.ts'

/** Bytes of a picture at most; the page cuts it to 256 x 256 before it is sent. */
const MAX_BYTES = 48 * 1024
/** Characters of a picture as a data URL at most. */
export const MAX_CHARACTERS = Math.ceil(MAX_BYTES / 3) * 4 + 40
const SIDE = 256

/** The picture as it is kept, when it is one: looked at by content, not by what it says it is. @throws Refusal 4013 */
export async function checkedAvatar(parser: Parser, image: string, sender: number): Promise<string> {
  const match = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(image)
  const content = Buffer.from(match?.[1] ?? '', 'base64')
  if (content.length > MAX_BYTES) throw badFile('file.tooLarge', 2)
  const { mime, width, height } = await parser.parse('picture', content, {}, sender)
  if (width !== SIDE || height !== SIDE) throw badFile('personal.avatarSize', SIDE)
  return `data:${mime};base64,${content.toString('base64')}`
}

/** Keeps a checked picture; an empty text takes it away. */
export async function writeAvatar(unit: UnitOfWork, userId: number, avatar: string): Promise<void> {
  await sql`update app_user set avatar = ${avatar}, updated_at = ${unit.clock.now()}, updated_by = ${userId} where id = ${userId}`.execute(
    unit.db,
  )
  unit.changed('user', userId)
  unit.changed('access', userId)
  unit.traced({ record: 'user', id: userId, before: null, after: { hasAvatar: avatar !== '' } })
}
