import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { sealMessages } from './seal.messages.ts'
import { sealDictionaries, sealPermissions } from './seal.names.ts'

/** Seals: the application to use one, their registers, and when they are out of the office (23.12). */
export const sealModule = defineModule({
  name: 'seal',
  messages: sealMessages,
  ...definitions,
  dictionaries: sealDictionaries,
  notifiesRoles: ['sealKeeper'],
  permissions: sealPermissions,
})
