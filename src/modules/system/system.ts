import { defineModule } from '#src/define/module.ts'
import { dept } from './dept.ts'
import { systemMessages } from './system.messages.ts'

/** System administration: so far departments. */
export const system = defineModule({
  name: 'system',
  messages: systemMessages,
  records: [dept],
  applications: [],
  dictionaries: { deptUse: ['children', 'people', 'budget'] },
  pages: [
    {
      path: '/system/dept',
      catalogue: 'system',
      sort: 30,
      icon: 'diagram-tree',
      permissions: ['dept:Search'],
      shell: { component: 'dept' },
    },
  ],
  permissions: [
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
  ],
})
