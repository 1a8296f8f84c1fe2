/** The values the example table has every morning; they follow from the number of the row alone. */
import { addDays } from '#src/define/days.ts'

/** Rows of the example table. */
export const DEMO_ROWS = 200

const subjects = ['值班室设备更新', '执法记录仪配发', '警车定期保养', '食堂厨具采购', '档案库房改造', '训练器材补充']
const departments = ['办公室', '警务保障部', '刑事侦查支队', '交通警察支队', '科技信息化支队']
const states = ['draft', 'active', 'active', 'paused', 'done'] as const

/** A row as it is every morning, without its owner. */
export interface FirstRow {
  readonly place: number
  readonly name: string
  readonly deptName: string
  /** In yuan with two places. */
  readonly amount: string
  readonly ratio: number
  readonly state: (typeof states)[number]
  readonly startDate: string
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** All rows in their first order. */
export const firstRows = (): readonly FirstRow[] =>
  Array.from({ length: DEMO_ROWS }, (_, index) => {
    const cents = (index * 7_919_993) % 100_000_000
    const state = pick(states, index * 3 + Math.floor(index / 7))
    return {
      place: index + 1,
      name: `${pick(subjects, index)}${String(index + 1).padStart(3, '0')}`,
      deptName: pick(departments, index * 2 + Math.floor(index / 5)),
      amount: (cents / 100).toFixed(2),
      ratio: state === 'done' ? 100 : state === 'draft' ? 0 : (index * 37) % 100,
      state,
      startDate: addDays('2026-01-01', (index * 11) % 365),
    }
  })
