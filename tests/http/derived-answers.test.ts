/** What the document of the API says of answers is derived from their types, and nothing of it is written by hand. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readAnswers, textOf } from '../../scripts/contract/answers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the derived answers are those of the types; `npm run contract` writes them anew', () => {
  expect(textOf(readAnswers(root))).toBe(readFileSync(`${root}/src/server/documentation/answers.json`, 'utf8'))
})
