/** Commits row after row into the embedded database of its first parameter, and prints each id once acknowledged. */
import { connect } from '#src/server/database/connect.ts'

const database = await connect({ dataDir: process.argv[2] })
await database.pool.query('create table if not exists mark (id integer generated always as identity primary key)')
for (;;) {
  const { rows } = await database.pool.query<{ id: number }>('insert into mark default values returning id')
  process.stdout.write(`${rows[0]?.id}\n`)
}
