/** A password that the server tells once. */
export interface FirstPassword {
  readonly username: string
  readonly name: string
  readonly password: string
}

/** A button a role grants; without a data scope of its own it has the role's. */
export interface ButtonGrant {
  readonly id: number
  readonly value: string
  readonly dataScope: number | null
  readonly scopeDeptIds: readonly number[] | null
}
