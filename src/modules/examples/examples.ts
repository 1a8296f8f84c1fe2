import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { examplesMessages } from './examples.messages.ts'
import { examplesColors, examplesDictionaries, examplesPermissions } from './examples.names.ts'

/** The example table: what the shared table can do, on rows of its own (10.7). */
export const examples = defineModule({
  name: 'examples',
  messages: examplesMessages,
  ...definitions,
  dictionaries: examplesDictionaries,
  colors: examplesColors,
  pages: [
    {
      path: '/data-table-demo',
      catalogue: 'system',
      sort: 200,
      icon: 'list-columns',
      permissions: ['dataTableDemo:Search'],
      shell: {
        component: 'examples',
        tabs: [
          { key: 'list', record: 'demoRow', only: {} },
          { key: 'order', record: 'demoRow', only: {} },
          { key: 'long', record: 'demoRow', only: {} },
          { key: 'states', record: 'demoRow', only: {} },
          { key: 'uses', record: 'demoRow', only: {} },
        ],
      },
    },
  ],
  permissions: examplesPermissions,
})
