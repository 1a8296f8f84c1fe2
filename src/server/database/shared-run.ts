import { refuseInsideTransaction } from './context.ts'

/**
 * Work that all who ask for it at the same time share: it starts when nobody runs it, and everybody gets its result. It may
 * take connections of the pool, so a caller inside a transaction is refused (OutsideTransactionError): on a pool of one it
 * would wait for work that waits for its connection.
 */
export function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    refuseInsideTransaction()
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}
