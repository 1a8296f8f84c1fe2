import { sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import { factoryRoute, type RouteDefinition, type RouteRequest, route } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { analysisMessages } from '../analysis.messages.ts'
import { threePublicOf } from '../budget/budget-analysis.server.ts'
import { linesWhere } from '../budget/budget-filter.server.ts'
import { departmentChoices } from '../choices.server.ts'
import { subjectNames } from '../subjects.server.ts'
import type { FinanceCharts } from './finance.types.ts'
import {
  capitaOf,
  type FinanceQuery,
  financeQuery,
  spendOf,
  stepsOf,
  travelOf,
  vehiclesOf,
  vendorsOf,
} from './finance-analysis.server.ts'

type ChartRequest = Pick<RouteRequest<unknown, FinanceQuery, unknown>, 'unit' | 'access' | 'query' | 'language'>
type Cell = string | number | null

interface Chart<Answer = unknown> {
  readonly read: (request: ChartRequest) => Promise<Answer>
  /** The chart as a sheet: titles, decimals of the columns of numbers, rows. */
  readonly sheet: (request: ChartRequest) => Promise<{
    readonly columns: readonly { readonly title: string; readonly places?: number }[]
    readonly rows: readonly (readonly Cell[])[]
  }>
}

const titlesIn = ({ language }: ChartRequest) => analysisMessages[language].analysis.finance.titles
const threePublic = async ({ unit, access, query }: ChartRequest) => {
  const year = query.year ?? Number(unit.clock.today().slice(0, 4))
  const where = await linesWhere(
    unit,
    access,
    { deptId: query.deptId, subject: query.subject },
    'financeAnalysis:Search',
  )
  return threePublicOf(unit, where, year)
}

/** The charts of `/financialanalysis` (30.8), each read and exported by itself. */
const charts: { readonly [Name in keyof FinanceCharts]: Chart<FinanceCharts[Name]> } = {
  spend: {
    read: ({ unit, access, query }) => spendOf(unit, access, query),
    async sheet(request) {
      const titles = titlesIn(request)
      const names = await subjectNames(request.unit, request.language)
      const rows = await spendOf(request.unit, request.access, request.query)
      return {
        columns: [{ title: titles.month }, { title: titles.subject }, { title: titles.amount, places: 2 }],
        rows: rows.map((row) => [
          `${row.year}-${String(row.month).padStart(2, '0')}`,
          `${row.subjectCode} ${names.get(row.subjectCode) ?? ''}`,
          Number(row.amount),
        ]),
      }
    },
  },
  steps: {
    read: ({ unit, access, query, language }) => stepsOf(unit, access, query, language),
    async sheet(request) {
      const titles = titlesIn(request)
      const { steps } = await stepsOf(request.unit, request.access, request.query, request.language)
      return {
        columns: [{ title: titles.step }, { title: titles.claims, places: 0 }, { title: titles.hours, places: 1 }],
        rows: steps.map((row) => [row.name, row.claims, row.hours]),
      }
    },
  },
  capita: {
    read: ({ unit, access, query, language }) => capitaOf(unit, access, query, language),
    async sheet(request) {
      const titles = titlesIn(request)
      const rows = await capitaOf(request.unit, request.access, request.query, request.language)
      return {
        columns: [
          { title: titles.department },
          { title: titles.amount, places: 2 },
          { title: titles.people, places: 0 },
          { title: titles.perHead, places: 2 },
        ],
        rows: rows.map((row) => [row.name, Number(row.used), row.people, Number(row.perHead)]),
      }
    },
  },
  three_public: {
    read: threePublic,
    async sheet(request) {
      const { budget, kinds } = analysisMessages[request.language].analysis
      return {
        columns: [
          { title: titlesIn(request).subject },
          { title: budget.titles.budget, places: 2 },
          { title: budget.titles.used, places: 2 },
          { title: budget.titles.lastYear, places: 2 },
        ],
        rows: (await threePublic(request)).map((row) => [
          kinds[row.kind],
          Number(row.budget),
          Number(row.used),
          Number(row.lastUsed),
        ]),
      }
    },
  },
  travel: {
    read: ({ unit, access, query }) => travelOf(unit, access, query),
    async sheet(request) {
      const titles = titlesIn(request)
      const { cities } = await travelOf(request.unit, request.access, request.query)
      return {
        columns: [
          { title: titles.city },
          { title: titles.trips, places: 0 },
          { title: titles.tripDays, places: 0 },
          { title: titles.amount, places: 2 },
        ],
        rows: cities.map((row) => [row.city, row.trips, row.days, Number(row.amount)]),
      }
    },
  },
  vehicles: {
    read: ({ unit, access, query }) => vehiclesOf(unit, access, query),
    async sheet(request) {
      const titles = titlesIn(request)
      const { cars } = await vehiclesOf(request.unit, request.access, request.query)
      return {
        columns: [
          { title: titles.vehicle },
          { title: titles.km, places: 0 },
          { title: titles.amount, places: 2 },
          { title: titles.perKm, places: 2 },
          { title: titles.per100, places: 1 },
        ],
        rows: cars.map((row) => [
          row.plateNo,
          row.km,
          Number(row.amount),
          row.perKm === null ? null : Number(row.perKm),
          row.per100 === null ? null : Number(row.per100),
        ]),
      }
    },
  },
  vendors: {
    read: ({ unit, access, query }) => vendorsOf(unit, access, query),
    async sheet(request) {
      const titles = titlesIn(request)
      const rows = await vendorsOf(request.unit, request.access, request.query)
      return {
        columns: [{ title: titles.vendor }, { title: titles.invoices, places: 0 }, { title: titles.amount, places: 2 }],
        rows: rows.map((row) => [row.seller, row.invoices, Number(row.amount)]),
      }
    },
  },
}

const sheetOf = async (name: string, chart: Chart, request: ChartRequest): Promise<FileAnswer> => {
  const { columns, rows } = await chart.sheet(request)
  return request.unit.service(sheets).table(`finance_${name}`, columns, rows)
}

/** What the filters of the page offer. */
const choices = route({
  method: 'GET',
  url: '/api/finance/analysis/choices/',
  permission: 'financeAnalysis:Search',
  async handle({ unit, access, language }) {
    const { rows } = await sql<{
      year: number
    }>`select year from shared_budget_year where state in ('executing', 'closed') order by year desc`.execute(unit.db)
    return {
      year: Number(unit.clock.today().slice(0, 4)),
      years: rows.map((row) => row.year),
      departments: await departmentChoices(unit, access.scope('financeAnalysis:Search'), language),
    }
  },
})

export const financeRoutes: readonly RouteDefinition[] = [
  choices,
  ...Object.entries<Chart>(charts).flatMap(([name, chart]) => [
    factoryRoute({
      method: 'GET',
      url: `/api/finance/analysis/${name}/`,
      permission: 'financeAnalysis:Search',
      query: financeQuery,
      handle: (request) => chart.read(request),
    }),
    factoryRoute({
      method: 'GET',
      url: `/api/finance/analysis/${name}/export_data/`,
      permission: 'financeAnalysis:Export',
      query: financeQuery,
      handle: (request) => sheetOf(name, chart, request),
    }),
  ]),
]
