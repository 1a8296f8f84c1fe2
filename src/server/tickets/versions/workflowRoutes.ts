import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { machineQuery, workflowQuery } from '../commands/bodies.ts'
import { exportDesign } from '../designs/exporting.ts'
import type { ReaderOf } from '../queries/lines.ts'
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
      handle: (request) =>
        listWorkflows(reader(request), {
          ...request.query,
          group: request.query.group,
          status: request.query.status,
          search: request.query.search,
        }),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      handle: (request) => workflowDetail(reader(request), request.params.id),
    }),
    route({
      method: 'POST',
      url: `${WORKFLOWS}:id/verify/`,
      operation: operation('workflow.verify', { of: 'workflow' }),
      permission: 'workflow:Retrieve',
      unlogged: true,
      params: idParams,
      handle: (request) => verifyWorkflow(reader(request), request.params.id),
    }),
    route({
      method: 'GET',
      url: `${WORKFLOWS}:id/machine/`,
      permission: 'workflow:Retrieve',
      params: idParams,
      query: machineQuery,
      handle: (request) => exportDesign(reader(request), request.params.id, request.query.format, undefined),
    }),
  ]
}
