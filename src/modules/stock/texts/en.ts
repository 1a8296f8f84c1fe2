import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import stock from './stock.en.ts'
import stockDocuments from './stock-documents.en.ts'
import stockReads from './stock-reads.en.ts'
import stockRecords from './stock-records.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(stock, stockRecords, stockDocuments, stockReads) satisfies SameKeys<typeof zhHans>
