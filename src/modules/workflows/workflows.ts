import { joinMessages } from '#src/define/messages.ts'
import { defineModule } from '#src/define/module.ts'
import { comingMessages } from './coming.messages.ts'
import { financeTypes } from './finance-types.ts'
import { carTypes, maintenanceTypes, procurementTypes } from './logistics-types.ts'
import { policyMessages } from './policy.messages.ts'
import { workflowPolicy } from './policy.ts'
import { receiveTypes } from './receive-types.ts'

/** Workflows by themselves: the chains of the types whose forms come later, and the policies all must keep. */
export const workflows = defineModule({
  name: 'workflows',
  messages: joinMessages(comingMessages, policyMessages),
  records: [workflowPolicy],
  applications: [],
  coming: [...financeTypes, ...carTypes, ...maintenanceTypes, ...procurementTypes, ...receiveTypes],
  pages: [
    {
      path: '/workflow/policy',
      catalogue: 'workflow',
      sort: 70,
      icon: 'shield',
      permissions: ['workflowPolicy:Search'],
      shell: { record: 'workflowPolicy' },
    },
  ],
  permissions: [
    {
      resource: 'workflowPolicy',
      actions: {
        Search: ['sysAdmin', 'auditor'],
        Retrieve: ['sysAdmin', 'auditor'],
        Create: ['sysAdmin'],
        Update: ['sysAdmin'],
        Delete: ['sysAdmin'],
      },
    },
  ],
  dictionaries: {
    carPurpose: ['official', 'courier', 'emergency', 'escort', 'reception', 'inspection'],
    policyRule: ['approvals', 'passes', 'atMost', 'never', 'before'],
    policyTrait: ['autoPass', 'skipEmpty', 'transfer', 'unsigned'],
    policyStates: ['key', 'role', 'kind'],
    policyOperator: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'empty', 'notEmpty'],
  },
})
