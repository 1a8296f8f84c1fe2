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
