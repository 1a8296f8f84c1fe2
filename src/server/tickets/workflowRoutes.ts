import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { machineQuery, workflowQuery } from './bodies.ts'
import { exportDesign } from './designs/exporting.ts'
import type { ReaderOf } from './lines.ts'
import { listWorkflows, verifyWorkflow, workflowDetail } from './workflows.ts'

const WORKFLOWS = '/api/workflow/workflow/'

/** Workflows as they are read: the list, one with its version, what its proof says, and its open formats. */
export function workflowRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: WORKFLOWS,
      permission: 'workflow:Search',
      query: workflowQuery,
      handle: (asked) =>
        listWorkflows(reader(asked), {
          ...asked.query,
          group: asked.query.group,
          status: asked.query.status,
          search: asked.query.search,
        }),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      handle: (asked) => workflowDetail(reader(asked), asked.params.id),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/verify/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      handle: (asked) => verifyWorkflow(reader(asked), asked.params.id),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/machine/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: machineQuery,
      handle: (asked) => exportDesign(reader(asked), asked.params.id, asked.query.format, undefined),
    }),
  ]
}
