import { sql } from 'kysely'
import { route } from '#src/define/server.ts'
import type { PaidMonth } from './salary.types.ts'

/** Months shown. */
const SHOWN = 36

/** FIN-83: what a person was paid, for that person. */
export const mySalary = route({
  method: 'GET',
  url: '/api/finance/salary/own/',
  permission: 'signedIn',
  async handle({ unit, access }) {
    const { rows } = await sql<PaidMonth>`
      select r.period, r.base, r.post, r.performance, r.overtime, r.other_add, r.gross, r.social_insurance, r.housing_fund, r.tax, r.other_deduct, r.net
      from salary_row r join expense_claim c on c.ticket_id = r.ticket_id and c.pay_state = 'paid'
      where r.user_id = ${access.userId} order by r.period desc limit ${SHOWN}`.execute(unit.db)
    return rows
  },
})
