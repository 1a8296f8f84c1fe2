import { joinTexts } from '#src/define/messages.ts'
import batch from './batches/batch.zhHans.ts'
import cashier from './cashier.zhHans.ts'
import correction from './corrections/correction.zhHans.ts'
import reconciliation from './reconciliation/reconciliation.zhHans.ts'
import recovery from './recoveries/recovery.zhHans.ts'

export default joinTexts(cashier, batch, correction, recovery, reconciliation)
