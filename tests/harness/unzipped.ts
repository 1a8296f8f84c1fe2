/** What is in a zip archive, such as an xlsx file, as one text to search in. */
import { inflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const LOCAL_SIZE = 30
const DEFLATED = 8

export const isZip = (content: Buffer): boolean => content.length > LOCAL_SIZE && content.readUInt32LE(0) === LOCAL

/** Names and texts of every part, as the central directory lists them. */
export function unzippedText(archive: Buffer): string {
  const parts: string[] = []
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(CENTRAL)
  let at = archive.indexOf(signature)
  while (at >= 0 && at + CENTRAL_SIZE <= archive.length && archive.readUInt32LE(at) === CENTRAL) {
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = archive.readUInt32LE(at + 42)
    const start = local + LOCAL_SIZE + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(start, start + packed)
    parts.push(archive.toString('utf8', at + CENTRAL_SIZE, at + CENTRAL_SIZE + name))
    parts.push((method === DEFLATED ? inflateRawSync(content) : content).toString('utf8'))
    at += CENTRAL_SIZE + name + extra + comment
  }
  if (parts.length === 0) throw new Error('the archive lists no part')
  return parts.join('\n')
}
