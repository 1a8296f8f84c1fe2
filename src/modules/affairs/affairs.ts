import { defineModule } from '#src/define/module.ts'
import { affairsMessages } from './affairs.messages.ts'
import { affairsDictionaries, affairsPermissions } from './affairs.names.ts'
import definitions from './definitions.ts'

/** Affairs without a register of their own. */
export const affairs = defineModule({
  name: 'affairs',
  messages: affairsMessages,
  ...definitions,
  dictionaries: affairsDictionaries,
  notifiesRoles: ['supervisor'],
  permissions: affairsPermissions,
})
