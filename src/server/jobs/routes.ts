import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { dutiesOf } from './duties.ts'
import { jobHistory, listJobs, requestRun } from './history.ts'

const path = '/api/system/job/'
/** A name of a duty of this server; nothing else is ever run. */
const params = z.strictObject({ key: z.string().max(80) })

/** The duties of the server for the system administrator. */
export function jobRoutes(services: Services): readonly RouteDefinition[] {
  const duties = () => dutiesOf(services)
  return [
    route({
      method: 'GET',
      url: path,
      permission: 'job:Search',
      handle: ({ unit }) => listJobs(unit, duties()),
    }),
    route({
      method: 'GET',
      url: `${path}:key/history/`,
      permission: 'job:Search',
      params,
      handle: ({ unit, language, params: { key } }) => {
        if (!duties().some((duty) => duty.name === key)) throw notFound()
        return jobHistory(unit, key, language)
      },
    }),
    route({
      method: 'POST',
      url: `${path}:key/run/`,
      operation: operation('job.run', { of: 'job', param: 'key' }),
      permission: 'job:Run',
      params,
      handle: ({ unit, access, params: { key } }) => requestRun(unit, duties(), key, access.userId),
    }),
  ]
}
