/** Exports of whole data sets for a period (10.6): what a person may export anyway, with the scope and the masks of that person (BKP-08). */
import { z } from 'zod'
import { exportFormats } from '#src/define/answers/files.ts'
import { operation } from '#src/define/operations/operations.ts'
import { permissionDenied, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { dayText } from '#src/server/http/schemas.ts'
import { exportablesOf } from './exportable.ts'
import { titleOf } from './job.ts'
import { exportData } from './request.ts'

const day = dayText.nullable().default(null)
const PATH = '/api/system/backup/data/'

export function dataExportRoutes(services: Services): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: PATH,
      permission: 'backup:ExportData',
      handle: async ({ access, language }) =>
        [...exportablesOf(services).values()]
          .filter(({ permission }) => access.may(permission))
          .map(({ name }) => ({ name, title: titleOf(services.texts, language, name) }))
          .toSorted((a, b) => a.title.localeCompare(b.title, language === 'en' ? 'en' : 'zh-Hans')),
    }),
    route({
      method: 'POST',
      url: PATH,
      operation: operation('export.data'),
      permission: 'backup:ExportData',
      body: z.strictObject({ dataset: z.string().max(64), from: day, to: day, format: z.enum(exportFormats) }),
      handle: async (request) => {
        const { dataset, from, to, format } = request.body
        if (from !== null && to !== null && to < from)
          throw new ValidationError({ to: [{ key: 'check.notBefore', params: [from] }] })
        const exportable = exportablesOf(services).get(dataset)
        // The answer does not say whether the data set exists.
        if (exportable === undefined || !request.access.may(exportable.permission)) throw permissionDenied()
        const wanted = { query: exportable.everything(request.access), fromDay: from, toDay: to, format }
        return exportData(services, request, dataset, wanted)
      },
    }),
  ]
}
