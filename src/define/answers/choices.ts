/** What a picker offers: the id it stores and the text it shows. */
export interface PickerChoice {
  readonly id: number
  readonly label: string
}
