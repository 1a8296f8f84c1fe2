/** Hours a ticket is late at one step after which it may be turned into a supervision item (SUP-08). */
export const OVERDUE_HOURS = 120
