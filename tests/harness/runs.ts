/** How many times as many random runs `npm run explore` makes as the suite. */
const FACTOR = Number(process.env.PROPERTY_FACTOR ?? 1)

/** The number of random runs of a property: few in the suite, which has to be quick, many in `npm run explore`. */
export const runs = (few: number): number => Math.ceil(few * FACTOR)
