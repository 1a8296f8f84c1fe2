/** A field kind owns everything it knows: what is asked of a field is a question its kind answers, in its folder. */
import { expect, it } from 'vitest'
import { kinds } from '#src/fields/kinds.ts'
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
