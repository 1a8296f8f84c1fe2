/** The stories of money (80) and a month of the finance office, by hand where the story is told: one server and one window for each person. */
import { afterAll, beforeAll, describe } from 'vitest'
import { approvalCases } from './money-approval.ts'
import { claimCases } from './money-claims.ts'
import { monthCases } from './money-month.ts'
import { createOffice } from './money-office.ts'
import { repairCases } from './money-repair.ts'
import { tripCases } from './money-trip.ts'
import { yearCases } from './money-year.ts'

describe('stories of money', () => {
  const office = createOffice()
  beforeAll(async () => {
    await office.open()
    await Promise.all(['pan42', 'ge43', 'ren56', 'yang15', 'you18', 'qin17', 'he20'].map(office.page))
  })
  afterAll(() => office.close())
  claimCases(office)
  approvalCases(office)
  yearCases(office)
  monthCases(office)
  repairCases(office)
  tripCases(office)
})
