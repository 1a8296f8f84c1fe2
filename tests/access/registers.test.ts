/** Registers of applications: a role that may open one may read what it lists. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import { startApp } from '#tests/harness/app.ts'

/** Who is shown the tickets of a type instead, since the record tells more than their work is about. */
const readTickets = ['hrOfficer subsidy']

it('the register of an application can be read, and that of item tickets exported, by every role that may open it', async () => {
  const app = await startApp({ bureau: 'empty' })
  const { rows } = await sql<{ role: string; value: string }>`
    select r.key as role, p.value from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id`.execute(
    app.database.db,
  )
  await app.close()
  const holders = new Map<string, Set<string>>()
  for (const { role, value } of rows) holders.set(value, (holders.get(value) ?? new Set()).add(role))
  const records = new Map(modules.flatMap((module) => module.records.map((record) => [record.name as string, record])))
  const lacking = modules.flatMap(({ name, applications }) =>
    applications.flatMap(({ key, register = [] }) => {
      const record = records.get(register[0] ?? '')
      const needed = [
        [`${key}:Register`, record?.permissions.search],
        ...(['supplies', 'asset'].includes(name) ? [[`${key}:Export`, record?.permissions.export]] : []),
      ]
      return needed.flatMap(([opens = '', reads = '']) =>
        [...(holders.get(opens) ?? [])]
          .filter((role) => record !== undefined && !readTickets.includes(`${role} ${key}`))
          .filter((role) => holders.get(reads)?.has(role) !== true)
          .map((role) => `${role}: ${opens} without ${reads}`),
      )
    }),
  )
  expect(lacking).toEqual([])
})
