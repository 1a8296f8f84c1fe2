import { defineModule, type OwnPage } from '#src/define/module.ts'
import { accessPages } from './access-pages.ts'
import definitions from './definitions.ts'
import { settingsPages } from './settings-pages.ts'
import { systemMessages } from './system.messages.ts'
import { systemColors, systemDictionaries, systemPermissions } from './system.names.ts'

const logIcons = { loginLog: 'log-in', operationLog: 'history', frontendLog: 'warning-sign' } as const

/** System administration. */
export const system = defineModule({
  name: 'system',
  messages: systemMessages,
  ...definitions,
  dictionaries: systemDictionaries,
  colors: systemColors,
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
      path: '/databackup',
      catalogue: 'system',
      sort: 130,
      icon: 'saved',
      permissions: ['backup:Search'],
      shell: { component: 'backup' },
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
    ...(['loginLog', 'operationLog', 'frontendLog'] as const).map(
      (log, index): OwnPage => ({
        path: `/system/log/${log}`,
        catalogue: 'system',
        sort: 120 + index,
        icon: logIcons[log],
        permissions: [`${log}:Search`],
        shell: { component: log },
      }),
    ),
    ...settingsPages,
  ],
  permissions: systemPermissions,
})
