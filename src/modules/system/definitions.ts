import type { Definitions } from '#src/define/module.ts'
import { area } from './areas/area.ts'
import { dept } from './departments/dept.ts'
import { dictionary, dictionaryEntry } from './dictionaries/dictionary.ts'
import { file } from './files/file.ts'
import { frontendLog, loginLog, operationLog } from './logs/logs.ts'
import { machineAccount } from './machine-accounts/machine-account.ts'
import { menu } from './menus/menu.ts'
import { menuButton } from './menus/menu-button.ts'
import { role } from './roles/role.ts'
import { user } from './users/user.ts'
import { appVersion } from './versions/app-version.ts'
import { webHook, webHookDelivery } from './web-hooks/web-hook.ts'
import { whiteList } from './white-list/white-list.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    user,
    role,
    dept,
    menu,
    menuButton,
    dictionary,
    dictionaryEntry,
    area,
    appVersion,
    whiteList,
    machineAccount,
    webHook,
    webHookDelivery,
    loginLog,
    operationLog,
    frontendLog,
    file,
  ],
  applications: [],
} satisfies Definitions
