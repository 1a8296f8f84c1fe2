/** What each type of document does. */

/** Documents that bring goods in. */
export const inTypes = ['purchaseIn', 'otherIn', 'openingIn', 'returnIn', 'surplusIn'] as const
/** Documents that take goods out. */
export const outTypes = ['issueOut', 'scrapOut', 'otherOut', 'returnOut', 'lossOut'] as const
/** Types a person writes: the others are made by tickets, counts and imports. */
export const manualInTypes = ['purchaseIn', 'otherIn', 'valueAdjust'] as const
export const manualOutTypes = ['scrapOut', 'otherOut', 'returnOut'] as const

export const isIn = (type: string): boolean => (inTypes as readonly string[]).includes(type)
export const isOut = (type: string): boolean => (outTypes as readonly string[]).includes(type)
/** Takes expired batches and those on hold as well. */
export const takesUnusable = (type: string): boolean => ['scrapOut', 'lossOut', 'returnOut', 'transfer'].includes(type)

/** Number of the batches that hold what was used before. */
export const USED_BATCH = 'USED'
