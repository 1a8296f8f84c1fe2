/** Keys of departments that rules and shipped chains name (20.3); a bureau keeps the keys whatever it calls them. */
export const LOGISTICS_DEPARTMENT = 'D04'
export const GENERAL_OFFICE = 'D02'
