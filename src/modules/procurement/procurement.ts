import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { procurementMessages } from './procurement.messages.ts'
import { procurementPermissions } from './procurement.names.ts'

/** Vendors; what is bought from them comes later (50.7). */
export const procurement = defineModule({
  name: 'procurement',
  messages: procurementMessages,
  ...definitions,
  pages: [
    {
      path: '/procurement/vendor',
      catalogue: 'purchasing',
      sort: 40,
      icon: 'tabler-gavel',
      permissions: ['vendor:Search'],
      shell: { record: 'vendor' },
    },
  ],
  permissions: procurementPermissions,
})
