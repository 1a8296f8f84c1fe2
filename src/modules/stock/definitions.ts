import type { Definitions } from '#src/define/module.ts'
import { stockCount } from './counts/count.ts'
import { stockAdjust, stockIn, stockOut, stockTransfer } from './records/documents.ts'
import { stockItem, warehouse } from './records/item.ts'
import { purchaseDemand, stockBalance, stockBatch, stockEntry, stockIssue, stockPeriod } from './records/lists.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    warehouse,
    stockItem,
    stockBalance,
    stockBatch,
    stockIn,
    stockOut,
    stockTransfer,
    stockAdjust,
    stockCount,
    stockEntry,
    stockIssue,
    purchaseDemand,
    stockPeriod,
  ],
  applications: [],
} satisfies Definitions
