/** Surveys as managers read them: people by items, and what has to be bought by size. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { spreadBy } from './curve.ts'
import type { SurveyItem, SurveyLine, SurveyList, SurveyMatrix, SurveyRow, SurveyTotal } from './survey.types.ts'

/** Lines (alias `l`) of departments that the reader may see. */
export const inReach = (access: Access) => reachedBy(access, 'equipmentClothing:Register', { department: 'l.dept_id' })

const figures = (access: Access) => sql`
  select s.id, s.name, s.due_date, s.state, s.reminded_on, s.item_ids, found.people, found.answered
  from clothing_survey s cross join lateral (
    select count(*)::int as people, count(*) filter (where open = 0)::int as answered from (
      select count(*) filter (where l.confirmed_at is null) as open from clothing_survey_line l
      where l.survey_id = s.id and ${inReach(access)} group by l.user_id) p) found`

interface Found extends SurveyRow {
  readonly remindedOn: string | null
  readonly itemIds: readonly number[]
}

/** What an item is called in a survey, where several may have one name; without tabs, since it heads a column that is pasted. */
export const itemTitle = ({ name, spec }: Pick<StockItemFigures, 'name' | 'spec'>): string =>
  [name, spec]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')

const itemOf = (item: StockItemFigures): SurveyItem => ({ id: item.id, name: itemTitle(item), sizes: item.sizeList })

export async function surveysOf(unit: UnitOfWork, access: Access): Promise<SurveyList> {
  const { rows } = await sql<SurveyRow>`
    select id, name, due_date, state, people, answered from (${figures(access)}) s where people > 0 order by id desc limit 50`.execute(
    unit.db,
  )
  const entries = await unit.service(stockLedger).catalogue(['clothing'])
  const items = await unit.service(stockLedger).items(entries.map(({ id }) => id))
  return { surveys: rows, items: items.filter(({ standardItemId }) => standardItemId !== null).map(itemOf) }
}

export interface LineRow extends SurveyLine {
  readonly surveyId: number
  readonly userId: number
}

export async function linesOf(
  unit: UnitOfWork,
  surveyIds: readonly number[],
  which: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<readonly LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.survey_id, l.user_id, l.item_id, l.due_qty, l.qty, l.size, l.confirmed_at is not null as is_confirmed from clothing_survey_line l
    where l.survey_id = any(${[...surveyIds]}::bigint[]) and ${which} order by l.survey_id, l.user_id, l.item_id`.execute(
    unit.db,
  )
  return rows
}

const bySize = (lines: readonly LineRow[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { size, qty } of lines) if (size !== null) sums.set(size, (sums.get(size) ?? 0) + qty)
  return sums
}

/** Pieces of each item by size; those without a size by the curve of the others. */
export function totalsOf(items: readonly StockItemFigures[], lines: readonly LineRow[]): readonly SurveyTotal[] {
  return items.flatMap((item) => {
    const own = lines.filter(({ itemId, qty }) => itemId === item.id && qty > 0)
    const [confirmed, proposed] = [true, false].map((is) => bySize(own.filter(({ isConfirmed }) => isConfirmed === is)))
    const unknown = own.filter(({ size }) => size === null).reduce((sum, { qty }) => sum + qty, 0)
    const spread = spreadBy(bySize(own), unknown)
    const sizes = item.sizeList.length === 0 ? [''] : item.sizeList
    const row = (size: string | null, extra: number): SurveyTotal => {
      const [one, two] = size === null ? [0, 0] : [confirmed?.get(size) ?? 0, proposed?.get(size) ?? 0]
      const available = item.sizes.find((stock) => stock.size === size)?.available ?? 0
      return {
        itemId: item.id,
        name: itemTitle(item),
        size,
        confirmed: one,
        proposed: two,
        spread: extra,
        available: size === null ? 0 : available,
        toOrder: size === null ? 0 : Math.max(0, one + two + extra - available),
      }
    }
    return [
      ...sizes
        .map((size) => row(size, spread?.get(size) ?? 0))
        .filter((one) => one.confirmed + one.proposed + one.spread > 0),
      ...(spread === null ? [row(null, unknown)] : []),
    ]
  })
}

/** @throws Refusal 4004 for a survey without people in the reader's departments */
export async function matrixOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  id: number,
): Promise<SurveyMatrix> {
  const { rows } = await sql<Found>`select * from (${figures(access)}) s where id = ${id} and people > 0`.execute(
    unit.db,
  )
  const [found] = rows
  if (!found) throw notFound()
  const { remindedOn, itemIds, ...survey } = found
  const items = await unit.service(stockLedger).items(itemIds)
  const lines = await linesOf(unit, [id], inReach(access))
  const { rows: people } = await sql<BilingualName & { id: number; empNo: string; dept: string; deptEn: string }>`
    select u.id, u.name, u.name_en, u.emp_no, d.name as dept, d.name_en as dept_en from shared_app_user u join shared_department d on d.id = u.dept_id
    where u.id = any(${[...new Set(lines.map(({ userId }) => userId))]}::bigint[]) order by d.sort, d.id, u.emp_no`.execute(
    unit.db,
  )
  const byCell = new Map(lines.map(({ userId, surveyId: _survey, ...line }) => [`${userId}/${line.itemId}`, line]))
  return {
    survey,
    remindedOn,
    items: items.map(itemOf),
    people: people.map(({ id: userId, empNo, dept, deptEn, ...named }) => ({
      id: userId,
      name: nameIn(language, named),
      empNo,
      dept: nameIn(language, { name: dept, nameEn: deptEn }),
      lines: items.map((item) => byCell.get(`${userId}/${item.id}`) ?? null),
    })),
    totals: totalsOf(items, lines),
  }
}
