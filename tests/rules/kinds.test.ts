/** A field kind owns everything it knows: what is asked of a field is a question its kind answers, in its folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { kinds } from '#src/fields/kinds.ts'
import { kindFiles } from '../../scripts/contract/kinds.mjs'
import { sources } from './sources.ts'

const names = Object.keys(kinds).join('|')
const asks = new RegExp(
  `\\b(?:field|inner|cell|column)\\.kind [!=]== '(?:${names})'|switch \\((?:\\w+\\.)*field\\.kind\\)`,
)

/** Rules about one kind and no other. */
const ofOneKind: Readonly<Record<string, string>> = {
  'src/client/designer/settings/StateSettings.tsx': 'a handling may begin on the day that a date field holds',
  'src/modules/system/logs/LogPages.client.tsx': 'a log shows its moments to the second',
}

it('nothing outside the kinds asks of which kind a field is', () => {
  const asking = sources.filter(({ path, text }) => !/^src\/fields\/\w+\//.test(path) && asks.test(text))
  expect(asking.map(({ path }) => path).sort()).toEqual(Object.keys(ofOneKind).sort())
})

it('the collections of kinds are those that the list of kinds gives (npm run contract)', () => {
  const folder = 'src/fields/derived'
  const stored = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')])
  expect(Object.fromEntries(stored)).toEqual(kindFiles('./'))
})
