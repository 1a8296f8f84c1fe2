const CHECKPOINT_EVERY = 60_000
const VACUUM_EVERY = 30 * 60_000

/** What of the pool maintenance uses. */
export interface Statements {
  query(sql: string): Promise<{ rows: { name?: unknown }[] }>
}

/**
 * Does by timer what a server does by itself and the embedded engine does not: checkpoints, which bound the log and
 * the time of recovery, and VACUUM ANALYZE, one table at a time so that other work gets its turn. Returns the stop,
 * which waits for a running round.
 */
export function maintain(pool: Statements, onError: (error: Error) => void): () => Promise<void> {
  let round = Promise.resolve()
  let stopped = false
  let vacuumed = performance.now()

  const work = async () => {
    await pool.query('checkpoint')
    if (performance.now() - vacuumed >= VACUUM_EVERY) {
      vacuumed = performance.now()
      await vacuum(pool, () => stopped)
    }
  }
  const timer = setInterval(() => {
    round = round.then(() => (stopped ? undefined : work())).catch(onError)
  }, CHECKPOINT_EVERY)
  timer.unref()

  return async () => {
    stopped = true
    clearInterval(timer)
    await round
  }
}

async function vacuum(pool: Statements, stopped: () => boolean): Promise<void> {
  const { rows } = await pool.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  for (const { name } of rows) {
    if (stopped()) {
      return
    }
    await pool.query(`vacuum (analyze) ${String(name)}`)
  }
}
