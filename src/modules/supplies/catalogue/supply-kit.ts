import { defineRecord } from '#src/define/record.ts'
import { choice, lines, longText, quantity, reference, text } from '#src/fields/field.ts'

/** A set of items that are asked for together, such as the newcomer set or the duty bag. */
export const supplyKit = defineRecord({
  name: 'supplyKit',
  table: 'supply_kit',
  path: '/api/supplies/kit/',
  permissions: {
    search: 'supplyKit:Search',
    retrieve: 'supplyKit:Search',
    create: 'supplyKit:Create',
    update: 'supplyKit:Update',
    remove: 'supplyKit:Delete',
  },
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    lines: lines(
      {
        itemId: reference('stockItem', { required: true, options: '/api/stock/item/choices/' }),
        qty: quantity({ required: true, positive: true, max: 999, initial: 1, ofItem: 'itemId' }),
      },
      { required: true, min: 1, max: 30 },
    ),
    state: choice('stockState', { required: true, initial: 'active' }),
    remark: longText(0, 200),
  },
  titleFields: ['name'],
  list: { columns: ['name', 'lines', 'state', 'remark'], filters: ['state'], search: ['name'], order: 'name' },
  naturalKey: ['name'],
})
