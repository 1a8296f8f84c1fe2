import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillText, type MessageTree } from '#src/define/messages.ts'
import { retired } from './retired.ts'
import { sources } from './sources.ts'

const root = join(import.meta.dirname, '../../src')
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
/** Catalogues of one language have the other beside them. */
const inTwoFiles = paths.filter((file) => /[./]zhHans\.ts$/.test(file))
const files = paths.filter((file) => file.endsWith('.messages.ts'))

interface Text {
  readonly where: string
  readonly zhHans: string
  readonly en: string
}

function* textsOf(zhHans: MessageTree, en: MessageTree, where: string): Generator<Text> {
  for (const [key, text] of Object.entries(zhHans)) {
    const other = en[key]
    if (typeof text === 'string' && typeof other === 'string')
      yield { where: `${where}.${key}`, zhHans: text, en: other }
    else if (typeof text === 'object' && typeof other === 'object') yield* textsOf(text, other, `${where}.${key}`)
  }
}

const isTree = (value: unknown): value is MessageTree => typeof value === 'object' && value !== null

const load = (file: string): Promise<Record<string, unknown>> => import(join(root, file))

/** Every text of every message file, in both languages. */
const texts = (
  await Promise.all([
    ...inTwoFiles.map(async (file) => {
      const [zhHans, en] = [await load(file), await load(file.replace(/zhHans\.ts$/, 'en.ts'))]
      return Object.entries(zhHans).flatMap(([name, tree]) => {
        const other = en[name]
        return isTree(tree) && isTree(other) ? [...textsOf(tree, other, file)] : []
      })
    }),
    ...files.map(async (file) => {
      const module = await load(file)
      return Object.values(module).flatMap((one) =>
        isTree(one) && isTree(one.zhHans) && isTree(one.en) ? [...textsOf(one.zhHans, one.en, file)] : [],
      )
    }),
  ])
).flat()

/** The amounts of a text: placeholders beside the unit of money. */
const besideUnit = ({ zhHans, en }: Text): readonly string[] => [
  ...[...zhHans.matchAll(/\{([^}]+)\}\s?元/g)].map(([, name]) => name ?? ''),
  ...[...en.matchAll(/CNY \{([^}]+)\}/g)].map(([, name]) => name ?? ''),
]

describe('the wording of message files', () => {
  it('finds texts in both languages', () => {
    expect(texts.length).toBeGreaterThan(2000)
  })

  it('uses no phrase that was retired', () => {
    const found = texts.flatMap((text) =>
      (['zhHans', 'en'] as const).flatMap((language) =>
        retired[language].filter((phrase) => phrase.test(text[language])).map((phrase) => `${text.where}: ${phrase}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('formats every amount beside its unit by the one function', () => {
    const found = texts.flatMap((text) =>
      besideUnit(text)
        .filter((name) => !name.endsWith(', money'))
        .map((name) => `${text.where}: {${name}}`),
    )
    expect(found).toEqual([])
  })

  it('formats the same amounts in both languages', () => {
    const amounts = (text: string): readonly string[] => [...text.matchAll(/\{\w+, money\}/g)].map(([it]) => it).sort()
    const found = texts.filter(({ zhHans, en }) => amounts(zhHans).join() !== amounts(en).join())
    expect(found.map(({ where }) => where)).toEqual([])
  })

  it('fills amounts grouped and with two places, and other values as they are', () => {
    expect(fillText('{0}: {1, money} / {2, money}', ['1234567', '1234567.5', -3000])).toBe(
      '1234567: 1,234,567.50 / -3,000.00',
    )
  })
})

it('what an application is for stands without a full stop, as its title does', () => {
  const found = texts.filter(
    ({ where, zhHans, en }) => where.endsWith('.purpose') && (zhHans.endsWith('。') || en.endsWith('.')),
  )
  expect(found.map(({ where }) => where)).toEqual([])
})

it('9.10 names in a message are joined as its reader joins them', () => {
  const joined = sources.filter(({ path, text }) => !/seed|demo/.test(path) && /join\('、'\)/.test(text))
  // What is written into a row has one language.
  expect(joined.map(({ path }) => path)).toEqual([
    'src/define/problem.ts',
    'src/modules/finance/travel/travel-effects.server.ts',
  ])
})
