/** A check of a trip; `result` is null while it is not answered. */
export type CheckResult = {
  readonly name: string
  readonly isCritical: boolean
  readonly needsPhoto: boolean
  /** A value of dictionary carCheckResult. */
  readonly result: string | null
  readonly photos: readonly number[] | null
  readonly note: string | null
}
