import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkMove } from './budget-moves.server.ts'
import { budgetLedger } from './contract.ts'
import { isAmount } from './plan/year-plan-lines.ts'

/** BUD-05: a document nobody could approve is not written down. */
async function withDepartment(values: FormData, unit: UnitOfWork, access: Access): Promise<FormData> {
  const { problems } = await checkMove(unit, access, {
    fromLineId: typeof values.fromLineId === 'number' ? values.fromLineId : null,
    toLineId: Number(values.toLineId),
    amount: String(values.amount),
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const { rows } = await sql<{
    deptId: number
  }>`select dept_id from budget_line where id = ${Number(values.toLineId)}`.execute(unit.db)
  return { ...values, deptId: rows[0]?.deptId ?? null }
}

/** The same while it is being written. */
export const adjustCheckRoute = route({
  method: 'GET',
  url: '/api/budget/adjust/check/',
  permission: 'budgetLine:Adjust',
  query: z.object({
    fromLineId: z.coerce.number().int().positive().optional(),
    toLineId: z.coerce.number().int().positive().optional(),
    amount: z.string().refine(isAmount).meta(textPatterns.money).optional(),
  }),
  handle: ({ unit, access, query: { fromLineId = null, toLineId = null, amount = null } }) =>
    checkMove(unit, access, { fromLineId, toLineId, amount }),
})

/** 30.2 指标调整: what the document says happens in the ledger at its approval, once. */
export const adjustRecord: RecordServer = {
  beforeCreate: withDepartment,
  beforeUpdate: (values, row, unit, access) =>
    withDepartment({ ...(row as FormData), ...values }, unit, access).then(({ deptId }) => ({ ...values, deptId })),
  actions: {
    async approve(row, _values, unit, access) {
      const { rows } = await sql<{
        state: string
      }>`select state from budget_adjust where id = ${row.id} for update`.execute(unit.db)
      if (rows[0]?.state !== 'draft') throw new RuleError('version.conflict')
      const source = { ticketId: null, effectKey: `budgetAdjust.${row.id}`, note: String(row.docNo) }
      const ledger = unit.service(budgetLedger)
      const amount = String(row.amount)
      if (typeof row.fromLineId === 'number')
        await ledger.transfer(row.fromLineId, Number(row.toLineId), amount, source)
      else await ledger.adjust(Number(row.toLineId), amount, source)
      const now = unit.clock.now()
      await sql`update budget_adjust set state = 'approved', approved_by = ${access.userId}, approved_at = ${now}, updated_at = ${now}, updated_by = ${access.userId},
        version = version + 1 where id = ${row.id}`.execute(unit.db)
      unit.changed('budgetAdjust', row.id)
    },
  },
}

async function lockYear(unit: UnitOfWork, id: number): Promise<{ year: number; state: string }> {
  const { rows } = await sql<{
    year: number
    state: string
  }>`select year, state from budget_year where id = ${id} for update`.execute(unit.db)
  if (!rows[0]) throw new RuleError('version.conflict')
  return rows[0]
}

async function setYear(unit: UnitOfWork, id: number, state: 'executing' | 'closed'): Promise<void> {
  const now = unit.clock.now()
  const column = sql.ref(state === 'closed' ? 'close_at' : 'open_at')
  await sql`update budget_year set state = ${state}, ${column} = ${now}, updated_at = ${now}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('budgetYear', id)
}

const total = (column: string): string =>
  `(select coalesce(sum(l.${column}), 0) from budget_line l where l.year = r.year and l.deleted_at is null)`

/** Opening and closing a year; BUD-10: it closes when nothing is frozen any more. */
export const yearRecord: RecordServer = {
  computed: { approved: total('approved + l.adjust'), frozen: total('frozen'), used: total('used') },
  actions: {
    /** BUD-25: the most that may be published for the year. */
    async control(row, values, unit) {
      await lockYear(unit, row.id)
      await sql`update budget_year set control_total = ${String(values.controlTotal)}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
    },
    async open(row, _values, unit) {
      const { state } = await lockYear(unit, row.id)
      if (state !== 'preparing' && state !== 'reviewing') throw new RuleError('version.conflict')
      await setYear(unit, row.id, 'executing')
    },
    async close(row, _values, unit) {
      const { year, state } = await lockYear(unit, row.id)
      if (state !== 'executing') throw new RuleError('version.conflict')
      // Lines are locked first: a freeze that is under way finishes before it is counted, or finds the year closed.
      await sql`select id from budget_line where year = ${year} and deleted_at is null order by id for update`.execute(
        unit.db,
      )
      const { rows } = await sql<{
        frozen: string
      }>`select coalesce(sum(frozen), 0)::numeric(14,2) as frozen from budget_line where year = ${year} and deleted_at is null`.execute(
        unit.db,
      )
      const frozen = rows[0]?.frozen ?? '0.00'
      if (frozen !== '0.00') throw new RuleError('rule.BUD-10', year, frozen)
      // Whoever waited for a line meets it locked, whatever they had read of the year.
      await sql`update budget_line set state = 'locked', updated_at = ${unit.clock.now()}, version = version + 1 where year = ${year} and state = 'active' and deleted_at is null`.execute(
        unit.db,
      )
      unit.changed('budgetLine', null)
      await setYear(unit, row.id, 'closed')
    },
  },
}
