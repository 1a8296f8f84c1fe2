import type { OwnPage } from '#src/define/module.ts'

/** Where roles, menus and buttons are kept (60.2, 60.4). */
export const accessPages: readonly OwnPage[] = [
  {
    path: '/system/role',
    catalogue: 'system',
    sort: 20,
    icon: 'people',
    permissions: ['role:Search', 'accessCheck:Search'],
    shell: { component: 'role' },
  },
  {
    path: '/system/role/{id}',
    catalogue: 'system',
    sort: 21,
    icon: 'people',
    permissions: ['role:Retrieve'],
    shell: { component: 'roleDetail' },
    visible: false,
  },
  {
    path: '/system/menu',
    catalogue: 'system',
    sort: 40,
    icon: 'list-columns',
    permissions: ['menu:Search'],
    shell: { component: 'menu' },
  },
  {
    path: '/system/menuButton',
    catalogue: 'system',
    sort: 50,
    icon: 'key',
    permissions: ['menuButton:Search'],
    shell: { component: 'menuButton' },
  },
]
