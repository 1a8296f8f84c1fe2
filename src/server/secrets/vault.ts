/** Sensitive texts at rest (等保: bank accounts, licences, identity digits): AES-256-GCM, the key's id in the text. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const PREFIX = 'sealed:'
const NONCE = 12
const TAG = 16

export interface Vault {
  /** A text that only this vault can open; the same text twice looks different. */
  seal(plain: string): string
  /** What was sealed; a text that is not sealed (older rows) comes back as it is. @throws Error when it was altered or its key is missing. */
  open(text: string): string
}

export const isSealed = (text: string): boolean => text.startsWith(PREFIX)

/** `secrets` have at least 32 characters each; the first one seals, the others still open what they sealed (key rotation). */
export function createVault(secrets: readonly [string, ...string[]]): Vault {
  if (secrets.some((secret) => secret.length < 32)) throw new Error('a data key needs at least 32 characters')
  const keys = new Map(
    secrets.map((secret) => {
      const key = createHash('sha256').update(`data key ${secret}`).digest()
      return [createHash('sha256').update(key).digest('hex').slice(0, 8), key] as const
    }),
  )
  const [current] = keys.keys()
  const headOf = (id: string): string => `${PREFIX}${id}:`
  const keyOf = (id: string): Buffer => {
    const key = keys.get(id)
    if (!key) throw new Error(`the data key ${id} is missing`)
    return key
  }

  return {
    seal(plain) {
      const head = headOf(current ?? '')
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current ?? ''), nonce).setAAD(Buffer.from(head))
      const content = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return head + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    open(text) {
      if (!isSealed(text)) return text
      const [id = '', content = ''] = text.slice(PREFIX.length).split(':')
      const bytes = Buffer.from(content, 'base64url')
      if (bytes.length < NONCE + TAG) throw new Error('a sealed text was cut off')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(id), bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(headOf(id))).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  }
}
