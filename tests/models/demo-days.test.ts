import { describe, expect, it } from 'vitest'
import { at, criticalDays, daysOf, FIRST_DAY, LAST_DAY, objections, type Plan, planAt } from './demoPlan.ts'

const timeout = 180_000
const years = [2026, 2027, 2028, 2029, 2030]
const firstOf = (year: number): string => (FIRST_DAY > `${year}` ? FIRST_DAY : `${year}-01-01`)

describe('the plan of the demo', () => {
  it.each(years)('breaks no rule on any day of %d (DRV-03, CAR-22)', { timeout }, (year) => {
    const moments = daysOf(firstOf(year), `${year}-12-31`).map((day) => at(day, '10:00:00'))
    expect(moments.flatMap((moment) => objections(planAt(moment)))).toEqual([])
  })

  it('breaks no rule before, during and after the hours of critical days', { timeout }, () => {
    const moments = criticalDays(FIRST_DAY, LAST_DAY).flatMap((day) =>
      ['00:00:30', '08:00:00', '13:00:00', '23:58:00'].map((time) => at(day, time)),
    )
    expect(moments.flatMap((moment) => objections(planAt(moment)))).toEqual([])
  })

  it('is the same for the same moment', () => {
    const moment = at('2027-02-20', '10:00:00')
    const text = ({ stories }: Plan): string =>
      JSON.stringify(stories.map(({ type, applicant, createdAt, form }) => [type, applicant.id, createdAt, form]))
    expect(text(planAt(moment))).toBe(text(planAt(moment)))
  })

  it('has the same rides on every kind of day', () => {
    const ridesOn = (day: string): number =>
      planAt(at(day, '10:00:00')).stories.filter(({ type }) => type === 'officialCarAppointment').length
    const days = ['2026-11-28', '2027-02-10', '2027-02-20', '2028-02-29', '2030-12-31']
    expect(days.map(ridesOn)).toEqual(days.map(() => 22))
  })
})
