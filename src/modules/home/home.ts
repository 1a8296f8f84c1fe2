import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { homeMessages } from './home.messages.ts'
import { homePermissions } from './home.names.ts'

/** Layouts of the home page, figures of leaders and the board (10.2). */
export const home = defineModule({
  name: 'home',
  messages: homeMessages,
  ...definitions,
  pages: [],
  permissions: homePermissions,
})
