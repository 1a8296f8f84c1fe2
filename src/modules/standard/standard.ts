import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { standardMessages } from './standard.messages.ts'
import { standardColors, standardDictionaries, standardPermissions } from './standard.names.ts'

/** Allocation standards: what people, departments and rooms may have, in published versions (50.7). */
export const standard = defineModule({
  name: 'standard',
  messages: standardMessages,
  ...definitions,
  dictionaries: standardDictionaries,
  colors: standardColors,
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
