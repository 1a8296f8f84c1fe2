import { defineModule } from '#src/define/module.ts'
import { assetMessages } from './asset.messages.ts'
import { assetDictionaries, assetPermissions } from './asset.names.ts'
import { asset, assetRoom } from './asset-card.ts'
import {
  assetAllocation,
  assetDepreciation,
  assetInspection,
  assetLog,
  assetScrap,
  assetTransfer,
} from './asset-records.ts'
import { officeElectronicEquipment, officeFurniture } from './equipment/equipment-types.ts'

/** Fixed assets: cards, who holds them, what becomes of them and of their value (50.5). */
export const assetModule = defineModule({
  name: 'asset',
  messages: assetMessages,
  records: [asset, assetRoom, assetAllocation, assetTransfer, assetScrap, assetDepreciation, assetInspection, assetLog],
  applications: [officeElectronicEquipment, officeFurniture],
  dictionaries: assetDictionaries,
  settings: [
    { key: 'asset.depreciationStart', group: 'asset', type: 'text', value: 'sameMonth', confirmedBy: ['finance'] },
  ],
  personalTabs: [{ key: 'assets', sort: 62 }],
  pages: [
    {
      path: '/stockmanage/asset',
      catalogue: 'stock',
      sort: 10,
      icon: 'box',
      permissions: ['asset:Search', 'asset:ConfirmTransfer', 'asset:ReviewScrap'],
      shell: {
        tabs: [
          { key: 'cards', record: 'asset' },
          { key: 'allocations', record: 'assetAllocation' },
          { key: 'transfers', record: 'assetTransfer' },
          { key: 'scraps', record: 'assetScrap' },
          { key: 'inspections', record: 'assetInspection' },
          { key: 'depreciation', record: 'assetDepreciation' },
          { key: 'rooms', record: 'assetRoom' },
          { key: 'log', record: 'assetLog' },
        ],
      },
    },
    {
      path: '/workflow/receive/officeElectronicEquipment',
      catalogue: 'receive',
      sort: 60,
      icon: 'box',
      permissions: ['officeElectronicEquipment:Create', 'officeElectronicEquipment:Register'],
      shell: { application: 'officeElectronicEquipment' },
    },
    {
      path: '/workflow/receive/officeFurniture',
      catalogue: 'receive',
      sort: 70,
      icon: 'box',
      permissions: ['officeFurniture:Create', 'officeFurniture:Register'],
      shell: { application: 'officeFurniture' },
    },
  ],
  permissions: assetPermissions,
})
