import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import area from '../areas/area.en.ts'
import backup from '../backups/backup.en.ts'
import config from '../config/config.en.ts'
import dept from '../departments/dept.en.ts'
import dictionary from '../dictionaries/dictionary.en.ts'
import file from '../files/file.en.ts'
import job from '../jobs/job.en.ts'
import logs from '../logs/logs.en.ts'
import machineAccount from '../machine-accounts/machine-account.en.ts'
import menu from '../menus/menu.en.ts'
import message from '../messages/message.en.ts'
import role from '../roles/role.en.ts'
import appVersion from '../versions/app-version.en.ts'
import webHook from '../web-hooks/web-hook.en.ts'
import whiteList from '../white-list/white-list.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(
  dept,
  dictionary,
  area,
  config,
  appVersion,
  whiteList,
  machineAccount,
  webHook,
  menu,
  role,
  logs,
  file,
  message,
  job,
  backup,
) satisfies SameKeys<typeof zhHans>
