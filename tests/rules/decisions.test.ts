import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const folder = fileURLToPath(new URL('../../docs/decisions', import.meta.url))
const files = readdirSync(folder).sort()
const numberOf = (index: number): string => String(index + 1).padStart(4, '0')

it('decision records are numbered without gaps and headed by their number', () => {
  expect(files.map((file) => file.slice(0, 5))).toEqual(files.map((_, index) => `${numberOf(index)}-`))
  const heads = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n')[0] ?? '')
  expect(heads.filter((head, index) => !new RegExp(`^# ${numberOf(index)} [A-Z]`).test(head))).toEqual([])
})

it('decision records take at most a page each', () => {
  const words = (file: string): number => readFileSync(`${folder}/${file}`, 'utf8').split(/\s+/).length
  expect(files.filter((file) => words(file) > 750)).toEqual([])
})

it('decisions that the source refers to exist', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecision (\d{4})\b/g)].map((match) => ({ path, number: match[1] ?? '' })),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter(({ number }) => Number(number) > files.length)).toEqual([])
})
