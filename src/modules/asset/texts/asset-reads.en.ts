import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './asset-reads.zhHans.ts'

export default {
  reads: {
    '/api/assets/catalogue/': 'Show the catalogue of equipment and furniture',
    '/api/assets/asset/serving/': 'Counts the assets in service',
    '/api/assets/asset/by_no/:no/': 'Finds an asset by its number',
    '/api/assets/count/mine/': 'Lists the asset counts in which the caller takes part',
    '/api/assets/count/:id/sheet/': 'Shows the sheet of an asset count',
    '/api/assets/sheet/:id/print/': 'Shows a receipt, handover or count sheet for printing',
    '/api/assets/receipt/': 'Shows receipts of allocations for printing',
    '/api/assets/held/:userId/': 'Lists the assets that a person holds',
    '/api/assets/pool/': 'Shows the booking calendar of pool equipment',
    '/api/assets/pool/options/': 'Finds pool equipment to book by number or name',
    '/api/assets/repair/orders/': 'Finds work orders that a repair may belong to',
    '/api/assets/due/': 'Lists the assets that fall due soon',
    '/api/assets/finance/export_data/': 'Exports the financial statement of assets',
    '/api/assets/labels/': 'Shows what is printed on labels of assets and rooms',
  },
} satisfies SameKeys<typeof zhHans>
