/** What attempts of one administrator alone are made of. */
import { sql } from 'kysely'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'

/** What was answered, and what was in force before and after. */
export interface Attempt {
  readonly answer: Answer<unknown>
  readonly before: unknown
  readonly after: unknown
}

/** Whose hands the attempts go through. */
export interface Office {
  readonly app: TestApp
  readonly system: Client
  readonly security: Client
  readonly auditor: Client
}

/** One or more attempts by hands of the office. */
export type Try = (office: Office) => Promise<readonly Attempt[]>

const rowsOf = async (app: TestApp, query: ReturnType<typeof sql>): Promise<unknown> =>
  (await query.execute(app.database.db)).rows

/** A call, with what was in force around it. */
export async function tried(
  app: TestApp,
  state: ReturnType<typeof sql>,
  call: () => Promise<Answer<unknown>>,
): Promise<Attempt> {
  const before = await rowsOf(app, state)
  const answer = await call()
  return { answer, before, after: await rowsOf(app, state) }
}

/** What waits is taken back, so that the next attempt is not refused for it. */
export async function withdrawAll(app: TestApp): Promise<void> {
  await sql`update proposal set state = 'withdrawn', decided_at = now() where state = 'open'`.execute(app.database.db)
}

/** One attempt after the other. */
export const both =
  (...attempts: readonly Try[]): Try =>
  async (office) => {
    const all: Attempt[] = []
    for (const attempt of attempts) all.push(...(await attempt(office)))
    return all
  }
