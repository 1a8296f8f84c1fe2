/** How PostgreSQL goes about a decision: a plan is made early, when the tables are small, and kept while they grow. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { asked, planOf } from '#tests/harness/asked.ts'
import { engines } from '#tests/harness/engines.ts'
import { split } from './applications.ts'
import { openBureau } from './bureau.ts'

it.runIf(engines.includes('postgres'))('a decision looks through none of the lists it writes to', async () => {
  const bureau = await openBureau('postgres')
  const client = new pg.Client({ connectionString: bureau.database.url ?? '' })
  await client.connect()
  try {
    const { ticket } = await bureau.submit('pann', split.key)
    const queries = await asked(/ticket/, () => bureau.approve('zhang', ticket.id))
    const writes = queries.filter(({ text }) => text.includes('insert into ticket_'))
    expect(writes).toHaveLength(1)
    for (const query of writes) expect(await planOf(client, query)).not.toMatch(/Seq Scan on ticket/)
  } finally {
    await client.end()
    await bureau.close()
  }
})

it.runIf(engines.includes('postgres'))('a decision reads the notices of its own ticket alone', async () => {
  const bureau = await openBureau('postgres')
  const client = new pg.Client({ connectionString: bureau.database.url ?? '' })
  await client.connect()
  try {
    await client.query(`
      insert into notice (recipient_id, content_type, title, link, ticket_id, asks, read_at, created_at)
      select u.id, 'TICKET', '{"zhHans":"x","en":"x"}'::jsonb, '/workflow/ticket/' || n, n, n % 10 = 0, case when n % 2 = 0 then now() end, now()
      from generate_series(1000000, 1000500) n, (select id from app_user order by id limit 10) u`)
    await client.query('analyze notice')
    const { ticket } = await bureau.submit('pann', split.key)
    const [write, ...more] = await asked(/update notice n/, () => bureau.approve('zhang', ticket.id))
    expect(more).toEqual([])
    expect(write && (await planOf(client, write))).not.toMatch(/Seq Scan on notice/)
  } finally {
    await client.end()
    await bureau.close()
  }
})
