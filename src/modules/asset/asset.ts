import { defineModule } from '#src/define/module.ts'
import { assetMessages } from './asset.messages.ts'
import { assetColors, assetDictionaries, assetPermissions } from './asset.names.ts'
import definitions from './definitions.ts'

/** Fixed assets: cards, who holds them, what becomes of them and of their value (50.5). */
export const assetModule = defineModule({
  name: 'asset',
  messages: assetMessages,
  ...definitions,
  dictionaries: assetDictionaries,
  colors: assetColors,
  settings: [
    {
      key: 'asset.depreciationStart',
      group: 'asset',
      type: 'text',
      value: 'sameMonth',
      options: 'depreciationStart',
      confirmedBy: ['finance'],
    },
    { key: 'asset.threshold', group: 'asset', type: 'number', value: 1000, confirmedBy: ['finance'] },
    { key: 'asset.specialThreshold', group: 'asset', type: 'number', value: 1500, confirmedBy: ['finance'] },
    // Printed on labels: a bureau whose host changes keeps its labels, since scanners read the end of any address.
    {
      key: 'asset.labelHost',
      group: 'asset',
      type: 'text',
      value: '',
      rule: { optional: true, max: 100, regex: 'https?://[A-Za-z0-9.:-]+' },
    },
  ],
  personalTabs: [{ key: 'assets', sort: 62 }],
  pages: [
    {
      path: '/stockmanage/asset',
      catalogue: 'stock',
      sort: 10,
      icon: 'box',
      permissions: ['asset:Search', 'asset:ConfirmTransfer', 'asset:ReviewScrap', 'assetBooking:Search'],
      shell: {
        component: 'asset',
        tabs: [
          { key: 'cards', record: 'asset' },
          { key: 'allocations', record: 'assetAllocation' },
          { key: 'counts', record: 'assetCount' },
          { key: 'repairs', record: 'asset', only: { state: 'repairing' } },
          { key: 'scraps', record: 'assetScrap' },
          { key: 'depreciation', record: 'assetDepreciation' },
          { key: 'labels', record: 'asset', only: { state: 'idle,inUse,repairing' } },
          { key: 'transfers', record: 'assetTransfer' },
          { key: 'bookings', record: 'assetBooking' },
          { key: 'scans', record: 'assetCountScan' },
          { key: 'inspections', record: 'assetInspection' },
          { key: 'sheets', record: 'assetSheet' },
          { key: 'rooms', record: 'assetRoom' },
          { key: 'classes', record: 'assetClass' },
          { key: 'log', record: 'assetLog' },
        ],
      },
    },
    {
      path: '/stockmanage/asset/labels',
      catalogue: 'stock',
      sort: 11,
      icon: 'box',
      visible: false,
      permissions: ['asset:Label'],
      shell: { component: 'asset' },
    },
    {
      path: '/stockmanage/asset/receipts',
      catalogue: 'stock',
      sort: 11,
      icon: 'box',
      visible: false,
      permissions: ['asset:Search'],
      shell: { component: 'asset' },
    },
    // Whoever signed may read their sheet; whoever holds something may scan its label or count.
    {
      path: '/stockmanage/asset/sheet/{id}',
      catalogue: 'stock',
      sort: 12,
      icon: 'box',
      visible: false,
      permissions: ['assetBooking:Search'],
      shell: { component: 'asset' },
    },
    {
      path: '/a/{no}',
      catalogue: 'stock',
      sort: 13,
      icon: 'box',
      visible: false,
      permissions: ['assetBooking:Search'],
      shell: { component: 'asset' },
    },
    {
      path: '/scan',
      catalogue: 'stock',
      sort: 14,
      icon: 'box',
      permissions: ['assetBooking:Search'],
      shell: { component: 'asset' },
    },
  ],
  permissions: assetPermissions,
})
