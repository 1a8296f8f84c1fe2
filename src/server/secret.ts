import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret of the demo, made once and kept in the data folder, readable by its owner alone. There is no default anywhere. */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another process was faster; its secret is the one.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      unlinkSync(draft)
    }
  }
  return readFileSync(file, 'utf8')
}

/** The key that signs access tokens. */
export function signingSecret(given: string | null, dataDir: string): Uint8Array {
  return Buffer.from(given ?? storedSecret(dataDir, 'jwt.key'), 'utf8')
}

/** The keys of sensitive texts at rest: the first seals, all open. */
export function dataSecrets(given: string | null, dataDir: string): [string, ...string[]] {
  const [first = storedSecret(dataDir, 'data.key'), ...older] = given?.split(',') ?? []
  return [first, ...older]
}

/** The keys that sign the audit logs (SYS-134): the first signs, all check. */
export function auditSecrets(given: string | null, dataDir: string): [string, ...string[]] {
  const [first = storedSecret(dataDir, 'audit.key'), ...older] = given?.split(',') ?? []
  return [first, ...older]
}
