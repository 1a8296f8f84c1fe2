import { z } from 'zod'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { analysisMessages } from '../analysis.messages.ts'
import { frozenBands, percentOf } from '../figures.ts'
import { subjectNames } from '../subjects.server.ts'
import { analyseBudget, frozenTickets, ledgerBehind, threePublicOf } from './budget-analysis.server.ts'
import { behindFilters, budgetQuery, linesWhere } from './budget-filter.server.ts'
import { warnDepartments } from './budget-warn.server.ts'

const url = '/api/budget/analysis/'
const permission = 'budgetAnalysis:Search'

/** `/business/budget-analysis` (30.6) and the widget threePublic (10.1). */
export const budgetRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url,
    permission,
    query: budgetQuery,
    handle: ({ unit, access, query, language }) => analyseBudget(unit, access, query, language),
  }),
  route({
    method: 'GET',
    url: `${url}frozen/`,
    permission,
    query: z.strictObject({ ...behindFilters, band: z.enum(frozenBands) }),
    handle: ({ unit, access, query, language }) => frozenTickets(unit, access, query, language),
  }),
  route({
    method: 'GET',
    url: `${url}ledger/`,
    permission,
    query: z.strictObject(behindFilters),
    handle: ({ unit, access, query }) => ledgerBehind(unit, access, query),
  }),
  route({
    method: 'GET',
    url: `${url}export_data/`,
    permission: 'budgetAnalysis:Export',
    query: budgetQuery,
    async handle({ unit, access, query, language }) {
      const { departments, pivot } = await analyseBudget(unit, access, query, language)
      const { titles } = analysisMessages[language].analysis.budget
      const names = new Map(departments.map(({ deptId, name }) => [deptId, name]))
      const subjects = await subjectNames(unit, language)
      return unit.service(sheets).table(
        'budget_analysis',
        [
          { title: titles.department },
          { title: titles.subject },
          ...(['approved', 'adjust', 'frozen', 'used', 'available'] as const).map((name) => ({
            title: titles[name],
            places: 2,
          })),
          { title: titles.rate, places: 1 },
        ],
        pivot.map((cell) => [
          names.get(cell.deptId) ?? '',
          `${cell.subjectCode} ${subjects.get(cell.subjectCode) ?? ''}`,
          Number(cell.approved),
          Number(cell.adjust),
          Number(cell.frozen),
          Number(cell.used),
          Number(cell.available),
          percentOf(cell.used, sumMoney([cell.approved, cell.adjust])),
        ]),
      )
    },
  }),
  route({
    method: 'POST',
    url: `${url}warn/`,
    operation: operation('budget.warn', rowOf('dept', 'deptIds')),
    permission: 'budgetAnalysis:Warn',
    body: z.strictObject({
      year: z.number().int().min(2000).max(2100),
      deptIds: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(100),
    }),
    handle: ({ unit, access, body, language }) => warnDepartments(unit, access, body, language),
  }),
  route({
    method: 'GET',
    url: '/api/home/three_public/',
    permission,
    async handle({ unit, access }) {
      const year = Number(unit.clock.today().slice(0, 4))
      return { year, kinds: await threePublicOf(unit, await linesWhere(unit, access, {}), year) }
    },
  }),
]
