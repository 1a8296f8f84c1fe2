import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import purchases from '../purchases/purchases.en.ts'
import bulk from './bulk.en.ts'
import comparison from './comparison.en.ts'
import guide from './guide.en.ts'
import intention from './intention.en.ts'
import scoring from './scoring.en.ts'
import selection from './selection.en.ts'
import vendor from './vendor.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(vendor, purchases, intention, comparison, bulk, selection, scoring, guide) satisfies SameKeys<
  typeof zhHans
>
