import { defineModule } from '#src/define/module.ts'
import type { ConfigRule } from '#src/define/settings.ts'
import definitions from './definitions.ts'
import { maintenanceMessages } from './maintenance.messages.ts'
import { maintenanceColors, maintenanceDictionaries, maintenancePermissions } from './maintenance.names.ts'
import { urgencyTitles } from './urgencies.messages.ts'

/** Hours by urgency, less for what is more urgent; working hours but for critical repairs. */
const hours: ConfigRule = {
  ascending: true,
  parts: urgencyTitles.map((titles) => ({ ...titles, type: 'number', min: 1, max: 1000 })),
}

/** Repair of buildings and equipment: applications, work orders and inspections (22.4, 22.5, 40.3). */
export const maintenance = defineModule({
  name: 'maintenance',
  messages: maintenanceMessages,
  ...definitions,
  dictionaries: maintenanceDictionaries,
  colors: maintenanceColors,
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
          // Drawn as the day of the worker.
          { key: 'work', record: 'workOrder', only: {} },
          { key: 'orders', record: 'workOrder' },
          { key: 'rounds', record: 'inspectRound' },
          { key: 'plans', record: 'inspectPlan' },
          // Drawn as the year of all plans.
          { key: 'year', record: 'inspectPlan', only: {} },
          { key: 'templates', record: 'inspectTemplate' },
          // Drawn as the contractors with what their orders say of them.
          { key: 'contractors', record: 'inspectPlan', only: {} },
        ],
      },
    },
    // Where the code at the door of a room leads.
    {
      path: '/r/{code}',
      catalogue: 'logistics',
      sort: 11,
      icon: 'tabler-tool',
      visible: false,
      permissions: ['internalMaintenance:Create'],
      shell: { component: 'maintenance' },
    },
  ],
  settings: [
    {
      key: 'maintenance.responseHours',
      group: 'base',
      type: 'json',
      rule: hours,
      value: { normal: 24, urgent: 8, critical: 2 },
    },
    {
      key: 'maintenance.resolveHours',
      group: 'base',
      type: 'json',
      rule: hours,
      value: { normal: 72, urgent: 24, critical: 8 },
    },
  ],
  permissions: maintenancePermissions,
})
