import pg from 'pg'

/** A statement as it went to PostgreSQL. */
export interface Asked {
  readonly text: string
  readonly values: unknown[]
}

/** The statements whose text `about` finds, as PostgreSQL is asked them while `work` runs. */
export async function asked(about: RegExp, work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const found: Asked[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function spied(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    if (about.test(text))
      found.push({ text, values: (typeof config === 'string' ? values : (config.values ?? values)) ?? [] })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return found
}

/** How PostgreSQL would go about a statement, in its own words. */
export async function planOf(client: pg.Client, { text, values }: Asked): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
