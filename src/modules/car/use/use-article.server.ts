/** The use register of a quarter as the draft of an article, for publication inside the bureau (90 B 1). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { announcements } from '#src/define/announcements.ts'
import { fillText } from '#src/define/messages.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'

interface UseRow {
  readonly plateNo: string
  readonly trips: number
  readonly km: number
  readonly purpose: string | null
  readonly litres: string
  readonly per100: string | null
  readonly cost: string
}

/** Writes the draft; answers the article and how many cars it lists. @throws RuleError `car.noUse` for a quarter in which no car was used */
async function draftOf(unit: UnitOfWork, access: Access, quarter: string) {
  const { rows } = await sql<UseRow>`
    select c.plate_no, u.trips, u.km, u.main_purpose as purpose, u.litres, u.per100, u.cost from car_use u join car c on c.id = u.car_id
    where u.quarter = ${quarter} and (u.trips > 0 or u.cost > 0) and ${reachedBy(access, 'car:Search', { department: 'u.dept_id' })} order by c.plate_no`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new RuleError('car.noUse', quarter).at('quarter')
  const words = (key: string): string => unit.textOf('zhHans', key) ?? key
  const cells = rows.map(({ plateNo, trips, km, purpose, litres, per100, cost }) => [
    plateNo,
    trips,
    purpose === null ? '—' : words(`dictionaries.carPurpose.entries.${purpose}`),
    km,
    litres,
    per100 ?? '—',
    cost,
  ])
  const line = (row: readonly (string | number)[]): string => `| ${row.join(' | ')} |`
  const heads = ['plate', 'trips', 'purpose', 'km', 'litres', 'per100', 'cost'].map((name) =>
    words(`useArticle.${name}`),
  )
  const body = [
    fillText(words('useArticle.text'), [quarter, rows.length]),
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...cells.map(line),
  ].join('\n')
  const title = (language: 'zhHans' | 'en'): string =>
    fillText(unit.textOf(language, 'useArticle.title') ?? '', [quarter.slice(0, 4), quarter.slice(5)])
  const articleId = await unit.service(announcements).draft({
    category: 'publicity',
    title: title('zhHans'),
    titleEn: title('en'),
    body,
    deptIds: [],
    byUser: access.userId,
  })
  return { articleId, cars: rows.length }
}

export const useRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/cars/use/article/',
    permission: 'car:Update',
    operation: operation('car.draftUse'),
    body: z.strictObject({ year: z.number().int().min(2000).max(2100), quarter: z.number().int().min(1).max(4) }),
    handle: ({ unit, access, body: { year, quarter } }) => draftOf(unit, access, `${year}Q${quarter}`),
  }),
]
