import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { FileAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { askOwnPassword } from '#src/server/access/ownPassword.ts'
import type { Services } from '#src/server/app/services.ts'
import { listExports } from '#src/server/exports/listing.ts'
import { idParams, pageQuery } from '#src/server/http/schemas.ts'
import { assertRoom, BACKUP_ENDING, NoRoomError } from './backup.ts'
import { checkLink, makeLink } from './link.ts'
import { overviewOf } from './overview.ts'
import { type KnownBackup, knownBackups } from './place.ts'
import { changePlan, planOf } from './plan.ts'
import { removeBackup } from './records.ts'
import { cancelRun, isInUse, requestRun } from './runs.ts'
import { protectedBackup } from './verdict.ts'

const PATH = '/api/system/backup/'
const MAX_REMARK = 200
const named = z.strictObject({ name: z.string().max(120) })
const BINARY = 'application/octet-stream'

/** Backups for the system administrator (10.6). Restoring is no call: the page shows the command (BKP-06). */
export function backupRoutes(services: Services): readonly RouteDefinition[] {
  const { backups: place, vault } = services
  /** A backup by a name that stands in the folder; nothing else is ever opened. @throws Refusal 4004 */
  async function find(name: string): Promise<{ readonly backup: KnownBackup; readonly all: readonly KnownBackup[] }> {
    const all = await knownBackups(place.folder)
    const backup = all.find((one) => one.name === name)
    if (backup === undefined || !name.endsWith(BACKUP_ENDING)) throw notFound()
    return { backup, all }
  }
  return [
    route({
      method: 'GET',
      url: PATH,
      permission: 'backup:Search',
      handle: ({ unit, language }) => overviewOf(services, unit, language),
    }),
    route({
      method: 'POST',
      url: PATH,
      operation: operation('backup.create'),
      permission: 'backup:Create',
      body: z.strictObject({ remark: z.string().overwrite(trimText).max(MAX_REMARK) }),
      handle: async ({ unit, access, body }) => {
        await refuseWithoutRoom(place.folder)
        const id = await requestRun(unit, { kind: 'backup', file: null, ...body, requestedBy: access.userId })
        return { id }
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:name/verify/`,
      operation: operation('backup.verify', { of: 'literal', param: 'name' }),
      permission: 'backup:Verify',
      params: named,
      handle: async ({ unit, access, params: { name } }) => {
        await find(name)
        return { id: await requestRun(unit, { kind: 'verify', file: name, remark: '', requestedBy: access.userId }) }
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}run/:id/cancel/`,
      operation: operation('backup.cancel'),
      permission: 'backup:Create',
      params: idParams,
      handle: async ({ unit, params }) => {
        await cancelRun(unit, params.id)
        return null
      },
    }),
    route({
      method: 'DELETE',
      url: `${PATH}:name/`,
      operation: operation('backup.remove', { of: 'literal', param: 'name' }),
      permission: 'backup:Delete',
      params: named,
      handle: async ({ unit, params: { name } }) => {
        const { backup, all } = await find(name)
        if (protectedBackup(all) === backup) throw new RuleError('rule.BKP-05')
        if (await isInUse(unit.db, name)) throw new RuleError('backup.inUse')
        await removeBackup(join(place.folder, name))
        return null
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:name/link/`,
      operation: operation('backup.link', { of: 'literal', param: 'name' }),
      permission: 'backup:Download',
      ownTransaction: true,
      params: named,
      body: z.strictObject({ password: z.string() }),
      handle: async (call) => {
        const { name } = call.params
        await find(name)
        await askOwnPassword(services, call, call.body.password)
        const { ticket, until } = makeLink(vault, name, call.access.userId, call.unit.clock.now())
        return { ticket, until: momentText(until) }
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}:name/download/`,
      operation: operation('backup.download', { of: 'literal', param: 'name' }),
      permission: 'backup:Download',
      params: named,
      query: z.strictObject({ ticket: z.string().max(1000) }),
      handle: async ({ unit, access, params: { name }, query: { ticket } }) => {
        checkLink(vault, ticket, name, access.userId, unit.clock.now())
        await find(name)
        return new FileAnswer({ name, mime: BINARY, content: createReadStream(join(place.folder, name)) })
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}schedule/`,
      permission: 'backup:Search',
      query: z.strictObject({ cron: z.string().max(100).optional() }),
      handle: async ({ unit, query: { cron } }) => planOf(unit, cron),
    }),
    route({
      method: 'PUT',
      url: `${PATH}schedule/`,
      operation: operation('backup.schedule'),
      permission: 'backup:Schedule',
      body: z.strictObject({ cron: z.string().overwrite(trimText).max(100), keep: z.number() }),
      handle: async ({ unit, access, body }) => {
        await changePlan(unit, vault, access, body)
        return null
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}exports/`,
      permission: 'backup:Search',
      query: z.strictObject(pageQuery),
      handle: ({ unit, language, query }) => listExports(services, unit, language, query),
    }),
  ]
}

/** @throws RuleError BKP-07 */
async function refuseWithoutRoom(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  try {
    await assertRoom(folder)
  } catch (error) {
    throw error instanceof NoRoomError ? new RuleError('rule.BKP-07') : error
  }
}
