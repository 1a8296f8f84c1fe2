/** Life by category (50.5): the least years an asset is kept and depreciated over. */
export const LIFE_YEARS = {
  computer: 6,
  office: 6,
  furniture: 15,
  communication: 5,
  police: 5,
  vehicle: 8,
  electrical: 8,
  software: 5,
  other: 5,
} as const satisfies Readonly<Record<string, number>>

/** Least years of a category; five where nobody says. */
export const lifeYearsOf = (category: string): number =>
  category in LIFE_YEARS ? LIFE_YEARS[category as keyof typeof LIFE_YEARS] : LIFE_YEARS.other

/** Categories of which each piece has a serial number of its own. */
export const serialCategories: readonly string[] = ['computer', 'communication', 'police']
