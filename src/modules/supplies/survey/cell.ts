import type { SurveyLine } from './survey.types.ts'

/** A line as a spreadsheet has it, in the form in which it is pasted back: `170`, `170×2`, `0` for what is not taken. */
export function cellText(line: SurveyLine | null): string {
  if (line === null || (line.size === null && line.qty > 0)) return ''
  if (line.qty === 0) return '0'
  if (line.size === '') return String(line.qty)
  return line.qty === line.dueQty ? (line.size ?? '') : `${line.size ?? ''}×${line.qty}`
}
