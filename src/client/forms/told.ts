import { ApiError } from '#src/client/http.ts'

/** Lets a deed run whose refusal `api` shows as a toast by itself; anything else is a fault and goes on. */
export function told(run: Promise<unknown>): void {
  void run.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}
