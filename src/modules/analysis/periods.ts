/** What of a year is looked at. */
export const periods = ['year', 'q1', 'q2', 'q3', 'q4'] as const
