import { defineModule } from '#src/define/module.ts'
import definitions from './definitions.ts'
import { projectsMessages } from './projects.messages.ts'
import { projectsColors, projectsDictionaries, projectsPermissions } from './projects.names.ts'

/** Projects: the library of what is wanted, and the ledger of what is carried out. */
export const projects = defineModule({
  name: 'projects',
  messages: projectsMessages,
  ...definitions,
  dictionaries: projectsDictionaries,
  colors: projectsColors,
  pages: [
    {
      path: '/business/project-library',
      catalogue: 'budget',
      sort: 30,
      icon: 'box',
      permissions: ['project:Search'],
      shell: { component: 'library' },
    },
    {
      path: '/business/project-library/indexCopy',
      catalogue: 'budget',
      sort: 31,
      icon: 'list-columns',
      permissions: ['project:Search'],
      shell: { component: 'board' },
      visible: false,
    },
    {
      path: '/business/project-library/{id}',
      catalogue: 'budget',
      sort: 32,
      icon: 'box',
      permissions: ['project:Retrieve'],
      shell: { component: 'project' },
      visible: false,
    },
    {
      path: '/projectbank',
      catalogue: 'budget',
      sort: 40,
      icon: 'clipboard',
      permissions: ['projectExec:Search'],
      shell: { component: 'bank' },
    },
    {
      path: '/projectbank/indexCopy',
      catalogue: 'budget',
      sort: 41,
      icon: 'calendar',
      permissions: ['projectExec:Search'],
      shell: { component: 'timeline' },
      visible: false,
    },
    {
      path: '/projectbank/indexCopy1',
      catalogue: 'budget',
      sort: 42,
      icon: 'pie-chart',
      permissions: ['projectExec:Search'],
      shell: { component: 'cards' },
      visible: false,
    },
  ],
  permissions: projectsPermissions,
})
