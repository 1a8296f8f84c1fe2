/** Promises that several callers await: on the embedded engine, which has one connection, a transaction that awaits what another caller loads through the pool waits for itself. */
import { describe, expect, it } from 'vitest'
import { type Source, sources } from './sources.ts'

/** Where a promise outlives the call that made it, and why nobody inside a transaction can wait there for the pool. */
const allowed: Readonly<Record<string, string>> = {
  'src/define/forms/values.ts': 'the helper: a promise is shared by callers of the same executor only',
  'src/server/database/shared-run.ts': 'the helper: refuses callers inside a transaction',
  'src/server/coalesce.ts': 'refuses callers inside a transaction',
  'src/server/backups/worker.ts': 'awaited only when the run has ended, outside any transaction',
  'src/server/audit/audit.ts': 'awaited only when the server starts and ends',
  'src/server/access/passwords.ts': 'a hash, no database',
  'src/server/database/connect.ts': 'the end of the pool itself',
  'src/server/database/embedded/embedded.ts': 'the start of the engine below the pool',
  'src/server/database/embedded/embedded.worker.mjs': 'a thread of its own below the pool',
  'src/server/database/listener.ts': 'a connection of its own beside the pool',
  'src/server/database/maintenance.ts': 'awaited only when the database is closed',
  'src/server/jobs/runner.ts': 'awaited only when the server ends',
  'src/server/uploads/parserProcess.ts': 'the start of a process of its own without a database',
  'src/server/supervisor/main.ts': 'a process of its own without a database',
}

const isServer = ({ path }: Source): boolean =>
  path.startsWith('src/server/') || path.startsWith('src/define/') || path.endsWith('.server.ts')

/** Keeping a promise: in a map, in a variable or member that is assigned later, or in a chain. */
const keeping = [
  /\b(?:Weak)?Map<[^;=()]*\bPromise\b/,
  /\bnew (?:Weak)?(?:Map|Set)<[^;=()]*\bPromise\b/,
  /\bSet<Promise\b/,
  /\blet \w+(?:: Promise<[^;]*| = Promise\.resolve\()/,
  /^\s+(?:private |readonly )*#\w+(?:: Promise<| = Promise\.)/m,
  /\breadonly \w+: Promise</,
]
const keeps = ({ text }: Source): boolean => keeping.some((pattern) => pattern.test(text))

describe('promises that are shared', () => {
  it('stand only where no caller inside a transaction can wait for one outside it', () => {
    expect(
      sources
        .filter((source) => isServer(source) && keeps(source))
        .map(({ path }) => path)
        .filter((path) => !(path in allowed)),
    ).toEqual([])
  })

  it.each([
    'const held = new Map<number, Promise<Version>>()',
    'const kept = new WeakMap<Settings, { readonly rows: Promise<readonly Row[]> }>()',
    'let running: Promise<void> | null = null',
    'let round = Promise.resolve()',
  ])('are found in %s', (text) => {
    expect(keeps({ path: 'example.ts', text, imports: [] })).toBe(true)
  })
})
