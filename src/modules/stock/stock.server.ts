import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { goodsReceipts, purchaseDemands, stockLedger, storeLedger } from './contract.ts'
import { countRecord } from './counts/count.server.ts'
import { countRoutes } from './counts/sheet.server.ts'
import { seedStock } from './demo/stock-seed.server.ts'
import { createGoodsReceipts } from './documents/goods.server.ts'
import { entryRoutes } from './entry/entry.server.ts'
import { createPurchaseDemands } from './ledger/demands.server.ts'
import { createStockLedger } from './ledger/ledger.server.ts'
import { analysisRoutes } from './pages/analysis.server.ts'
import { overviewRoutes } from './pages/overview.server.ts'
import { stockRoutes } from './pages/pages.server.ts'
import { printRoutes } from './pages/print/print.server.ts'
import { batchRecord } from './records/batches.server.ts'
import { choiceRoutes } from './records/choices.server.ts'
import { demandRoutes } from './records/demands.server.ts'
import { documentRecords } from './records/documents.server.ts'
import { itemRecord, warehouseRecord } from './records/items.server.ts'
import { demandRecord, periodRecord } from './records/lists.server.ts'
import { stockJobs } from './stock-jobs.server.ts'
import { createStoreLedger, isKeptElsewhere } from './stores/stores.server.ts'

/** Places of the item of a row. */
const PLACES = '(select i.qty_places from stock_item i where i.id = r.item_id)'

export default defineModuleServer({
  services: [
    provideService(stockLedger, createStockLedger),
    provideService(storeLedger, createStoreLedger),
    provideService(purchaseDemands, createPurchaseDemands),
    provideService(goodsReceipts, createGoodsReceipts),
  ],
  records: {
    ...documentRecords,
    warehouse: warehouseRecord,
    stockItem: itemRecord,
    stockBatch: batchRecord,
    stockCount: countRecord,
    stockEntry: { waiting: isKeptElsewhere },
    stockIssue: {
      computed: {
        qtyPlaces: PLACES,
        qty: 'r.qty',
        value: 'r.value',
        returnedQty: 'r.returned_qty',
        keptQty: 'r.qty - r.returned_qty',
        keptValue: 'r.value - r.returned_value',
        isReturned: 'r.returned_qty >= r.qty',
        itemName: '(select i.name from stock_item i where i.id = r.item_id)',
        spec: "(select concat_ws(' ', nullif(i.spec, ''), nullif(r.size, '')) from stock_item i where i.id = r.item_id)",
        unit: '(select i.unit from stock_item i where i.id = r.item_id)',
        category: '(select i.category from stock_item i where i.id = r.item_id)',
        batchNo: '(select t.batch_no from stock_batch t where t.id = r.batch_id)',
      },
    },
    purchaseDemand: demandRecord,
    stockPeriod: periodRecord,
  },
  routes: [
    ...countRoutes,
    ...stockRoutes,
    ...overviewRoutes,
    ...analysisRoutes,
    ...printRoutes,
    ...entryRoutes,
    ...choiceRoutes,
    ...demandRoutes,
  ],
  jobs: stockJobs,
  seedDemo: seedStock,
})
