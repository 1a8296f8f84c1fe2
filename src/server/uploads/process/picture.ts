/** Width and height of a picture out of its header, and whether it is there to its end. Nothing is decoded: a small file may be a bomb for whoever draws it. */
import { type FileHandle, open } from 'node:fs/promises'
import type { ParseKinds, Source } from '../kinds.ts'
import { Unreadable } from './unreadable.ts'

type Picture = ParseKinds['picture']['value']
/** Bytes from a place on; fewer at the end. */
type Read = (at: number, length: number) => Promise<Buffer>

/** Parts of a picture before its size is known, or before its end. */
const MAX_SEGMENTS = 50_000
/** Of a side: browsers draw no more. */
const MAX_SIDE = 30_000
/** Of the whole picture: a camera's, several times over. */
export const MAX_PIXELS = 100_000_000
const MILLION = 1_000_000

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const broken = (): Unreadable => new Unreadable('file.pictureBroken')

/** Goes from chunk to chunk until the one that ends the picture. */
async function readPng(read: Read): Promise<Picture> {
  const head = await read(8, 25)
  if (head.length < 25 || head.readUInt32BE(0) !== 13 || head.toString('latin1', 4, 8) !== 'IHDR') throw broken()
  const found = { mime: 'image/png', width: head.readUInt32BE(8), height: head.readUInt32BE(12) } as const
  checkSides(found)
  let at = 33
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const chunk = await read(at, 12)
    if (chunk.length < 12) throw broken()
    if (chunk.toString('latin1', 4, 8) === 'IEND') return found
    at += 12 + chunk.readUInt32BE(0)
  }
  throw broken()
}

/** Goes from segment to segment until the one that tells the size. */
async function readJpeg(read: Read, size: number): Promise<Picture> {
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const segment = await read(at, 10)
    if (segment.length < 9 || segment[0] !== 0xff) throw broken()
    const marker = segment[1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const found = { mime: 'image/jpeg', width: segment.readUInt16BE(7), height: segment.readUInt16BE(5) } as const
      checkSides(found)
      // A frame says how long it is; a file that ends inside it was cut off.
      if (at + 2 + segment.readUInt16BE(2) >= size) throw broken()
      return found
    }
    at += 2 + segment.readUInt16BE(2)
  }
  throw broken()
}

function checkSides({ width, height }: Picture): void {
  if (width === 0 || height === 0) throw broken()
  if (width * height > MAX_PIXELS) throw new Unreadable('file.tooManyPixels', MAX_PIXELS / MILLION)
  if (width > MAX_SIDE || height > MAX_SIDE) throw new Unreadable('file.pictureTooWide', width, height, MAX_SIDE)
}

async function pictureOf(read: Read, size: number): Promise<Picture> {
  const head = await read(0, 8)
  if (head.equals(PNG)) return readPng(read)
  if (head[0] === 0xff && head[1] === 0xd8) return readJpeg(read, size)
  throw new Unreadable('file.typeRefused')
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** @throws Unreadable */
export async function readPicture(source: Source): Promise<Picture> {
  if (source instanceof Uint8Array) {
    const content = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    return pictureOf(async (at, length) => content.subarray(at, at + length), content.length)
  }
  const file = await open(source.path)
  try {
    return await pictureOf((at, length) => readAt(file, at, length), (await file.stat()).size)
  } finally {
    await file.close()
  }
}
