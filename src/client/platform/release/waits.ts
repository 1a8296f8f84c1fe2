/** Seconds before the next attempt to reach a server that was gone, each longer than the last. */
const WAITS_S = [1, 2, 4, 8, 15, 30] as const

/** Milliseconds before attempt number `attempt`, counted from 0. */
export const waitOf = (attempt: number): number => 1000 * (WAITS_S[Math.min(attempt, WAITS_S.length - 1)] ?? 30)
