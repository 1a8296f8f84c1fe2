import { describe, expect, it } from 'vitest'
import {
  type Choices,
  changeSheet,
  emptyLine,
  filledLines,
  isChanged,
  startSheet,
  writeCell,
} from '#src/modules/budget/plan/sheet.ts'
import {
  evenSplit,
  faultsOf,
  growthsOf,
  scaledMonths,
  subjectTotals,
} from '#src/modules/budget/plan/year-plan-lines.ts'

const choices: Choices = {
  subjects: [
    { value: '30201', label: '30201 办公费' },
    { value: '30217', label: '30217 公务接待费' },
  ],
  kinds: [
    { value: 'basic', label: '基本支出' },
    { value: 'project', label: '项目支出' },
  ],
  sources: [{ value: 'fiscal', label: '财政拨款' }],
  projects: [{ value: '7', label: 'XM20270001 情报平台' }],
}
const line = { ...emptyLine('fiscal'), subjectCode: '30201' }

describe('a line of a year plan', () => {
  it('splits its amount into twelve months to the cent, and keeps their shape when it changes', () => {
    expect(evenSplit('100.00')).toEqual([...Array<string>(11).fill('8.33'), '8.37'])
    const amount = writeCell(line, 'amount', '1,200.00', choices)
    expect(amount.monthly).toEqual(Array<string>(12).fill('100.00'))
    const month = writeCell(amount, 'm1', '300', choices)
    expect(month).toMatchObject({ amount: '1400.00', monthly: ['300.00', ...Array<string>(11).fill('100.00')] })
    expect(writeCell(month, 'amount', '700', choices).monthly).toEqual(['150.00', ...Array<string>(11).fill('50.00')])
    expect(scaledMonths(['0.01', ...Array<string>(11).fill('0.00')], '0.02')[0]).toBe('0.02')
  })

  it('takes codes, names and both, and leaves what it does not understand as it was', () => {
    expect(writeCell(line, 'subjectCode', '公务接待费', choices)).toBe(line)
    expect(writeCell(line, 'subjectCode', '30217 公务接待费', choices).subjectCode).toBe('30217')
    expect(writeCell(line, 'kind', '项目支出', choices).kind).toBe('project')
    expect(writeCell(line, 'projectId', 'XM20270001', choices)).toMatchObject({ kind: 'project', projectId: 7 })
    expect(writeCell(line, 'amount', 'many', choices)).toBe(line)
    expect(writeCell(line, 'amount', '100000000', choices)).toBe(line)
  })

  it('BUD-22 shows what grows of the three public expenses, and asks for the reason when it is submitted', () => {
    const former = [{ subjectCode: '30217', projectId: null, fundSource: 'fiscal', approved: '100.00' }]
    const lines = [{ ...writeCell(line, 'amount', '100.01', choices), subjectCode: '30217' }]
    expect(growthsOf(lines, former)).toEqual([{ subjectCode: '30217', amount: '100.01', former: '100.00' }])
    expect(faultsOf(lines, former, true)).toEqual([{ line: 0, column: 'overReason', fault: 'reason' }])
    expect(faultsOf(lines, former, false)).toEqual([])
    expect(faultsOf([...lines, ...lines], former, false)).toEqual([{ line: 1, column: 'subjectCode', fault: 'twice' }])
  })
})

describe('the plan sheet', () => {
  it('grows below its end, adds up by subject, and goes back and forth step by step', () => {
    const empty = startSheet([])
    const pasted = changeSheet(empty, {
      type: 'written',
      choices,
      fundSource: 'fiscal',
      writes: [
        { row: 0, column: 'subjectCode', text: '30201' },
        { row: 0, column: 'amount', text: '12' },
        { row: 1, column: 'subjectCode', text: '30201' },
        { row: 1, column: 'amount', text: '0.50' },
      ],
    })
    expect(subjectTotals(pasted.lines)).toEqual([{ subjectCode: '30201', amount: '12.50' }])
    const inserted = changeSheet(pasted, { type: 'inserted', at: 0, count: 2, fundSource: 'fiscal' })
    expect(filledLines(inserted.lines)).toEqual(pasted.lines)
    const undone = changeSheet(inserted, { type: 'undone' })
    expect(undone.lines).toBe(pasted.lines)
    expect(changeSheet(undone, { type: 'redone' }).lines).toBe(inserted.lines)
    expect([isChanged(empty), isChanged(undone), isChanged(changeSheet(undone, { type: 'saved' }))]).toEqual([
      false,
      true,
      false,
    ])
  })
})
