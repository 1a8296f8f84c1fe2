import { joinTexts } from '#src/define/messages.ts'
import stock from './stock.zhHans.ts'
import stockDocuments from './stock-documents.zhHans.ts'
import stockReads from './stock-reads.zhHans.ts'
import stockRecords from './stock-records.zhHans.ts'

export default joinTexts(stock, stockRecords, stockDocuments, stockReads)
