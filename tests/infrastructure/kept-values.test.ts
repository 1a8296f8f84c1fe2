import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { keptValues } from '#src/define/forms/values.ts'
import type { Executor } from '#src/define/server.ts'
import { coalesce } from '#src/server/coalesce.ts'
import { OutsideTransactionError } from '#src/server/database/context.ts'
import { sharedRun } from '#src/server/database/shared-run.ts'
import { inTransaction } from '#src/server/database/transaction.ts'
import { createDatabase } from '#tests/harness/engines.ts'

const read = async (db: Executor, key: number): Promise<number> => {
  const { rows } = await sql<{ square: number }>`select ${key}::int * ${key}::int as square`.execute(db)
  return rows[0]?.square ?? 0
}

it('a transaction that holds the only connection does not wait for a value that another caller reads through the pool', async () => {
  const database = await createDatabase('embedded')
  onTestFinished(() => database.close())
  const squares = keptValues(read, 10)
  let release = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  let start = (): void => undefined
  const hasBegun = new Promise<void>((resolve) => {
    start = resolve
  })
  const inside = inTransaction(database, async (transaction) => {
    await sql`select 1`.execute(transaction)
    start()
    await isHeld
    return squares.of(transaction, 7)
  })
  await hasBegun
  const outside = squares.of(database.db, 7)
  release()
  expect(await Promise.all([inside, outside])).toEqual([49, 49])
})

it('keeps values and no failures, the newest of them, until it is told to forget', async () => {
  const executors = [{}, {}] as unknown as [Executor, Executor]
  const asked: string[] = []
  const values = keptValues(async (db: Executor, key: string) => {
    asked.push(`${executors.indexOf(db)} ${key}`)
    if (key === 'bad') throw new Error('refused')
    return key.length
  }, 2)
  const [first, second] = executors
  expect(await Promise.all([values.of(first, 'a'), values.of(first, 'a'), values.of(second, 'a')])).toEqual([1, 1, 1])
  expect(asked.splice(0)).toEqual(['0 a', '1 a'])
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(values.of(first, 'bad')).rejects.toThrow('refused')
  expect(asked.splice(0)).toEqual(['0 bad', '0 bad'])
  for (const key of ['bb', 'ccc', 'bb', 'a']) await values.of(first, key)
  expect(asked.splice(0)).toEqual(['0 bb', '0 ccc', '0 a'])
  values.forget()
  await values.of(first, 'a')
  expect(asked).toEqual(['0 a'])
})

it('work that callers share is refused to whoever holds a connection', async () => {
  const database = await createDatabase('embedded')
  onTestFinished(() => database.close())
  const shared = sharedRun(async () => {
    await sql`select 1`.execute(database.db)
  })
  const gathered = coalesce(shared, () => undefined)
  await expect(inTransaction(database, () => shared())).rejects.toThrow(OutsideTransactionError)
  await expect(inTransaction(database, () => gathered())).rejects.toThrow(OutsideTransactionError)
  await Promise.all([shared(), gathered()])
})
