/** Leave counted in half-days (LEV-01), and the workdays that the demo asks for by their number. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, weekdayOf } from '#src/define/days.ts'
import { createDemoCalendar } from '#src/demo/tickets/demoCalendar.ts'
import { daysIn, halfIndex, momentAt } from '#src/modules/leave/leave-days.ts'

const isWorkday = (day: string): boolean => weekdayOf(day) < 6
const first = halfIndex({ day: '2027-12-20', half: 'am' })

it('LEV-01 counts every half-day from one moment to another that falls on a day that counts', () => {
  const asked = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -4, max: 40 }), fc.boolean())
  fc.assert(
    fc.property(asked, ([start, length, onWorkdays]) => {
      const halves = Array.from({ length: Math.max(0, length) }, (_, index) => momentAt(first + start + index))
      const counted = halves.filter(({ day }) => !onWorkdays || isWorkday(day)).length / 2
      const period = { from: momentAt(first + start), to: momentAt(first + start + length - 1) }
      expect(daysIn(period, onWorkdays ? isWorkday : null)).toBe(counted)
    }),
  )
})

it('numbers the workdays before today one after the other, in whatever order they are asked for', () => {
  const today = '2028-03-04'
  const calendar = createDemoCalendar(new Date(`${today}T10:00:00+08:00`), today, isWorkday)
  const all = Array.from({ length: 400 }, (_, index) => addDays(today, -index))
  const expected = [today, ...all.slice(1).filter(isWorkday)]
  const counts = [200, 0, 1, 7, 200, 60]
  expect(counts.map((count) => calendar.workdaysAgo(count))).toEqual(counts.map((count) => expected[count]))
})
