/** Links to a backup: ten minutes, for the person who asked with the own password (BKP-04). */
import { z } from 'zod'
import { RuleError } from '#src/define/problem.ts'
import type { Vault } from '#src/server/secrets/vault.ts'

const LINK_MINUTES = 10
const MINUTE_MS = 60_000

const linkSchema = z.strictObject({ use: z.literal('backup'), name: z.string(), userId: z.int(), until: z.int() })

export function makeLink(vault: Vault, name: string, userId: number, now: Date): { ticket: string; until: Date } {
  const until = new Date(now.getTime() + LINK_MINUTES * MINUTE_MS)
  return { ticket: vault.seal(JSON.stringify({ use: 'backup', name, userId, until: until.getTime() })), until }
}

function opened(vault: Vault, ticket: string): z.infer<typeof linkSchema> | undefined {
  try {
    return linkSchema.parse(JSON.parse(vault.open(ticket)))
  } catch {
    return undefined
  }
}

/** @throws RuleError backup.linkExpired for a link that is over, altered, of another backup or of another person */
export function checkLink(vault: Vault, ticket: string, name: string, userId: number, now: Date): void {
  const link = ticket.startsWith('sealed:') ? opened(vault, ticket) : undefined
  if (link === undefined || link.name !== name || link.userId !== userId || link.until <= now.getTime())
    throw new RuleError('backup.linkExpired')
}
