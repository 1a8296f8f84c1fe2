import { joinTexts } from '#src/define/messages.ts'
import area from '../areas/area.zhHans.ts'
import backup from '../backups/backup.zhHans.ts'
import config from '../config/config.zhHans.ts'
import dept from '../departments/dept.zhHans.ts'
import dictionary from '../dictionaries/dictionary.zhHans.ts'
import file from '../files/file.zhHans.ts'
import job from '../jobs/job.zhHans.ts'
import logs from '../logs/logs.zhHans.ts'
import machineAccount from '../machine-accounts/machine-account.zhHans.ts'
import menu from '../menus/menu.zhHans.ts'
import message from '../messages/message.zhHans.ts'
import role from '../roles/role.zhHans.ts'
import appVersion from '../versions/app-version.zhHans.ts'
import webHook from '../web-hooks/web-hook.zhHans.ts'
import whiteList from '../white-list/white-list.zhHans.ts'

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
)
