/** How large a picture becomes when it is drawn: a small file may be a bomb for whoever looks at it. */
import type { FileHandle } from 'node:fs/promises'

/** Pixels of a picture at most: a camera's, several times over. */
export const MOST_PIXELS = 100_000_000

/** Where a JPEG's frame may stand: behind its metadata. */
const MOST_HEAD = 512 * 1024

function ofJpeg(head: Buffer): number | null {
  let at = 2
  while (at + 9 < head.length) {
    if (head[at] !== 0xff) return null
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7)
    at += 2 + head.readUInt16BE(at + 2)
  }
  return null
}

/** Width times height of a PNG or JPEG; null when it does not say. */
export async function pixelsOf(file: FileHandle, mime: string): Promise<number | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEAD), 0, MOST_HEAD, 0)
  const head = buffer.subarray(0, bytesRead)
  if (mime === 'image/jpeg') return ofJpeg(head)
  const isHead = head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR'
  return isHead ? head.readUInt32BE(16) * head.readUInt32BE(20) : null
}
