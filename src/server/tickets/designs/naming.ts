/** What a new workflow is called where the administrator leaves it to the program. */
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'

/** What a new workflow is called. */
export interface Naming extends Pick<WorkflowBasics, 'name' | 'nameEn' | 'code'> {
  /** `cst_` and a name of one's own. */
  readonly key: string
}

/** The names as requested; a missing key or prefix is generated. */
export interface NamingRequest extends Pick<WorkflowBasics, 'name' | 'nameEn'> {
  readonly key?: string | null | undefined
  readonly code?: string | null | undefined
}

const OWN = 'cst_'
/** Letters of a key behind `cst_`, with room for a number behind them. */
const MAX_KEY_LENGTH = 36
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

const wordsOf = (nameEn: string): readonly string[] => nameEn.match(/[A-Za-z0-9]+/g) ?? []

/** `Reception of visitors` is `cst_receptionOfVisitors`; with a number where that is taken. */
export function freeKeyOf(nameEn: string, taken: ReadonlySet<string>): string {
  const [first = 'workflow', ...others] = wordsOf(nameEn)
  const name = [first.toLowerCase(), ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  const stem = `${OWN}${name.slice(0, MAX_KEY_LENGTH)}`
  let key = stem
  for (let number = 2; taken.has(key); number++) key = `${stem}${number}`
  return key
}

/** Two letters of the English name, the initials first; else the first pair that is free. Empty when none is. */
export function freeCodeOf(nameEn: string, taken: ReadonlySet<string>): string {
  const capitals = wordsOf(nameEn.toUpperCase().replace(/[0-9]/g, ' '))
  const [first = ''] = capitals
  const initials = capitals.map((word) => word.charAt(0))
  const wished = [
    ...initials.slice(1).map((second) => `${initials[0]}${second}`),
    ...[...first.slice(1)].map((second) => `${first.charAt(0)}${second}`),
  ]
  const any = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
  return [...wished, ...any].find((code) => !taken.has(code)) ?? ''
}

/** A naming without gaps. */
export async function namingOf(db: Executor, { key, code, name, nameEn }: NamingRequest): Promise<Naming> {
  const { rows } = await sql<{ key: string; code: string }>`
    select key, code from workflow where deleted_at is null`.execute(db)
  return {
    name,
    nameEn,
    key: key ?? freeKeyOf(nameEn, new Set(rows.map((row) => row.key))),
    code: code ?? freeCodeOf(nameEn, new Set(rows.map((row) => row.code))),
  }
}
