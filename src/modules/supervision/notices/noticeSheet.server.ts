/** The late items of a notice as a spreadsheet. */
import { z } from 'zod'
import { notFound } from '#src/define/problem.ts'
import { route } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

const columns = ['dept', 'no', 'title', 'handler', 'dueDate', 'firstDueDate', 'closedOn', 'daysLate'] as const

export const noticeRoute = route({
  method: 'GET',
  url: '/api/supervision/notice/:id/sheet/',
  permission: 'supervisionNotice:Export',
  params: z.object({ id: z.coerce.number().int().positive() }),
  async handle({ params: { id }, unit, language }) {
    const notice = await unit.db
      .selectFrom('supervision_notice')
      .select(['no', 'late'])
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (notice === undefined) throw notFound()
    const cellOf = (line: FormData, column: (typeof columns)[number]): string | number | null => {
      const value = (language === 'en' && line[`${column}En`]) || line[column]
      return typeof value === 'number' || typeof value === 'string' ? value : null
    }
    return unit.service(sheets).table(
      `supervision_notice_${notice.no}`,
      columns.map((column) => ({
        title: unit.textOf(language, `records.supervisionNotice.fields.late.${column}`) ?? column,
        ...(column === 'daysLate' && { places: 0 }),
      })),
      rowsOf(notice.late).map((line) => columns.map((column) => cellOf(line, column))),
    )
  },
})
