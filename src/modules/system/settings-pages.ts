import type { OwnPage } from '#src/define/module.ts'

const catalogue = 'system'

/** Pages by which the house is set up: 60.5, 60.6, 60.7, 60.11. */
export const settingsPages: readonly OwnPage[] = [
  {
    path: '/system/dictionary',
    catalogue,
    sort: 60,
    icon: 'document',
    permissions: ['dictionary:Search'],
    shell: { component: 'dictionary' },
  },
  {
    path: '/system/areas',
    catalogue,
    sort: 65,
    icon: 'diagram-tree',
    permissions: ['area:Search'],
    shell: { component: 'area' },
  },
  {
    path: '/system/config',
    catalogue,
    sort: 70,
    icon: 'cog',
    permissions: ['config:Search'],
    shell: { component: 'config' },
  },
  {
    path: '/system/appVersion',
    catalogue,
    sort: 110,
    icon: 'tabler-git-branch',
    permissions: ['appVersion:Search'],
    shell: { record: 'appVersion' },
  },
  {
    path: '/system/whiteList',
    catalogue,
    sort: 115,
    icon: 'endorsed',
    permissions: ['whiteList:Search'],
    shell: {
      component: 'whiteList',
      tabs: [
        { key: 'whiteList', record: 'whiteList' },
        { key: 'machineAccount', record: 'machineAccount' },
        { key: 'webHook', record: 'webHook' },
        { key: 'webHookDelivery', record: 'webHookDelivery' },
      ],
    },
  },
]
