import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const records = modules.flatMap((module) => module.records)

describe.each(oneEngine)('the records of the demo bureau on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  /** Somebody who holds the permission; null when nobody does. */
  const holderOf = async (permission: string): Promise<Client | null> => {
    const { rows } = await sql<{ username: string }>`
      select u.username from app_user u join user_role m on m.user_id = u.id join role_permission g on g.role_id = m.role_id join permission p on p.id = g.permission_id
      where p.value = ${permission} and u.state order by u.id limit 1`.execute(app.database.db)
    return rows[0] ? app.as(rows[0].username) : null
  }

  it.each(records.map((record) => [record.name, record] as const))(
    '%s is listed with every column sorted, opened row by row, and offered to pickers',
    async (_name, record) => {
      const reader = await holderOf(record.permissions.search)
      expect(reader, record.permissions.search).not.toBeNull()
      const list = await reader?.get<{ id: number }[]>(record.path)
      expect(list).toMatchObject({ status: 200, code: 2000, total: expect.any(Number) })
      for (const column of record.list.columns) {
        if (
          ['lines', 'files', 'people', 'departments', 'choices'].includes(record.fields[column]?.kind ?? '') ||
          record.fields[column]?.maskedUnless !== undefined
        )
          continue
        for (const ordering of [column, `-${column}`])
          expect(
            await reader?.get(record.path, { query: { ordering, search: 'a', limit: '5' } }),
            ordering,
          ).toMatchObject({ code: 2000 })
      }
      expect(await reader?.get(`${record.path}options/`, { query: { search: 'a' } })).toMatchObject({ code: 2000 })
      const id = list?.data[0]?.id
      const opener = record.permissions.retrieve === undefined ? null : await holderOf(record.permissions.retrieve)
      if (id === undefined || opener === null || opener.userId !== reader?.userId) return
      expect(await opener.get(`${record.path}${id}/`)).toMatchObject({ code: 2000, data: { id } })
      expect(await opener.get(`${record.path}${id}/timeline/`)).toMatchObject({ code: 2000, data: expect.any(Array) })
      expect(await opener.get(`${record.path}${id}/related/`)).toMatchObject({ code: 2000, data: expect.any(Array) })
    },
  )

  it.each(
    records.filter((record) => record.permissions.export !== undefined).map((record) => [record.name, record] as const),
  )('%s is exported, and the operation log knows how many rows left', async (_name, record) => {
    const exporter = await holderOf(record.permissions.export ?? '')
    expect(exporter, record.permissions.export).not.toBeNull()
    const answer = await exporter?.get<{ exportJob?: { total: number } } | undefined>(`${record.path}export_data/`)
    // So many rows that the file is made in the background.
    if (answer?.data?.exportJob !== undefined) {
      const list = await exporter?.get(record.path)
      expect(answer.data.exportJob.total).toBe(list?.total)
      return
    }
    expect(answer?.raw.headers['content-disposition']).toMatch(
      new RegExp(`filename="${record.name}_20260311100000\\.xlsx"`),
    )
    const [head, ...rows] = await readSheet(answer?.raw.rawPayload ?? Buffer.alloc(0))
    expect(head?.length).toBeGreaterThan(0)
    expect(answer?.raw.headers['x-row-count']).toBe(String(rows.length))
    await expect
      .poll(async () => {
        const { rows: logged } = await sql<{ request: string; userId: number }>`
        select request, user_id from operation_log where path = ${`${record.path}export_data/`} order by id desc limit 1`.execute(
          app.database.db,
        )
        return logged[0] && { ...JSON.parse(logged[0].request), by: logged[0].userId }
      })
      .toEqual({ query: {}, rows: rows.length, by: exporter?.userId })
  })

  it.each(
    records.filter((record) => record.permissions.import !== undefined).map((record) => [record.name, record] as const),
  )('%s offers an import template', async (_name, record) => {
    const importer = await holderOf(record.permissions.import ?? '')
    expect(importer, record.permissions.import).not.toBeNull()
    const answer = await importer?.get(`${record.path}import_template/`)
    const [head] = await readSheet(answer?.raw.rawPayload ?? Buffer.alloc(0))
    expect(head?.length).toBeGreaterThan(0)
  })
})
