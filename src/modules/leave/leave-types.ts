/** Kinds of leave with their own rules (23.8). */
export const calendarTypes = ['marriage', 'maternity', 'paternity', 'bereavement', 'homeVisit'] as const
export const quotaTypes = ['annual', 'compensatory', 'homeVisit'] as const
/** A proof file is required whatever the length. */
export const proofTypes = ['marriage', 'maternity', 'bereavement', 'injury'] as const
/** Leave that moves a quota: the quota types, and personal leave with its yearly cap (LEV-04). */
export const trackedTypes = [...quotaTypes, 'personal'] as const

export const countsCalendarDays = (type: string): boolean => (calendarTypes as readonly string[]).includes(type)
export const isTracked = (type: string): boolean => (trackedTypes as readonly string[]).includes(type)
export const hasQuota = (type: string): boolean => (quotaTypes as readonly string[]).includes(type)
