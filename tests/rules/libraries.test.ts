import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** Architecture, rule 7: libraries are used as published. */

const configuration = {
  path: 'vite.config.ts',
  text: readFileSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'vite.config.ts'), 'utf8'),
}
const every = [...sources, configuration]

/** Files in which a pattern stands. */
const filesWith = (pattern: RegExp, among: readonly { path: string; text: string }[] = every): readonly string[] =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

/** A look-up of elements by the classes of Blueprint; the class of the dark theme is put there by the product. */
const PRIVATE_DOM =
  /\b(?:querySelector(?:All)?|closest|matches|getElementsByClassName)(?:<[^()]*>)?\([^)]*(?:\.?bp6?-(?!dark\b)|\bClasses\.)/
/** A file of a package below a folder that packages keep to themselves; style sheets are published there. */
const PRIVATE_PATH =
  /\b(?:from|import)\s*\(?\s*'(?![#.])(?:@[\w.-]+\/)?[\w.-]+\/(?:lib|dist|cjs|esm|src|build|internal)\/(?![^']*\.css')/
/** A hook of a build plugin that may change the text of any file. */
const TRANSFORM = /\b(?:transform|renderChunk|generateBundle)\s*[:(]/
/** A module that no file holds. */
const MADE_MODULE = /['"`](?:\\0)?virtual:/
/** A read of an installed package as text. */
const READ_PACKAGE = /readFile(?:Sync)?\([^)]*node_modules/
/** What pg's clients keep to themselves: their connection, its stream, their queue. */
const PG_INTERNALS = /\bclient\.connection\b|\bconnection\.stream\b|\b(?:client|pool)\._\w+/
/** A function that asks for the next frame to look for something again. */
const POLLING =
  /\bconst (\w+) = \([^)]*\)[^=]*=>\s*\{[^}]*(?:querySelector|getElement)[^}]*(?:requestAnimationFrame|setTimeout)\(\1\b/

describe('libraries are used as published', () => {
  it('no file looks into the elements that a library draws', () => {
    expect(filesWith(PRIVATE_DOM)).toEqual([])
  })

  it('no file imports from a folder that a package keeps to itself', () => {
    expect(filesWith(PRIVATE_PATH)).toEqual([])
  })

  it('no plugin of the build changes files of libraries, and none reads them', () => {
    const plugins = every.filter(({ path, text }) => path === configuration.path || /from 'vite'/.test(text))
    expect(plugins.length).toBeGreaterThan(0)
    expect(filesWith(TRANSFORM, plugins)).toEqual([])
    expect(filesWith(READ_PACKAGE)).toEqual([])
  })

  it('every module of the build is a file', () => {
    expect(filesWith(MADE_MODULE)).toEqual([])
  })

  it('the driver of the database is used through what it publishes', () => {
    expect(filesWith(PG_INTERNALS)).toEqual([])
  })

  it('nothing polls for elements of the page', () => {
    expect(filesWith(POLLING)).toEqual([])
  })

  it.each([
    [PRIVATE_DOM, "box.querySelector<HTMLElement>('.bp6-table-body')"],
    [PRIVATE_DOM, 'box.current?.querySelector(`.$' + '{Classes.INPUT}`)'],
    [PRIVATE_PATH, "import { x } from '@blueprintjs/core/lib/esm/x.js'"],
    [PRIVATE_PATH, "await import('pg/lib/query.js')"],
    [TRANSFORM, 'transform: (code, id) => code'],
    [MADE_MODULE, "import { index } from 'virtual:parts'"],
    [READ_PACKAGE, "readFileSync('node_modules/a/b.css')"],
    [PG_INTERNALS, 'const { stream } = this.#client.connection'],
    [POLLING, "const look = () => { if (!document.querySelector('a')) requestAnimationFrame(look) }"],
  ])('%s finds %s', (pattern, text) => expect(text).toMatch(pattern))

  it.each([
    [PRIVATE_DOM, "document.querySelector('.bp6-dark')"],
    [PRIVATE_PATH, "import { x } from '#src/server/lib/x.ts'"],
    [PRIVATE_PATH, "import { x } from 'xstate/graph'"],
  ])('%s leaves %s', (pattern, text) => expect(text).not.toMatch(pattern))
})
