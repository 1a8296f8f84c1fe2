import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import batch from './batches/batch.en.ts'
import cashier from './cashier.en.ts'
import correction from './corrections/correction.en.ts'
import type zhHans from './pay.zhHans.ts'
import reconciliation from './reconciliation/reconciliation.en.ts'
import recovery from './recoveries/recovery.en.ts'

export default joinTexts(cashier, batch, correction, recovery, reconciliation) satisfies SameKeys<typeof zhHans>
