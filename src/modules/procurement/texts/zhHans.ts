import { joinTexts } from '#src/define/messages.ts'
import purchases from '../purchases/purchases.zhHans.ts'
import bulk from './bulk.zhHans.ts'
import comparison from './comparison.zhHans.ts'
import guide from './guide.zhHans.ts'
import intention from './intention.zhHans.ts'
import scoring from './scoring.zhHans.ts'
import selection from './selection.zhHans.ts'
import vendor from './vendor.zhHans.ts'

export default joinTexts(vendor, purchases, intention, comparison, bulk, selection, scoring, guide)
