import type { Base } from '../field.ts'

/** The number of a registered vehicle: `京A12345`, with six places behind the letter for new-energy vehicles, `京A1234警` for police vehicles. */
export interface PlateField extends Base {
  readonly kind: 'plate'
}

export const plate = (options: Omit<PlateField, 'kind'> = {}): PlateField => ({ kind: 'plate', ...options })
