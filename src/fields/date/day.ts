import { parseMoment } from '#src/define/days.ts'

/** Whether the text is a day of the calendar between 1900 and 2999. */
export const isDay = (text: string): boolean => /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && parseMoment(text) !== null
