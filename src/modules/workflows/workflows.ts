import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { workflowsMessages } from './workflows.messages.ts'
import { workflowsColors, workflowsDictionaries, workflowsPermissions } from './workflows.names.ts'

/** Workflows by themselves: the policies all must keep, and what went wrong with tickets. */
export const workflows = defineModule({
  name: 'workflows',
  messages: workflowsMessages,
  ...definitions,
  pages: [
    {
      path: '/workflow/policy',
      catalogue: 'workflow',
      sort: 70,
      icon: 'shield',
      permissions: ['workflowPolicy:Search'],
      shell: { component: 'workflowPolicy' },
    },
    {
      path: '/workflow/incident',
      catalogue: 'workflow',
      sort: 80,
      icon: 'warning-sign',
      permissions: ['ticketIncident:Search'],
      shell: { record: 'ticketIncident' },
    },
    {
      path: '/workflow/replay-report',
      catalogue: 'workflow',
      sort: 90,
      icon: 'history',
      permissions: ['ticketIncident:Search'],
      shell: { record: 'ticketReplayReport' },
    },
  ],
  permissions: workflowsPermissions,
  dictionaries: workflowsDictionaries,
  colors: workflowsColors,
})
