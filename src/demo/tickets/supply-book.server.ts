import { purchaseDemands, stockLedger } from '#src/define/ledgers.ts'
import type { ApplicationServer, Base, EffectRun } from '#src/define/server.ts'
import { createPurchaseDemands } from '#src/modules/stock/ledger/demands.server.ts'
import { createStockLedger } from '#src/modules/stock/ledger/ledger.server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Book } from './world.server.ts'

const types = ['officeSupplies', 'medicalSupplies', 'supplyRequest'] as const

/** Requests for items run by the product's own forms, effects and ledger: what they take is gone from the demo's stock. */
export function openSupplyBook(engine: Engine): Book {
  return {
    types: Object.fromEntries(
      types.flatMap((type): [string, ApplicationServer][] => {
        const server = engine.servers.get(type)
        return server ? [[type, server]] : []
      }),
    ),
    effects: Object.fromEntries(
      [...engine.effects].flatMap(([name, { run }]): [string, EffectRun][] =>
        name.startsWith('supplies.') ? [[name, run]] : [],
      ),
    ),
    ledgers: { [stockLedger.name]: createStockLedger, [purchaseDemands.name]: createPurchaseDemands },
    async write() {},
  }
}

/** Ids of the demo's items by name. */
export async function itemsByName(base: Base): Promise<ReadonlyMap<string, number>> {
  const items = await base
    .ledger(stockLedger)
    .catalogue(['officeSupplies', 'medical', 'cleaning', 'equipment', 'other'])
  return new Map(items.map(({ id, name }) => [name, id]))
}
