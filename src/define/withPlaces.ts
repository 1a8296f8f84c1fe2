/** Rows with their place, so that the database can keep their order. */
export const withPlaces = <T extends object>(rows: readonly T[]): readonly (T & { readonly place: number })[] =>
  rows.map((row, place) => ({ ...row, place }))
