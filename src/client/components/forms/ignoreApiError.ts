import { ApiError } from '#src/client/platform/http/http.ts'

/** Lets an action run whose refusal `api` shows as a toast by itself; anything else is a fault and goes on. */
export function ignoreApiError(run: Promise<unknown>): void {
  void run.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}
