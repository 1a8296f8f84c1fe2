/** Every example of docs/api.md and the typed client beside it run against a server, so that neither can go stale. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_MINUTES } from '#src/server/access/tokens.ts'
import { idempotencyText, type Say } from '#src/server/documentation/shared.ts'
import { MAX_IMPORT_ROWS } from '#src/server/records/transfer/import.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf } from '#tests/harness/files.ts'
import { typesOf } from '../../scripts/contract/clientTypes.mjs'
import { type Bureau, openBureau } from './node.ts'

const run = promisify(execFile)

/** A fenced example of the page. */
interface Example {
  readonly language: string
  readonly text: string
}

const pageOf = (name: string): string => readFileSync(`docs/${name}`, 'utf8')
const examplesOf = (page: string): readonly Example[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }))

const english = pageOf('api.md')
const examples = examplesOf(english)
const hasCurl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl', '/opt/homebrew/bin/curl'].some(existsSync)

/** What the page shows of an answer and the answer does not have: names and kinds of values; codes, texts and keys as they stand. */
function missing(shown: unknown, answered: unknown, path = ''): readonly string[] {
  if (Array.isArray(shown))
    return Array.isArray(answered)
      ? shown.flatMap((one, index) => missing(one, answered[index], `${path}[${index}]`))
      : [`${path} is no list`]
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answered !== 'object' || answered === null) return [`${path} is no object`]
    const has = new Map(Object.entries(answered))
    return Object.entries(shown).flatMap(([name, value]) =>
      has.has(name) ? missing(value, has.get(name), `${path}.${name}`) : [`${path}.${name} is missing`],
    )
  }
  const isExact = /\.(code|msg|errKey|username|page|limit|version|status|type|key|mime|phone)$/.test(path)
  if (isExact && shown !== answered) return [`${path} is ${JSON.stringify(answered)}`]
  return typeof shown === typeof answered ? [] : [`${path} is ${typeof answered}`]
}

/** What the compiler says of a program, as an integrator would call it. */
async function faultsOf(file: string): Promise<string> {
  const options =
    '--ignoreConfig --noEmit --strict --allowImportingTsExtensions --target es2023 --lib es2023,dom --module esnext --moduleResolution bundler --types node'
  const compiled = await run('node_modules/.bin/tsc', [...options.split(' '), file]).catch((error) => error)
  return compiled.stdout
}

/** Each is refused by the generated types; one that was not would be an unused directive. */
const mistakes = `
// @ts-expect-error a path that does not exist
void (() => admin.call('get', '/api/system/depts/', {}))
// @ts-expect-error a change without the version it is based on
void (() => admin.call('put', '/api/system/dept/{id}/', { path: { id }, body: { phone: '8005' } }))
// @ts-expect-error a path without its id
void (() => admin.call('delete', '/api/system/dept/{id}/', {}))
// @ts-expect-error an order that the list does not offer
void (() => admin.call('get', '/api/system/dept/', { query: { ordering: 'colour' } }))
// @ts-expect-error an application without what its form requires
void (() => applicant.call('post', '/api/workflow/ticket/', { body: { type: 'otherBusiness', formData: {} } }))
// @ts-expect-error a field that no department has
void (() => list.data[0]?.colour)
// @ts-expect-error a field that no person has
void (() => people.data[0]?.colour)
// @ts-expect-error a message of the live connection without its type
void ((frame: components['schemas']['TicketFrame']) => frame.colour)
`

describe.each(oneEngine)('the API guide on %s', (engine) => {
  let bureau: Bureau
  let folder: string
  const cache = 'node_modules/.cache/api-guide'
  beforeAll(async () => {
    bureau = await openBureau(engine)
    folder = mkdtempSync(join(tmpdir(), 'guide-'))
    writeFileSync(join(folder, 'receipt.pdf'), tinyPdf)
    mkdirSync(cache, { recursive: true })
  })
  afterAll(async () => {
    await bureau.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.skipIf(!hasCurl)('has curl examples that do what they show', async () => {
    const END = '@@end-of-example@@'
    const commands = examples.filter(({ language }) => language === 'bash')
    const script = commands.map(({ text }) => `${text}echo; echo ${END}`).join('\n')
    const { stdout } = await run(
      'bash',
      [
        '-euo',
        'pipefail',
        '-c',
        script.replace(/^export API=.*$/m, `export API=${bureau.url}`).replace(/^UNTIL=.*$/m, 'UNTIL=2026-06-09'),
      ],
      { cwd: folder },
    )
    const outputs = stdout.split(END)
    const wrong = examples.flatMap(({ language, text }, index) => {
      if (language !== 'json') return []
      const command = examples.slice(0, index).findLast((one) => one.language === 'bash')
      const output = outputs[command === undefined ? -1 : commands.indexOf(command)]
      return missing(JSON.parse(text), JSON.parse(output ?? 'null')).map(
        (fault) => `${fault} in ${output?.slice(0, 400)}`,
      )
    })
    expect(wrong).toEqual([])
    expect(readFileSync(join(folder, 'copy.pdf'))).toEqual(tinyPdf)
    expect(readFileSync(join(folder, 'departments.xlsx')).subarray(0, 2).toString()).toBe('PK')
    expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))).toMatchObject({ openapi: '3.1.0' })
  })

  it('has TypeScript examples that compile and run as one program', async () => {
    const program = `${examples.flatMap(({ language, text }) => (language === 'ts' ? [text] : [])).join('\n')}export {}\n`
    const file = join(cache, 'program.ts')
    writeFileSync(file, program)
    expect(await faultsOf(file)).toBe('')
    const { code } = await transformWithOxc(program, 'program.ts')
    // Node 20 has no WebSocket of its own.
    writeFileSync(join(cache, 'program.mjs'), `globalThis.WebSocket ??= (await import('ws')).default\n${code}`)
    const { stdout } = await run(process.execPath, [join(cache, 'program.mjs')], {
      env: { ...process.env, API: bureau.url },
    })
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^\d+ departments$/),
      '8003',
      'plan.pdf',
      expect.stringMatching(/^ticket is now \w+$/),
      'delivery 7',
    ])
  })

  it('has a client on types made from the document of the API: it compiles, runs, and its mistakes do not compile', async () => {
    const { token } = await bureau.signIn('pan42')
    const document = await fetch(`${bureau.url}/api/openapi/`, { headers: { Authorization: `Bearer ${token}` } })
    const program = readFileSync('docs/typed-client.ts', 'utf8')
    const file = join(cache, 'typed-client.ts')
    writeFileSync(join(cache, 'openapi.ts'), await typesOf(await document.text()))
    writeFileSync(file, `${program}${mistakes}`)
    expect(await faultsOf(file)).toBe('')
    const { code } = await transformWithOxc(program, 'typed-client.ts')
    writeFileSync(join(cache, 'typed-client.mjs'), code)
    const { stdout } = await run(process.execPath, [join(cache, 'typed-client.mjs')], {
      env: { ...process.env, API: bureau.url },
    })
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^\d+ departments$/),
      'true',
      "[ 'string' ]",
      '8004',
      expect.stringMatching(/^\d+ bytes$/),
      'notes.pdf',
      expect.stringMatching(/^ticket is now \w+$/),
    ])
  })

  it('names error keys that exist and limits as they are', () => {
    const keys = [...english.matchAll(/^\| ((?:`[a-zA-Z]+\.[a-zA-Z]+` ?)+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key),
    )
    expect(keys.length).toBeGreaterThan(12)
    expect(keys.filter((key) => bureau.services.texts.find('en', key) === null)).toEqual([])
    expect(english).toContain(`It lives ${ACCESS_MINUTES} minutes.`)
    expect(english).toContain(`| import | ${MAX_IMPORT_ROWS.toLocaleString('en')} rows |`)
  })

  it.each([
    ['en', 'api.md'],
    ['zhHans', 'api.zh.md'],
  ] as const)('says of keys and versions in %s what the document says', (language, page) => {
    const say: Say = (key, params = []) =>
      bureau.services.texts.say(language, { key: `documentation.${key}`, params: [...params] })
    expect(pageOf(page)).toContain(idempotencyText(say))
    expect(pageOf(page)).toContain(say('version'))
  })

  it('has the same examples, sections and keys in Chinese', () => {
    const chinese = pageOf('api.zh.md')
    expect(examplesOf(chinese)).toEqual(examples)
    const shape = (page: string) =>
      page
        .replace(/^```[\s\S]*?^```$/gm, '```')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => /^(#+|-|```|\|)/.exec(line)?.[1] ?? 'text')
    expect(shape(chinese)).toEqual(shape(english))
    const marked = (page: string) =>
      [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, text]) => text).sort()
    expect(marked(chinese)).toEqual(marked(english))
  })
})
