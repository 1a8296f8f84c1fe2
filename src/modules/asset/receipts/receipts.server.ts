/** 打印领用单 (23.6, 23.7): chosen allocations, one receipt for each holder. */
import { sql } from 'kysely'
import { z } from 'zod'
import { nameIn } from '#src/define/bilingual.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { route } from '#src/define/server.ts'
import type { PaperReceipt, ReceiptLine } from './receipt.types.ts'

const MAX_ALLOCATIONS = 200

/** Requests whose receipts are printed by those who handle their type. */
const types = ['officeElectronicEquipment', 'officeFurniture'] as const

interface Row extends ReceiptLine {
  readonly holderId: number
  readonly empNo: string
  readonly dept: string
  readonly deptEn: string
  readonly sheetIds: readonly number[]
}

const lineOf = ({
  holderId: _holder,
  empNo: _number,
  dept: _dept,
  deptEn: _deptEn,
  sheetIds: _sheets,
  ...line
}: Row): ReceiptLine => line

/** The newest sheet that has every line. */
function sheetOf(rows: readonly Row[]): number | null {
  const [first, ...others] = rows.map(({ sheetIds }) => sheetIds)
  return first?.find((id) => others.every((ids) => ids.includes(id))) ?? null
}

export const receipts = route({
  method: 'GET',
  url: '/api/assets/receipt/',
  permission: 'asset:Search',
  query: z.object({
    ids: z
      .string()
      .regex(/^\d{1,12}(,\d{1,12})*$/)
      .meta({ examples: ['1,2'] }),
  }),
  async handle({ unit, access, query, language }): Promise<readonly PaperReceipt[]> {
    const ids = query.ids.split(',').map(Number).slice(0, MAX_ALLOCATIONS)
    const handled = types.filter((type) => access.may(`${type}:Handle`))
    const { rows } = await sql<Row>`
      select l.id as allocation_id, a.asset_no, a.name, a.model, a.sn, r.name as room, (l.opened_at at time zone 'Asia/Shanghai')::date as opened_on, l.until, t.no as ticket_no,
        to_char(l.confirmed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as confirmed_at, l.holder_id, u.emp_no, d.name as dept, d.name_en as dept_en,
        array(select s.id from asset_sheet s join asset_sheet_line of on of.sheet_id = s.id
          where of.asset_id = l.asset_id and s.signer_id = l.holder_id and s.kind = 'receipt' and s.at >= l.opened_at order by s.id desc limit 20) as sheet_ids
      from asset_allocation l join asset a on a.id = l.asset_id join shared_app_user u on u.id = l.holder_id join shared_department d on d.id = l.dept_id
        left join asset_room r on r.id = l.room_id left join shared_ticket t on t.id = l.ticket_id
      where l.id = any(${ids}::bigint[]) and (t.type is null or not t.type = any(${[...types]}::text[]) or t.type = any(${handled}::text[]))
        and ${reachedBy(access, 'asset:Search', { department: 'l.dept_id' })}
      order by u.emp_no, a.asset_no`.execute(unit.db)
    const names = await unit.namesOf(
      rows.map(({ holderId }) => holderId),
      language,
    )
    return rows.flatMap((row, index) => {
      const { holderId, empNo, dept, deptEn } = row
      // They come in the order of their holders.
      if (rows[index - 1]?.holderId === holderId) return []
      const own = rows.filter((one) => one.holderId === holderId)
      return {
        holderId,
        holder: names.get(holderId) ?? '',
        empNo,
        dept: nameIn(language, { name: dept, nameEn: deptEn }),
        lines: own.map(lineOf),
        sheetId: sheetOf(own),
      }
    })
  },
})
