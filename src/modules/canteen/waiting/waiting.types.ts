/** A person who waits for a portion of a full meal. */
export interface PersonInLine {
  readonly person: string
  readonly dept: string
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly joinedAt: string
}
