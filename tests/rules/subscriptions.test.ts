import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#src/server/database/root.ts'
import { sources } from './sources.ts'

/** The machine behind each actor that a view may select from. */
const machineOf: Readonly<Record<string, string>> = {
  actor: 'ticketPage',
  connection: 'connection',
  layout: 'layout',
  release: 'release',
  session: 'session',
}

/** `machine file` for every subscription in the sources. */
const inSources = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/(?<!function )use(?:Selector\((\w+),|TicketActor\(|MovedRows\()/g)].map(([, actor = 'actor']) => {
    const machine = machineOf[actor]
    if (machine === undefined) throw new Error(`${path} selects from ${actor}, which belongs to no known machine`)
    return `${machine} ${path.replace(/^src\//, '')}`
  }),
)

/** The same of the table in the architecture page. */
const inPage = readFileSync(join(projectRoot(), 'docs/architecture.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, machine, files] = /^\| `(\w+)` \| (.*`client\/.*|.*`modules\/.*) \|$/.exec(line) ?? []
    if (machine === undefined || files === undefined) return []
    return [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => `${machine} ${file}`)
  })

describe('machines on the screen', () => {
  it('the table of views that subscribe to each machine is that of the sources', () => {
    expect(inPage.toSorted()).toEqual([...new Set(inSources)].sort())
    expect(inPage.length).toBeGreaterThan(5)
  })
})
