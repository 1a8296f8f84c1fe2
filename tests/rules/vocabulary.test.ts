import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sources, testSources } from './sources.ts'

/** Words of docs/glossary.md that were replaced and can mean nothing else, as parts of identifiers and file names. */
const replaced = [
  'wish',
  'deed',
  'asker',
  'deciding',
  'rehearse',
  'rehearsal',
  'mending',
  'patience',
  'filling',
  'crowd',
  'told',
  'way',
  'ways',
  'circle',
]
/** Participles that say nothing of the thing, as whole names. */
const alone = ['told', 'asked', 'begun', 'said']
const irregular =
  'begun bought brought built chosen drawn driven fallen found given gone grown held hidden kept known left lost made met paid seen sent shown sold spent spoken sworn taken taught thought thrown understood written'
/** A single word that is a participle: `opened`, `Found`. What ends alike by chance (`feed`, `need`, `seed`) and the name of an HTTP status are none. */
const isParticiple = (name: string): boolean =>
  irregular.split(' ').includes(name.toLowerCase()) || /^(?!unauthorized)[A-Za-z][a-z]*[^e]ed$/.test(name)
/** A limit says what and in which unit: `MAX_LINES`, `MIN_LENGTH`. */
const LIMIT = /^(?:MOST|LONGEST|LARGEST|LEAST|FEWEST|QUIET|FRESH)_/
const parts = (name: string): readonly string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase())
const isReplaced = (name: string): boolean => parts(name).some((part) => replaced.includes(part)) || LIMIT.test(name)

/** Names that a file declares. */
const declared = /\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g
/** The same with the properties of its types. */
const declaredOrProperty = /\b(?:const|let|function|class|interface|type|enum|readonly)\s+([A-Za-z_$][\w$]*)/g

it('the words the glossary replaced are no identifiers', () => {
  const found = [...sources, ...testSources].flatMap(({ path, text }) =>
    [...text.matchAll(declaredOrProperty)].flatMap(([, name = '']) => (isReplaced(name) ? [`${path}: ${name}`] : [])),
  )
  expect(found).toEqual([])
})

it('no name of the program is a participle alone', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(declared)].flatMap(([, name = '']) => (alone.includes(name) ? [`${path}: ${name}`] : [])),
  )
  expect(found).toEqual([])
})

it('what a file exports is not named by a participle alone', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) ([A-Za-z]+)\b/gm)].flatMap(
      ([, name = '']) => (isParticiple(name) ? [`${path}: ${name}`] : []),
    ),
  )
  expect(found).toEqual([])
})

it('the words the glossary replaced are no file names', () => {
  const names = ['src', 'machines', 'tests'].flatMap((folder) => readdirSync(folder, { recursive: true }).map(String))
  expect(names.filter((name) => isReplaced(name.split('/').at(-1) ?? ''))).toEqual([])
})

it('a folder holds at most 30 files', () => {
  const count = new Map<string, number>()
  for (const { path } of sources.filter((source) => !source.path.startsWith('tests/'))) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    count.set(folder, (count.get(folder) ?? 0) + 1)
  }
  expect([...count].filter(([, files]) => files > 30)).toEqual([])
})
