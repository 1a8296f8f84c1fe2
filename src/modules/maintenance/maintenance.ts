import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { maintenanceMessages } from './maintenance.messages.ts'
import { maintenanceDictionaries, maintenancePermissions } from './maintenance.names.ts'

/** Repair of buildings and equipment: applications, work orders and inspections (22.4, 22.5, 40.3). */
export const maintenance = defineModule({
  name: 'maintenance',
  messages: maintenanceMessages,
  ...definitions,
  dictionaries: maintenanceDictionaries,
  personalTabs: [{ key: 'repairs', sort: 68 }],
  pages: [
    {
      path: '/maintenance',
      catalogue: 'logistics',
      sort: 10,
      icon: 'tabler-tool',
      permissions: ['maintenance:Search'],
      shell: {
        component: 'maintenance',
        tabs: [
          // Drawn as cards by state.
          { key: 'board', record: 'workOrder', only: {} },
          { key: 'orders', record: 'workOrder' },
          { key: 'rounds', record: 'inspectRound' },
          { key: 'plans', record: 'inspectPlan' },
        ],
      },
    },
    {
      path: '/workflow/maintenance/internalMaintenance',
      catalogue: 'maintenance',
      sort: 10,
      icon: 'tabler-tool',
      permissions: ['internalMaintenance:Create', 'internalMaintenance:Register'],
      shell: { application: 'internalMaintenance' },
    },
    {
      path: '/workflow/maintenance/publicMaintenance',
      catalogue: 'maintenance',
      sort: 20,
      icon: 'tabler-tool',
      permissions: ['publicMaintenance:Create', 'publicMaintenance:Register'],
      shell: { application: 'publicMaintenance' },
    },
  ],
  settings: [
    {
      key: 'maintenance.responseHours',
      group: 'base',
      type: 'json',
      value: { normal: 24, urgent: 8, critical: 2 },
    },
    {
      key: 'maintenance.resolveHours',
      group: 'base',
      type: 'json',
      value: { normal: 72, urgent: 24, critical: 8 },
    },
  ],
  permissions: maintenancePermissions,
})
