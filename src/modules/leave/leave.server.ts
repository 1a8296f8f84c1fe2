import { sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import { RuleError } from '#src/define/problem.ts'
import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { createAbsences } from './absences.server.ts'
import { absences } from './contract.ts'
import { leaveAgenda } from './leave-agenda.server.ts'
import { moveCarry } from './leave-carry.server.ts'
import { leaveEffects } from './leave-effects.server.ts'
import { leaveApplication } from './leave-form.server.ts'
import { leaveJobs } from './leave-jobs.server.ts'
import { leaveOverview } from './leave-overview.server.ts'
import { lockForAdjusting } from './leave-quota.server.ts'
import { seedLeave } from './leave-seed.server.ts'
import { myLeave } from './my-leave.server.ts'

/** LEV-07: earned hours lapse after this many days. */
const compensationDays = 180

/** Leave that was granted and has not come to its end: nobody would report back from it. */
const openLeave = defineHolding({
  key: 'openLeave',
  async find(unit, userId) {
    const { rows } = await sql<{ no: string }>`
      select t.no from leave_record r join shared_ticket t on t.id = r.ticket_id
      where r.user_id = ${userId} and r.state in ('planned', 'onLeave', 'overdue') and r.deleted_at is null order by r.start_date, r.id`.execute(
      unit.db,
    )
    return { count: rows.length, names: rows.map(({ no }) => no) }
  },
})

export default defineModuleServer({
  effects: leaveEffects,
  applications: { leaveApproval: leaveApplication },
  records: {
    leaveQuota: {
      computed: { remaining: 'r.total + r.carried - r.used - r.pending - coalesce(r.carried_over, 0)' },
      async beforeCreate(values, unit) {
        const { rows } = await sql<{
          deptId: number
        }>`select dept_id from shared_app_user where id = ${Number(values.userId)}`.execute(unit.db)
        return { ...values, deptId: rows[0]?.deptId ?? null }
      },
      async beforeUpdate(values, row, unit) {
        const { ownDays, total } = await lockForAdjusting(unit, Number(row.id))
        if (Number(values.total) < ownDays) throw new RuleError('leave.totalBelowUsed', ownDays).at('total')
        // Days that the new total no longer has come back from the following year before it is written (LEV-03).
        await moveCarry(unit, [Number(row.id)], total - Number(values.total))
        return values
      },
      async afterWrite(row, unit, access) {
        await moveCarry(unit, [Number(row.id)])
        await sql`insert into leave_quota_entry (quota_id, kind, days, at, by_user, note)
          select id, 'adjust', total, ${unit.clock.now()}::timestamptz, ${access.userId}::bigint, adjust_reason from leave_quota where id = ${row.id}`.execute(
          unit.db,
        )
      },
    },
    compensationEarned: {
      async beforeCreate(values, unit) {
        const { rows } = await sql<{
          deptId: number
          expiresOn: string
        }>`select dept_id, (${String(values.workDate)}::date + ${compensationDays}::int) as expires_on
          from shared_app_user where id = ${Number(values.userId)}`.execute(unit.db)
        return { ...values, deptId: rows[0]?.deptId ?? null, expiresOn: rows[0]?.expiresOn ?? null }
      },
    },
  },
  services: [provideService(absences, createAbsences)],
  routes: [myLeave, ...leaveOverview],
  jobs: leaveJobs,
  holdings: [openLeave],
  agenda: leaveAgenda,
  seedDemo: seedLeave,
})
