/** The index of the first value that stands in the list a second time; null when none does. */
export function firstRepeated(values: readonly unknown[]): number | null {
  const at = values.findIndex((value, index) => value !== null && value !== undefined && values.indexOf(value) < index)
  return at < 0 ? null : at
}
