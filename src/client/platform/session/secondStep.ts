/** What the server gave along when it asked for a code at sign-in; the machine only knows that it refused. */
import { ApiError } from '#src/client/platform/http/error.ts'

/** The second step of a sign-in. */
export interface SecondStep {
  /** Spares the next call its captcha, once. */
  readonly pass: string
  /** What an authenticator app reads, for who has to set it up first. */
  readonly uri: string | null
}

let pending: SecondStep | null = null

/** Keeps what a refusal of a sign-in asks for; any other refusal ends the second step. */
export function askedFor(error: unknown): void {
  const isAsked = error instanceof ApiError && error.errKey?.startsWith('login.otp') === true
  const [pass, uri] = isAsked ? error.params : []
  pending = typeof pass === 'string' ? { pass, uri: typeof uri === 'string' ? uri : null } : null
}

/** What is asked for now; null when it is a plain sign-in. */
export const secondStep = (): SecondStep | null => pending

export const endSecondStep = (): void => {
  pending = null
}
