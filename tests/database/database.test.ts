import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#src/server/database/connect.ts'
import { OutsideTransactionError } from '#src/server/database/context.ts'
import { listen, notify } from '#src/server/database/notify.ts'
import { withTimeToThink } from '#src/server/database/patient.ts'
import { isAway } from '#src/server/database/pool.ts'
import { statement, verbatim } from '#src/server/database/statement.ts'
import { createDatabase, engines, runsOn, type TestDatabase } from '#tests/harness/engines.ts'

type Account = { account: { id: number; balance: number } }

describe.each(engines)('the database on %s', (kind) => {
  let database: TestDatabase
  const errors: Error[] = []

  beforeAll(async () => {
    database = await createDatabase(kind, undefined, { onError: (error) => errors.push(error) })
    await database.pool.query('create table account (id integer primary key, balance integer not null)')
    await database.pool.query('insert into account values (1, 100), (2, 100)')
  })
  afterAll(() => database.close())

  const balances = async () =>
    (await database.pool.query<{ balance: number }>('select balance from account order by id')).rows.map(
      (row) => row.balance,
    )

  it('gives numbers, decimal strings, days, moments and objects as TypeScript expects them', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as big_number, 12.50::numeric(12,2) as money, date '2026-02-28' as some_day,
             timestamptz '2026-01-01 00:00:00+08' as some_moment, '{"snake_key": [1, {"camelKey": null}]}'::jsonb as details,
             array[1, null]::int8[] as ids, array['2026-01-01']::date[] as days, array[1.10]::numeric[] as amounts,
             array['甲', null, 'a"b'] as names`.execute(database.db)
    expect(rows).toEqual([
      {
        bigNumber: 9007199254740991,
        money: '12.50',
        someDay: '2026-02-28',
        someMoment: new Date('2025-12-31T16:00:00Z'),
        details: { snake_key: [1, { camelKey: null }] },
        ids: [1, null],
        days: ['2026-01-01'],
        amounts: ['1.10'],
        names: ['甲', null, 'a"b'],
      },
    ])
    await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow(RangeError)
  })

  it('gives back what was written: ids, money, days, moments and objects', async () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const value = fc.record({
      someId: fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
      money: fc
        .bigInt({ min: 0n, max: 99_999_999_999_999n })
        .map((cents) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`),
      someDay: day,
      someMoment: fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
      ids: fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { maxLength: 4 }),
      days: fc.array(day, { maxLength: 4 }),
      isOpen: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const details = { ids: given.ids, 'as it is': { money: given.money } }
        const { rows } = await sql`
          select ${given.someId}::bigint as some_id, ${given.money}::numeric(14,2) as money, ${given.someDay}::date as some_day, ${given.someMoment}::timestamptz as some_moment,
            ${given.ids}::bigint[] as ids, ${given.days}::date[] as days, ${given.isOpen}::boolean as is_open, ${JSON.stringify(details)}::jsonb as details`.execute(
          database.db,
        )
        expect(rows).toEqual([{ ...given, details }])
      }),
      { numRuns: runsOn(kind, 100) },
    )
  })

  it('counts days in Asia/Shanghai and knows btree_gist', async () => {
    const { rows } = await database.pool.query(`select (timestamptz '2026-01-01 16:30:00Z')::date as day`)
    expect(rows).toEqual([{ day: '2026-01-02' }])
    await database.pool.query('create extension if not exists btree_gist')
    await database.pool.query(
      'create table stay (room integer, days daterange, exclude using gist (room with =, days with &&))',
    )
    await database.pool.query(`insert into stay values (1, '[2026-01-01,2026-01-03)')`)
    const overlapping = database.pool.query(`insert into stay values (1, '[2026-01-02,2026-01-05)')`)
    await expect(overlapping).rejects.toMatchObject({ code: '23P01' })
  })

  it('commits a transaction that succeeds and rolls back one that throws', async () => {
    await inTransaction(database, async (transaction) => {
      await transaction.withTables<Account>().updateTable('account').set({ balance: 90 }).where('id', '=', 1).execute()
    })
    const failing = inTransaction(database, async (transaction) => {
      await sql`update account set balance = 0`.execute(transaction)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await balances()).toEqual([90, 100])
  })

  it('sends deferred statements in their order with the next one, and their failure is that one’s', async () => {
    const add = statement<{ n: number }>('deferred')`update account set balance = balance + ${'n'} where id = 1`
    const double = statement('deferred')`update account set balance = balance * 2 where id = 1`
    const addAgain = statement('deferred')`insert into account values (2, 0)`
    const seen = await inTransaction(database, async (transaction) => {
      await add(transaction, { n: 5 })
      await double(transaction, {})
      const rows = await transaction
        .withTables<Account>()
        .selectFrom('account')
        .select('balance')
        .orderBy('id')
        .execute()
      await add(transaction, { n: -90 })
      return rows[0]?.balance
    })
    expect(seen).toBe(190)
    expect(await balances()).toEqual([100, 100])
    const failing = inTransaction(database, async (transaction) => {
      await add(transaction, { n: 1 })
      await addAgain(transaction, {})
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await balances()).toEqual([100, 100])
  })

  it('sends a statement whose text is fixed with the values its places name, each once', async () => {
    const own = statement<{ least: number; id: number }, { id: number; balance: number; asked: number }>()`
      select ${verbatim('id, balance')}, ${'id'}::int as asked from account where id = ${'id'} and balance >= ${'least'}`
    expect(await own(database.db, { id: 2, least: 100 })).toEqual([{ id: 2, balance: 100, asked: 2 }])
    expect(await own(database.db, { id: 2, least: 101 })).toEqual([])
    const listed = statement<{ id: number }, { id: number; asked: number }>()`
      select ${[verbatim('id, '), 'id', verbatim('::int as asked')]} from account where id = ${'id'}`
    expect(await listed(database.db, { id: 2 })).toEqual([{ id: 2, asked: 2 }])
  })

  it('does not call a transaction done of which a statement failed unnoticed', async () => {
    const careless = inTransaction(database, async (transaction) => {
      await sql`update account set balance = 1`.execute(transaction)
      await sql`select 1 / 0`.execute(transaction).catch(() => undefined)
    })
    await expect(careless).rejects.toThrow('rolled back')
    await inTransaction(database, async () => undefined)
    expect(await balances()).toEqual([100, 100])
  })

  it('refuses a query to the pool from inside a transaction at once, and does not outlive it', async () => {
    let later: Promise<unknown> = Promise.resolve()
    await inTransaction(database, async (transaction) => {
      await expect(database.pool.query('select 1')).rejects.toThrow(OutsideTransactionError)
      await expect(sql`select 1`.execute(database.db)).rejects.toThrow(OutsideTransactionError)
      await expect(inTransaction(database, async () => undefined)).rejects.toThrow(OutsideTransactionError)
      await sql`select 1`.execute(transaction)
      later = new Promise((resolve, reject) => {
        setTimeout(() => sql`select 1`.execute(database.db).then(resolve, reject), 50)
      })
    })
    await later
    const [outer] = await Promise.all([balances(), inTransaction(database, (t) => sql`select 1`.execute(t))])
    expect(outer).toHaveLength(2)
  })

  it('repeats a transaction after a serialization failure or deadlock, and gives up after the retries', async () => {
    for (const code of ['40001', '40P01']) {
      let attempts = 0
      const fail = sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`)
      const result = await inTransaction(database, async (transaction) => {
        attempts += 1
        if (attempts < 3) {
          await fail.execute(transaction)
        }
        return attempts
      })
      expect(result).toBe(3)
      const hopeless = inTransaction(database, (transaction) => fail.execute(transaction), { retries: 1 })
      await expect(hopeless).rejects.toMatchObject({ code })
    }
  })

  it.runIf(kind === 'postgres')('loses no update of concurrent serializable transactions', async () => {
    const before = (await balances())[1] ?? 0
    const add = () =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await sql<{ balance: number }>`select balance from account where id = 2`.execute(transaction)
          await sql`update account set balance = ${(rows[0]?.balance ?? 0) + 1} where id = 2`.execute(transaction)
        },
        { isolation: 'serializable', retries: 20 },
      )
    await Promise.all(Array.from({ length: 8 }, add))
    expect((await balances())[1]).toBe(before + 8)
  })

  it('goes on after a migration changed what a prepared statement returns', async () => {
    const read = () => database.db.withTables<Account>().selectFrom('account').selectAll().where('id', '=', 1).execute()
    await read()
    await database.pool.query(`alter table account add column note text not null default ''`)
    const inside = await inTransaction(database, (transaction) =>
      transaction.withTables<Account>().selectFrom('account').selectAll().where('id', '=', 1).execute(),
    )
    expect(inside).toEqual([{ id: 1, balance: 100, note: '' }])
    await database.pool.query('alter table account drop column note')
    expect(await read()).toEqual([{ id: 1, balance: 100 }])
  })

  it('delivers a notification after the commit and none after a rollback', async () => {
    const heard: string[] = []
    const second = new Promise<void>((resolve) => {
      void listen(
        database,
        'ticket_changed',
        (payload) => payload === '3' && resolve(),
        () => undefined,
      )
    })
    const stop = await listen(
      database,
      'ticket_changed',
      (payload) => heard.push(payload),
      () => undefined,
    )
    await listen(
      database,
      'ticket_changed',
      () => {
        throw new Error('a listener that fails')
      },
      () => undefined,
    )
    const undone = inTransaction(database, async (transaction) => {
      await notify(transaction, 'ticket_changed', '1')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await inTransaction(database, async (transaction) => {
      await notify(transaction, 'ticket_changed', '2')
      await notify(transaction, 'other_channel', '2')
      await sql`select pg_sleep(0.05)`.execute(transaction)
      expect(heard).toEqual([])
    })
    await inTransaction(database, (transaction) => notify(transaction, 'ticket_changed', '3'))
    await second
    expect(heard).toEqual(['2', '3'])
    expect(errors.map((error) => error.message)).toContain('a listener that fails')
    await stop()
    await inTransaction(database, (transaction) => notify(transaction, 'ticket_changed', '4'))
    expect(heard).toEqual(['2', '3'])
    await expect(inTransaction(database, (t) => notify(t, 'ticket_changed', '汉'.repeat(3000)))).rejects.toThrow(
      RangeError,
    )
    await expect(inTransaction(database, (t) => notify(t, 'a; drop table account', ''))).rejects.toThrow(RangeError)
  })

  it.runIf(kind === 'postgres')(
    'listens again when the connection for notifications was lost, and says so',
    async () => {
      let payload: (value: string) => void = () => undefined
      const heard = new Promise<string>((resolve) => {
        payload = resolve
      })
      const reconnected = new Promise<void>((resolve) => {
        void listen(database, 'after_loss', (value) => payload(value), resolve)
      })
      await listen(
        database,
        'ready',
        () => undefined,
        () => undefined,
      )
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      )
      await reconnected
      await inTransaction(database, (transaction) => notify(transaction, 'after_loss', '5'))
      expect(await heard).toBe('5')
    },
  )

  it.runIf(kind === 'postgres')(
    'takes a transaction for away that the server ended while nothing was heard of it',
    async () => {
      const failing = inTransaction(database, async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout = 50`.execute(transaction)
        // Nothing is read meanwhile, as where the way to the server is held up.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
        await sql`select 1`.execute(transaction)
      })
      const error: unknown = await failing.catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: '25P03' })
      expect(isAway(error)).toBe(true)
    },
  )

  it('ends a transaction of which nothing is heard, tells so once, and lets the others go on', async () => {
    const lost: Error[] = []
    let hear = (): void => undefined
    const isLost = new Promise<void>((resolve) => {
      hear = resolve
    })
    const onError = (error: Error): void => {
      lost.push(error)
      hear()
    }
    const hasty = await createDatabase(kind, undefined, { poolSize: 1, idleTransactionTimeout: 200, onError })
    try {
      await hasty.pool.query('create table kept (id integer)')
      const stuck = inTransaction(hasty, async (transaction) => {
        await sql`insert into kept values (1)`.execute(transaction)
        await isLost
        await sql`insert into kept values (2)`.execute(transaction)
      })
      const others = Array.from({ length: 3 }, () => hasty.pool.query('select id from kept'))
      expect(isAway(await stuck.catch((caught: unknown) => caught))).toBe(true)
      expect((await Promise.all(others)).map(({ rows }) => rows)).toEqual([[], [], []])
      expect(lost).toMatchObject([{ code: '25P03' }])
    } finally {
      await hasty.close()
    }
  })

  it('leaves a transaction its time to think where it asks for it, and only there', async () => {
    const lost: Error[] = []
    const options = { poolSize: 1, idleTransactionTimeout: 200, onError: (error: Error) => void lost.push(error) }
    const hasty = await createDatabase(kind, undefined, options)
    try {
      const thought = database.pool.query('select pg_sleep(0.6)')
      const found = await inTransaction(hasty, async (transaction) => {
        await sql.raw(withTimeToThink).execute(transaction)
        await thought
        return (await sql`select 1 as one`.execute(transaction)).rows
      })
      expect(found).toEqual([{ one: 1 }])
      expect(lost).toEqual([])
      const next = database.pool.query('select pg_sleep(0.6)')
      const thoughtless = inTransaction(hasty, async (transaction) => {
        await sql`select 1`.execute(transaction)
        await next
        await sql`select 1`.execute(transaction)
      })
      expect(isAway(await thoughtless.catch((caught: unknown) => caught))).toBe(true)
    } finally {
      await hasty.close()
    }
  })

  it.runIf(kind === 'postgres')('replaces connections that the server ended', async () => {
    await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select pg_sleep(0.02)')))
    const torn = inTransaction(database, async (transaction) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
    })
    await expect(torn).rejects.toMatchObject({ code: '57P01' })
    expect(await balances()).toHaveLength(2)
  })

  it('stops a statement that runs too long with 57014', async () => {
    const hasty = await createDatabase(kind, undefined, { statementTimeout: 500 })
    try {
      const slow = inTransaction(hasty, (transaction) => sql`select pg_sleep(30)`.execute(transaction))
      await expect(slow).rejects.toMatchObject({ code: '57014' })
      await hasty.pool.query('select 1')
    } finally {
      await hasty.close()
    }
  })
})
