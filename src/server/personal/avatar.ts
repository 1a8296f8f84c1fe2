import { sql } from 'kysely'
import { badFile } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'

/** Bytes of a picture at most; the page cuts it to 256 x 256 before it is sent. */
const MOST_BYTES = 48 * 1024
/** Characters of a picture as a data URL at most. */
export const MOST_CHARACTERS = Math.ceil(MOST_BYTES / 3) * 4 + 40
const SIDE = 256

/** Width and height out of the head of a PNG; null for anything else. */
function pngSize(content: Buffer): readonly [number, number] | null {
  const isPng = content.length > 24 && content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  return isPng ? [content.readUInt32BE(16), content.readUInt32BE(20)] : null
}

/** Width and height out of the frame header of a JPEG; null for anything else. */
function jpegSize(content: Buffer): readonly [number, number] | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < content.length && content[at] === 0xff; ) {
    const marker = content[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return [content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)]
    at += 2 + content.readUInt16BE(at + 2)
  }
  return null
}

/** The picture as it is kept, when it is one: looked at by content, not by what it says it is. @throws Refusal 4013 */
export function checkedAvatar(image: string): string {
  const match = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(image)
  const content = Buffer.from(match?.[1] ?? '', 'base64')
  if (content.length > MOST_BYTES) throw badFile('file.tooLarge', 2)
  const png = pngSize(content)
  const size = png ?? jpegSize(content)
  if (size === null) throw badFile('file.typeRefused')
  if (size.some((side) => side !== SIDE)) throw badFile('personal.avatarSize', SIDE)
  return `data:image/${png ? 'png' : 'jpeg'};base64,${content.toString('base64')}`
}

/** Keeps the picture; an empty text takes it away. */
export async function writeAvatar(base: Base, userId: number, image: string): Promise<void> {
  const avatar = image === '' ? '' : checkedAvatar(image)
  await sql`update app_user set avatar = ${avatar}, updated_at = ${base.clock.now()}, updated_by = ${userId} where id = ${userId}`.execute(
    base.db,
  )
  base.changed('user', userId)
  base.changed('access', userId)
  base.traced({ record: 'user', id: userId, before: null, after: { hasAvatar: avatar !== '' } })
}
