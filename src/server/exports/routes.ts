import { sql } from 'kysely'
import { z } from 'zod'
import { FileAnswer, ListAnswer } from '#src/define/answer.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { findStored } from '#src/server/files/files.ts'
import { Storage } from '#src/server/files/storage.ts'
import { idParams, pageQuery } from '#src/server/http/schemas.ts'
import { exportablesOf } from './exportable.ts'
import { type ExportJob, jobColumns, ownJob, showJob, wakeExports } from './job.ts'

const path = '/api/system/export_job/'

/** One's own exports: which there are, the file, another try. */
export function exportRoutes(services: Services): readonly RouteDefinition[] {
  const { texts } = services
  const storage = new Storage(services.mode.dataDir)
  return [
    route({
      method: 'GET',
      url: path,
      permission: 'signedIn',
      query: z.strictObject(pageQuery),
      handle: async ({ unit, access, language, query: { page, limit } }) => {
        const { rows } = await sql<ExportJob & { count: number }>`
          select ${jobColumns}, count(*) over () as count from export_job where owner_id = ${access.userId}
          order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(unit.db)
        const total =
          rows[0]?.count ??
          (
            await sql<{ n: number }>`select count(*) as n from export_job where owner_id = ${access.userId}`.execute(
              unit.db,
            )
          ).rows[0]?.n ??
          0
        return new ListAnswer(
          rows.map((job) => showJob(texts, language, job)),
          { page, limit, total },
        )
      },
    }),
    route({
      method: 'GET',
      url: `${path}:id/`,
      permission: 'signedIn',
      params: idParams,
      handle: async ({ unit, access, language, params }) => {
        const job = await ownJob(unit.db, access.userId, params.id)
        if (!job) throw notFound()
        return showJob(texts, language, job)
      },
    }),
    route({
      method: 'GET',
      url: `${path}:id/download/`,
      operation: operation('export.download', { of: 'exportJob' }),
      permission: 'signedIn',
      params: idParams,
      handle: async ({ unit, access, params }) => {
        const job = await ownJob(unit.db, access.userId, params.id)
        if (!job) throw notFound()
        const permission = exportablesOf(services).get(job.resource)?.permission
        if (permission === undefined || !access.may(permission)) throw permissionDenied()
        if (job.state === 'expired') throw new RuleError('export.expired')
        const file = job.fileId === null ? undefined : await findStored(unit, job.fileId)
        if (!file) throw new RuleError('export.notReady')
        return new FileAnswer({ name: file.name, mime: file.mime, content: storage.read(file.hash), rows: job.rows })
      },
    }),
    route({
      method: 'POST',
      url: `${path}:id/retry/`,
      operation: operation('export.retry', { of: 'exportJob' }),
      permission: 'signedIn',
      params: idParams,
      handle: async ({ unit, access, language, params }) => {
        const job = await ownJob(unit.db, access.userId, params.id, true)
        if (!job) throw notFound()
        if (job.state !== 'failed' && job.state !== 'expired') throw new RuleError('record.stateInvalid')
        await sql`
          update export_job set state = 'waiting', rows = 0, attempts = 0, error = null, size = null, file_name = null, finished_at = null, expires_at = null
          where id = ${job.id}`.execute(unit.db)
        await wakeExports(unit)
        return showJob(texts, language, (await ownJob(unit.db, access.userId, job.id)) ?? job)
      },
    }),
  ]
}
