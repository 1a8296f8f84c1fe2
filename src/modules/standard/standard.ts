import { joinMessages } from '#src/define/messages.ts'
import { defineModule } from '#src/define/module.ts'
import { equipStandard } from './equip-standard.ts'
import { standardPageMessages } from './pages/standard-pages.messages.ts'
import { standardMessages } from './standard.messages.ts'
import { standardDictionaries, standardPermissions } from './standard.names.ts'
import { standardReadMessages } from './standard-reads.messages.ts'
import { standardCompliance, standardException, standardItem, standardVersion } from './standard-records.ts'

/** Allocation standards: what people, departments and rooms may have, in published versions (50.7). */
export const standard = defineModule({
  name: 'standard',
  messages: joinMessages(standardMessages, standardPageMessages, standardReadMessages),
  records: [standardItem, equipStandard, standardException, standardVersion, standardCompliance],
  applications: [],
  dictionaries: standardDictionaries,
  pages: [
    {
      path: '/stockmanage/standardEquipment',
      catalogue: 'stock',
      sort: 30,
      icon: 'clipboard',
      permissions: ['equipStandard:Search', 'equipStandard:Compliance'],
      shell: {
        component: 'standard',
        tabs: [
          { key: 'office', record: 'equipStandard', only: { kind: 'office' } },
          { key: 'clothing', record: 'equipStandard', only: { kind: 'clothing' } },
          { key: 'police', record: 'equipStandard', only: { kind: 'police' } },
          { key: 'versions', record: 'standardVersion' },
          { key: 'compliance', record: 'standardCompliance' },
          { key: 'exceptions', record: 'standardException' },
          { key: 'items', record: 'standardItem' },
        ],
      },
    },
  ],
  permissions: standardPermissions,
})
