import { defineModule } from '#src/define/module.ts'
import { accessPages, accessPermissions } from './access-pages.ts'
import { appVersion } from './app-version.ts'
import { area } from './area.ts'
import { dept } from './dept.ts'
import { dictionary, dictionaryEntry } from './dictionary.ts'
import { file } from './file.ts'
import { frontendLog, loginLog, operationLog } from './logs.ts'
import { menu } from './menu.ts'
import { menuButton } from './menu-button.ts'
import { role } from './role.ts'
import { settingsGrants, settingsPages } from './settings-pages.ts'
import { systemMessages } from './system.messages.ts'
import { user } from './user.ts'
import { whiteList } from './white-list.ts'

const logIcons = { loginLog: 'log-in', operationLog: 'history', frontendLog: 'warning-sign' } as const

/** System administration. */
export const system = defineModule({
  name: 'system',
  messages: systemMessages,
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
    loginLog,
    operationLog,
    frontendLog,
    file,
  ],
  applications: [],
  dictionaries: {
    deptUse: ['children', 'people', 'budget'],
    valueType: ['0', '1', '2', '3', '4', '5', '6', '7'],
    chipColor: ['info', 'success', 'warning', 'error', 'primary'],
  },
  pages: [
    ...accessPages,
    {
      path: '/system/user',
      catalogue: 'system',
      sort: 10,
      icon: 'people',
      permissions: ['user:Search'],
      shell: { component: 'user' },
    },
    {
      path: '/system/dept',
      catalogue: 'system',
      sort: 30,
      icon: 'diagram-tree',
      permissions: ['dept:Search'],
      shell: { component: 'dept' },
    },
    {
      path: '/system/fileList',
      catalogue: 'system',
      sort: 80,
      icon: 'document',
      permissions: ['file:Search'],
      shell: { component: 'fileList' },
    },
    {
      path: '/system/job',
      catalogue: 'system',
      sort: 100,
      icon: 'cog',
      permissions: ['job:Search'],
      shell: { component: 'job' },
    },
    {
      path: '/system/messageCenter',
      catalogue: 'system',
      sort: 90,
      icon: 'inbox',
      permissions: ['message:Search'],
      shell: { component: 'messageCenter' },
    },
    {
      path: '/system/messageCenter/demo',
      catalogue: 'system',
      sort: 91,
      icon: 'inbox',
      permissions: ['message:Send'],
      shell: { component: 'messageDemo' },
      visible: false,
    },
    ...(['loginLog', 'operationLog', 'frontendLog'] as const).map((log, index) => ({
      path: `/system/log/${log}`,
      catalogue: 'system',
      sort: 120 + index,
      icon: logIcons[log],
      permissions: [`${log}:Search`],
      shell: { component: log },
    })),
    ...settingsPages,
  ],
  permissions: [
    ...(['operationLog', 'frontendLog'] as const).map((resource) => ({
      resource,
      actions: { Search: ['auditor'], Retrieve: ['auditor'], Export: ['auditor'] },
    })),
    { resource: 'job', actions: { Search: ['sysAdmin', 'auditor'], Run: ['sysAdmin'] } },
    {
      resource: 'message',
      actions: { Search: ['staff'], Retrieve: ['staff'], Send: ['sysAdmin', 'securityAdmin'] },
    },
    {
      resource: 'file',
      actions: { Search: ['sysAdmin'], Retrieve: ['sysAdmin'], Delete: ['sysAdmin'], Download: ['sysAdmin'] },
    },
    {
      resource: 'loginLog',
      actions: { Search: ['securityAdmin', 'auditor'], Retrieve: ['securityAdmin', 'auditor'], Export: ['auditor'] },
    },
    ...accessPermissions,
    {
      resource: 'user',
      actions: {
        Search: ['sysAdmin', 'securityAdmin', 'hrOfficer'],
        Retrieve: ['sysAdmin', 'securityAdmin'],
        Create: ['sysAdmin'],
        Update: ['sysAdmin'],
        Delete: ['sysAdmin'],
        Enable: ['sysAdmin'],
        Disable: ['sysAdmin'],
        Import: ['sysAdmin'],
        Export: ['sysAdmin'],
        AssignRole: ['securityAdmin'],
        Unlock: ['securityAdmin'],
        ResetPassword: ['securityAdmin'],
      },
    },
    { resource: 'session', actions: { Search: ['securityAdmin'], Kick: ['securityAdmin'] } },
    {
      resource: 'dept',
      actions: {
        Search: ['sysAdmin', 'securityAdmin', 'hrOfficer', 'auditor'],
        Retrieve: ['sysAdmin', 'securityAdmin', 'hrOfficer', 'auditor'],
        Create: ['sysAdmin'],
        Update: ['sysAdmin'],
        Delete: ['sysAdmin'],
        Move: ['sysAdmin'],
        Import: ['sysAdmin'],
        Export: ['sysAdmin', 'auditor'],
      },
    },
    ...settingsGrants,
  ],
})
