/** A stream sealed with AES-256-GCM in numbered chunks of which the last one says so: what was cut off, exchanged or altered does not open (BKP-02, 90 B B2). */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ArchiveError } from '../database/transfer/archive.ts'
import type { Bytes } from './bytes.ts'

const MAGIC = 'zhihui-jingbao-backup'
/** Version of the format; another one is refused, and this program writes no other. */
export const FORMAT_VERSION = 1
/** Plain bytes of a chunk. */
const CHUNK_BYTES = 256 * 1024
const TAG_BYTES = 16
const FRAME_BYTES = 4
const LAST_FLAG = 0x8000_0000
const MAX_HEAD_BYTES = 1024

const headSchema = z.object({ version: z.int() })
const headOfVersion = z.strictObject({
  version: z.literal(FORMAT_VERSION),
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Keys of which the first seals and all open; out of `DATA_KEY`. */
export type BackupSecrets = readonly [string, ...string[]]

/** By what a key is told apart; the key does not follow from it. */
export const fingerprint = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backup key fingerprint', 8)).toString('hex')

const keyOf = (secret: string, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'hex'), 'backup key', 32))

function chunkOf(index: number, frame: Buffer, head: string): { nonce: Buffer; bound: Buffer } {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  // A chunk opens at its place in its own file only.
  return { nonce, bound: Buffer.concat([createHash('sha256').update(head).digest(), frame]) }
}

/** Seals a stream as it comes. */
export async function* seal(content: AsyncIterable<Buffer>, [secret]: BackupSecrets): AsyncGenerator<Buffer> {
  const salt = randomBytes(32).toString('hex')
  const head = `${MAGIC} ${JSON.stringify({ version: FORMAT_VERSION, keyId: fingerprint(secret), salt })}`
  const key = keyOf(secret, salt)
  let index = 0
  const sealed = (plain: Buffer, isLast: boolean): Buffer => {
    const frame = Buffer.alloc(FRAME_BYTES)
    frame.writeUInt32BE((plain.length | (isLast ? LAST_FLAG : 0)) >>> 0)
    const { nonce, bound } = chunkOf(index, frame, head)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
    index += 1
    return Buffer.concat([frame, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  yield Buffer.from(`${head}\n`)
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of content) {
    rest = Buffer.concat([rest, part])
    while (rest.length > CHUNK_BYTES) {
      yield sealed(rest.subarray(0, CHUNK_BYTES), false)
      rest = rest.subarray(CHUNK_BYTES)
    }
  }
  yield sealed(rest, true)
}

/** Opens a sealed stream: nothing of a chunk is given before its tag is right. @throws ArchiveError with the reason */
export async function* unseal(bytes: Bytes, secrets: BackupSecrets): AsyncGenerator<Buffer> {
  const head = await bytes.line(MAX_HEAD_BYTES)
  const { keyId, salt } = parseHead(head)
  const secret = secrets.find((one) => fingerprint(one) === keyId)
  if (secret === undefined)
    throw new ArchiveError(
      `the backup was sealed with another DATA_KEY (fingerprint ${keyId}): put that key behind yours`,
    )
  const key = keyOf(secret, salt)
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const frame = await bytes.exactly(FRAME_BYTES)
    const marked = frame.readUInt32BE()
    isLast = marked >= LAST_FLAG
    const length = isLast ? marked - LAST_FLAG : marked
    if (length > CHUNK_BYTES) throw new ArchiveError(`the backup was altered in chunk ${index}`)
    const content = await bytes.exactly(length)
    const tag = await bytes.exactly(TAG_BYTES)
    const { nonce, bound } = chunkOf(index, frame, head)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(bound).setAuthTag(tag)
    yield opened(decipher.update(content), () => decipher.final(), index)
  }
  if ((await bytes.some(1)) !== null) throw new ArchiveError('the backup was altered: something follows its end')
}

function opened(plain: Buffer, finish: () => Buffer, index: number): Buffer {
  try {
    return Buffer.concat([plain, finish()])
  } catch (error) {
    throw new ArchiveError(`the backup was altered in chunk ${index}`, { cause: error })
  }
}

function parseHead(head: string): z.infer<typeof headOfVersion> {
  const [magic, ...rest] = head.split(' ')
  const content = magic === MAGIC ? parsed(rest.join(' ')) : undefined
  const version = headSchema.safeParse(content)
  if (!version.success) throw new ArchiveError('this file is no backup of this product')
  if (version.data.version !== FORMAT_VERSION)
    throw new ArchiveError(
      `the backup has format version ${version.data.version}, this program reads ${FORMAT_VERSION}: use the release that wrote it`,
    )
  const whole = headOfVersion.safeParse(content)
  if (!whole.success) throw new ArchiveError('the head of the backup was altered')
  return whole.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
