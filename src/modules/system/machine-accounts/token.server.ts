/** Tokens of machine accounts: 256 random bits behind a prefix by which they are told from those of people, and found by scanners. */
import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'jbm_'
const SHAPE = /^jbm_[\w-]{43}$/

export const newMachineToken = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`
export const isMachineToken = (token: string): boolean => SHAPE.test(token)
/** How a token stands in the database: random values of 256 bits need no slow hash. */
export const hashMachineToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
