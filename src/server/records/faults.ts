/** What is wrong with an imported table, gathered for one report. */
import type { Language } from '#src/define/messages.ts'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Texts } from '#src/server/texts.ts'
import type { LabelOf, Line } from './table.ts'

/** A fault as the result table shows it; `row` counts as the spreadsheet does, the head being row 1. */
export interface ImportFault {
  readonly row: number
  readonly column: string
  readonly value: string
  readonly message: string
}

export interface Faults {
  readonly add: (row: number, column: string, value: unknown, problem: Problem) => void
  readonly addField: (row: number, name: string, value: unknown, problem: Problem) => void
  /** Runs the write of a line; what refuses it becomes a fault of the line. */
  readonly attempt: (line: Line, work: () => Promise<void>) => Promise<void>
  /** Throws what was found so far: 4000 with texts by `row.column` and the result table as data. */
  readonly refuse: () => void
}

/** A table with more faults than this is not worth reading on. */
const mostFaults = 500

export function createFaults(texts: Texts, language: Language, labelOf: LabelOf): Faults {
  const found: (ImportFault & { readonly path: string; readonly problem: Problem })[] = []
  const push = (row: number, path: string, column: string, value: unknown, problem: Problem): void => {
    if (found.length < mostFaults)
      found.push({ row, column, value: printable(value), message: texts.say(language, problem), path, problem })
  }
  const addField = (row: number, name: string, value: unknown, problem: Problem): void =>
    push(row, name, labelOf(language, name), value, problem)
  return {
    add: (row, column, value, problem) => push(row, column, column, value, problem),
    addField,
    async attempt(line, work) {
      try {
        await work()
      } catch (error) {
        if (error instanceof ValidationError) {
          for (const [name, problems] of Object.entries(error.problems))
            for (const problem of problems) addField(line.row, name, line.cells.get(name), problem)
        } else if (error instanceof RuleError) push(line.row, '', '', null, error.problem)
        else throw error
      }
    },
    refuse() {
      if (found.length === 0) return
      const problems = new Map<string, Problem[]>()
      for (const { row, path, problem } of found)
        problems.set(`${row}.${path}`, [...(problems.get(`${row}.${path}`) ?? []), problem])
      throw new ValidationError(
        Object.fromEntries(problems),
        found.map(({ row, column, value, message }) => ({ row, column, value, message })),
      )
    },
  }
}

const printable = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)).slice(0, 200)
}
