import { sql } from 'kysely'
import type { ApplicationDefinition } from '#src/define/application.ts'
import { addDays } from '#src/define/days.ts'
import type { ApplicationServer, EffectRun, UnitOfWork } from '#src/define/server.ts'
import { idleByItem } from '#src/modules/asset/asset-seed.server.ts'
import { createAssetLedger } from '#src/modules/asset/cards/asset-ledger.server.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import { createEntitlements } from '#src/modules/standard/entitlements.server.ts'
import { purchaseDemands, stockLedger } from '#src/modules/stock/contract.ts'
import { createPurchaseDemands } from '#src/modules/stock/ledger/demands.server.ts'
import { createStockLedger } from '#src/modules/stock/ledger/ledger.server.ts'
import { entitledOf } from '#src/modules/supplies/clothing/entitled.server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Bureau } from './bureau.server.ts'
import type { Stores } from './store-stories.ts'
import type { Book } from './world.server.ts'

const OWN_EFFECT = /^(supplies|asset|maintenance)\./

/** Whether an application hands out of the stores or repairs, by the effects it declares. */
const isSupply = ({ effects }: ApplicationDefinition): boolean =>
  Object.values(effects)
    .flatMap((planned) => (Array.isArray(planned) ? planned : Object.values(planned).flat()))
    .some((name) => OWN_EFFECT.test(String(name)))

/** Requests for items, equipment and repairs run by the product's own forms, effects and ledger: what they take is gone from the demo's stock. */
export function openSupplyBook(engine: Engine): Book {
  return {
    types: Object.fromEntries(
      [...engine.applications.values()].filter(isSupply).flatMap(({ key }): [string, ApplicationServer][] => {
        const server = engine.servers.get(key)
        return server ? [[key, server]] : []
      }),
    ),
    effects: Object.fromEntries(
      [...engine.effects].flatMap(([name, { run }]): [string, EffectRun][] =>
        OWN_EFFECT.test(name) ? [[name, run]] : [],
      ),
    ),
    services: {
      [stockLedger.name]: createStockLedger,
      [purchaseDemands.name]: createPurchaseDemands,
      [assetLedger.name]: (unit) => createAssetLedger(unit),
      [entitlements.name]: createEntitlements,
    },
    async write() {},
  }
}

/** Ids of the demo's items by name. */
export async function itemsByName(unit: UnitOfWork): Promise<ReadonlyMap<string, number>> {
  const items = await unit
    .service(stockLedger)
    .catalogue(['officeSupplies', 'medical', 'cleaning', 'equipment', 'other'])
  return new Map(items.map(({ id, name }) => [name, id]))
}

/** What the writers of stories about devices, furniture and clothing choose from. */
export async function openStores(unit: UnitOfWork, { people, today }: Bureau): Promise<Stores> {
  // The oldest of these stories began some weeks ago.
  const endedBy = addDays(today, -60)
  const parts = await unit.service(stockLedger).catalogue(['electronicParts', 'clothing'])
  const standing = await entitledOf(
    unit,
    people.map(({ id }) => id),
    null,
    { withGear: false },
  )
  const { rows: named } = await sql<{ id: number; name: string }>`select id, name from shared_standard_item`.execute(
    unit.db,
  )
  const held = new Map<number, readonly { readonly id: number; readonly name: string }[]>()
  for (const { id } of people) held.set(id, await unit.service(assetLedger).heldCards(id))
  return {
    items: new Map(parts.map(({ id, name }) => [name, id])),
    standards: new Map(named.map(({ id, name }) => [name, id])),
    idle: await idleByItem(unit),
    held: (person, name) => held.get(person)?.find((card) => card.name === name)?.id ?? 0,
    isUnissued: (person, name) => {
      const own = standing.find((one) => one.userId === person && one.itemName === name)
      return own !== undefined && own.issued === 0 && (own.nextDueAt === null || own.nextDueAt < endedBy)
    },
  }
}
