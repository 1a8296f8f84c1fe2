/** 督办通报 as it is published: the figures are taken in the transaction that writes it, and stay. */
import { sql } from 'kysely'
import { daysBetween } from '#src/define/days.ts'
import { problemAt, problemOf, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { leadersOf } from '../items/items.server.ts'
import { countsOf, daysLate, type Period, rankDepartments, rateOf, readStanding } from './snapshot.server.ts'
import { MAX_PERIOD_DAYS } from './supervision-notice.ts'

/** `TB{yyyy}{4}`, taken under lock (E10). */
async function nextNo(unit: UnitOfWork): Promise<string> {
  const year = Number(unit.clock.today().slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into supervision_notice_number (year, last) values (${year}, 1) on conflict (year) do update set last = supervision_notice_number.last + 1 returning last`.execute(
    unit.db,
  )
  return `TB${year}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

/** @throws ValidationError for a period that ends before it begins, or is too long */
function periodOf(values: FormData): Period {
  const [from, to] = [String(values.periodFrom), String(values.periodTo)]
  if (to < from) throw new ValidationError(problemAt('periodTo', 'supervision.periodEnds', from))
  if (daysBetween(from, to) > MAX_PERIOD_DAYS)
    throw new ValidationError(problemAt('periodTo', 'supervision.periodLong', MAX_PERIOD_DAYS))
  return { from, to }
}

/** Lines with their names in the reader's language. */
const named = (lines: unknown, isEnglish: boolean) =>
  rowsOf(lines).map(({ deptEn, handlerEn, deptId: _, ...line }) => ({
    ...line,
    ...(isEnglish && deptEn !== undefined && { dept: deptEn }),
    ...(isEnglish && handlerEn !== undefined && { handler: handlerEn }),
  }))

export const supervisionNoticeServer: RecordServer = {
  computed: { publishedAt: 'r.created_at', publishedBy: 'r.created_by' },
  async complete(rows, _unit, language) {
    const isEnglish = language === 'en'
    return rows.map((row) => ({
      ...row,
      departments: named(row.departments, isEnglish),
      late: named(row.late, isEnglish),
    }))
  },
  // What is published stays: its figures are seen before.
  async question(values, unit, access) {
    const period = periodOf(values)
    const { inTime, lateClosed, lateOpen } = countsOf(await readStanding(unit, access, period), period)
    return problemOf('supervision.publishNotice', lateOpen, lateClosed, inTime)
  },
  async beforeCreate(values, unit, access) {
    const period = periodOf(values)
    const items = await readStanding(unit, access, period)
    const { inTime, lateClosed, lateOpen } = countsOf(items, period)
    return {
      ...values,
      no: await nextNo(unit),
      inTime,
      lateClosed,
      lateOpen,
      rate: rateOf({ inTime, lateClosed, lateOpen }),
      departments: rankDepartments(items, period).map((row) => ({ ...row })),
      late: items.flatMap((item) => {
        const late = daysLate(item, period)
        return late === 0 ? [] : [{ ...item, daysLate: late }]
      }),
    }
  },
  async afterWrite(row, unit) {
    const depts = [...new Set(rowsOf(row.late).map(({ deptId }) => Number(deptId)))]
    const heads = [...(await leadersOf(unit, depts)).values()]
    if (heads.length === 0) return
    unit.notify({
      to: [...new Set(heads)],
      contentType: 'REMIND',
      title: problemOf('supervision.noticed', String(row.no), String(row.title)),
      link: `/supervision?tab=notices&id=${row.id}`,
    })
  },
}
