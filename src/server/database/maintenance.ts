import type pg from 'pg'

/** Milliseconds between two looks whether something is due. */
export const LOOK_EVERY = 1_000
/** Milliseconds after which the log is checkpointed as soon as the database is quiet. */
const CHECKPOINT_AFTER = 60_000
/** Bytes of log below which a checkpoint is of no use: what the last one wrote itself. */
const LITTLE_LOG = 8_192
/** Bytes of log after which it is checkpointed although people work: a start after a crash reads them within seconds. */
const MAX_LOG_BYTES = 64 * 1024 * 1024
/** Milliseconds between two looks at the log of a database that is never quiet. */
const MEASURE_EVERY = 10_000
/** Milliseconds between two looks for tables that need a VACUUM. */
const VACUUM_EVERY = 30 * 60_000
/** Milliseconds nobody has asked the database anything: then it is quiet. */
const IDLE_AFTER_MS = 250

/** What of the pool maintenance uses. */
export interface Statements {
  query(sql: string): Promise<{ rows: { name?: unknown; bytes?: unknown }[] }>
}

/** Whether nobody uses the pool, and nobody has for a quarter of a second. */
export function quietOf(pool: pg.Pool): () => boolean {
  let lastUse = Number.NEGATIVE_INFINITY
  pool.on('release', () => {
    lastUse = performance.now()
  })
  return () =>
    pool.waitingCount === 0 && pool.idleCount === pool.totalCount && performance.now() - lastUse >= IDLE_AFTER_MS
}

/**
 * Does what a server does by itself and the embedded engine does not: checkpoints, which bound the log and the time of
 * recovery, and VACUUM ANALYZE of the tables that changed, by the thresholds of PostgreSQL's autovacuum. Everybody waits
 * for the one connection meanwhile (a checkpoint flushes some sixty files), so it waits for a moment in which nobody asks
 * anything. Returns the stop, which waits for a running statement.
 */
export function maintain(
  pool: Statements,
  isQuiet: () => boolean,
  onError: (error: Error) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null
  let checkpointed = performance.now()
  let measured = checkpointed
  let listed = checkpointed
  let tables: readonly string[] = []

  const checkpoint = async (leastLog: number): Promise<void> => {
    measured = performance.now()
    const { rows } = await pool.query(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    const isWorthIt = Number(rows[0]?.bytes) >= leastLog
    if (isWorthIt) await pool.query('checkpoint')
    if (isWorthIt || leastLog === LITTLE_LOG) checkpointed = performance.now()
  }
  const look = async (): Promise<void> => {
    const now = performance.now()
    if (now - checkpointed >= CHECKPOINT_AFTER) {
      if (isQuiet()) return checkpoint(LITTLE_LOG)
      if (now - measured >= MEASURE_EVERY) return checkpoint(MAX_LOG_BYTES)
    }
    if (now - listed >= VACUUM_EVERY) {
      listed = now
      tables = await changedTables(pool)
    }
    const [table, ...others] = tables
    if (table === undefined || !isQuiet()) return
    tables = others
    await pool.query(`vacuum (analyze) ${table}`)
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, LOOK_EVERY)
  timer.unref()

  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Tables that autovacuum would vacuum or analyze, one statement each. */
async function changedTables(pool: Statements): Promise<readonly string[]> {
  // The engine counts within its session, and adds it up only now and then.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query(`
    select quote_ident(relname) as name from pg_stat_user_tables where schemaname = 'public'
      and (n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
    order by relname`)
  return rows.map(({ name }) => String(name))
}
