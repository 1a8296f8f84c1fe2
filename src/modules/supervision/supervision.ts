import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { supervisionMessages } from './supervision.messages.ts'
import { supervisionColors, supervisionDictionaries, supervisionPermissions } from './supervision.names.ts'

/** Supervision: matters that leaders give to departments, until they are closed (10.5). */
export const supervision = defineModule({
  name: 'supervision',
  messages: supervisionMessages,
  ...definitions,
  dictionaries: supervisionDictionaries,
  colors: supervisionColors,
  notifiesRoles: ['supervisor'],
  pages: [
    {
      path: '/supervision',
      catalogue: 'supervision',
      sort: 10,
      icon: 'clipboard',
      permissions: ['supervision:Search'],
      shell: {
        component: 'supervision',
        tabs: [
          { key: 'all', record: 'supervisionItem', only: {} },
          // What the reader gave to others, has to do, and assists in.
          { key: 'given', record: 'supervisionItem', only: {} },
          { key: 'mine', record: 'supervisionItem', only: {} },
          { key: 'assisting', record: 'supervisionItem', only: {} },
          { key: 'overdue', record: 'supervisionItem', only: { light: 'red' } },
          // Drawn as cards by state, and as a month.
          { key: 'board', record: 'supervisionItem', only: {} },
          { key: 'calendar', record: 'supervisionItem', only: {} },
          { key: 'notices', record: 'supervisionNotice' },
          // What modules found worth supervising.
          { key: 'offers', record: 'supervisionOffer' },
          { key: 'replies', record: 'supervisionReply' },
          { key: 'extensions', record: 'supervisionExtension' },
          { key: 'milestones', record: 'supervisionMilestone' },
        ],
      },
    },
  ],
  permissions: supervisionPermissions,
})
