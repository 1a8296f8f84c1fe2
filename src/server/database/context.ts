import { AsyncLocalStorage } from 'node:async_hooks'

/** The transaction that the running code stands in. */
export interface TransactionScope {
  /** False from the moment of its commit or rollback. */
  open: boolean
}

const scopes = new AsyncLocalStorage<TransactionScope>()

/** A query went to the pool although a transaction is open in the same flow. */
export class OutsideTransactionError extends Error {
  override name = 'OutsideTransactionError'
}

/** Runs `body` so that everything it awaits belongs to `scope`. */
export function runInScope<T>(scope: TransactionScope, body: () => Promise<T>): Promise<T> {
  return scopes.run(scope, body)
}

/** Refuses a pool query inside a transaction: on a pool of one it would wait for itself for ever. */
export function refuseInsideTransaction(): void {
  if (scopes.getStore()?.open === true) {
    throw new OutsideTransactionError(
      'a query was sent to the pool while a transaction is open: pass the transaction on and query through it',
    )
  }
}
