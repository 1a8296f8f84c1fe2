import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './stock-reads.zhHans.ts'

export default {
  reads: {
    '/api/stock/overview/': 'Shows an overview of the stock',
    '/api/stock/analysis/': 'Analyses consumption, turnover and months of cover',
    '/api/stock/period/:id/report/': 'Shows receipts, issues and balances of a period',
    '/api/stock/document/:id/print/': 'Shows a stock document for printing',
    '/api/stock/document/:id/pick/': 'Shows the picking list of a document',
    '/api/stock/batch/:id/holders/': 'Lists who received goods of a batch',
    '/api/stock/demand/choices/': 'Looks up purchase demands that wait for goods',
    '/api/stock/count/mine/': 'Lists the stock counts in which the caller counts',
    '/api/stock/scan/': 'Finds an item by its barcode',
  },
} satisfies SameKeys<typeof zhHans>
