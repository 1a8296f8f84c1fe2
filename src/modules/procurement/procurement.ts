import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { procurementMessages } from './procurement.messages.ts'
import { procurementColors, procurementDictionaries, procurementPermissions } from './procurement.names.ts'

/** Purchases from their authorisation to the archive, and the vendors they are bought from (50.8 to 50.10). */
export const procurement = defineModule({
  name: 'procurement',
  messages: procurementMessages,
  ...definitions,
  dictionaries: { ...procurementDictionaries, commitmentKind: ['purchase'] },
  colors: procurementColors,
  pages: [
    {
      path: '/procurement/disclosure-intention',
      catalogue: 'purchasing',
      sort: 10,
      icon: 'tabler-eye-check',
      permissions: ['intention:Search'],
      shell: { component: 'procurement', tabs: [{ key: 'intentions', record: 'intention' }] },
    },
    {
      path: '/procurement/project-purchasing',
      catalogue: 'purchasing',
      sort: 20,
      icon: 'tabler-shopping-cart',
      permissions: ['purchase:Search'],
      shell: {
        component: 'procurement',
        tabs: [
          { key: 'purchases', record: 'purchase' },
          { key: 'contracts', record: 'purchaseContract' },
          { key: 'deliveries', record: 'purchaseDelivery' },
          { key: 'acceptances', record: 'purchaseAcceptance' },
          { key: 'bulkConfigs', record: 'bulkConfig' },
        ],
      },
    },
    {
      path: '/procurement/selective-module',
      catalogue: 'purchasing',
      sort: 30,
      icon: 'tabler-gavel',
      permissions: ['selection:Search', 'vendor:Search'],
      shell: {
        component: 'procurement',
        tabs: [
          { key: 'selections', record: 'selection' },
          { key: 'vendors', record: 'vendor' },
          { key: 'quotes', record: 'selectionQuote' },
        ],
      },
    },
    // Members of a panel are found in every department: they come here by a message.
    {
      path: '/procurement/review',
      catalogue: 'purchasing',
      sort: 31,
      icon: 'tabler-gavel',
      visible: false,
      permissions: ['comparison:Create'],
      shell: { component: 'procurement' },
    },
    {
      path: '/procurement/vendor',
      catalogue: 'purchasing',
      sort: 40,
      icon: 'tabler-building',
      permissions: ['vendor:Search'],
      shell: { record: 'vendor' },
    },
  ],
  permissions: procurementPermissions,
})
