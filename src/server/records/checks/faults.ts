/** What is wrong with an imported table, gathered for one report. */
import type { Language } from '#src/define/messages.ts'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Texts } from '#src/server/texts.ts'
import type { LabelOf, Line } from '../table.ts'

/** A fault as the result table shows it; `row` counts as the spreadsheet does, the head being row 1. */
export interface ImportFault {
  readonly row: number
  readonly column: string
  readonly value: string
  readonly message: string
}

export interface Faults {
  readonly add: (row: number, column: string, value: unknown, problem: Problem) => void
  /** A fault of a field; one that follows from an earlier fault of the same cell or from its missing column is left out. */
  readonly addField: (row: number, name: string, value: unknown, problem: Problem) => void
  /** The fields by column, in the order of which faults of a row are told. */
  readonly orderBy: (names: readonly (string | null)[]) => void
  /** Whether a field of a row, or any of it, is known to be wrong. */
  readonly has: (row: number, name?: string) => boolean
  readonly isEmpty: () => boolean
  /** Whether more would not be shown. */
  readonly isFull: () => boolean
  /** Runs the write of a line; what refuses it becomes a fault of the line. */
  readonly attempt: (line: Line, work: () => Promise<void>) => Promise<void>
  /** Throws what was found so far, by row and column: 4000 with texts by `row.column`, the result table as data and the number of all. */
  readonly refuse: () => void
}

/** Faults of one report; the number of all is told beside them. */
export const MAX_REPORTED_FAULTS = 500
/** The head of the table. */
const HEAD_ROW = 1

interface Found extends ImportFault {
  readonly path: string
  readonly problem: Problem
}

export function createFaults(texts: Texts, language: Language, labelOf: LabelOf): Faults {
  const found: Found[] = []
  const places = new Set<string>()
  const rows = new Set<number>()
  let total = 0
  let order = new Map<string | null, number>()
  const orderOf = ({ path }: Found): number => order.get(path) ?? order.size
  const push = (row: number, path: string, column: string, value: unknown, problem: Problem): void => {
    places.add(`${row}.${path}`)
    rows.add(row)
    total += 1
    if (found.length < MAX_REPORTED_FAULTS)
      found.push({ row, column, value: printable(value), message: texts.say(language, problem), path, problem })
  }
  const has = (row: number, name?: string): boolean =>
    name === undefined ? rows.has(row) : places.has(`${row}.${name}`) || places.has(`${HEAD_ROW}.${name}`)
  const addField = (row: number, name: string, value: unknown, problem: Problem): void => {
    if (!has(row, name)) push(row, name, labelOf(language, name), value, problem)
  }
  return {
    add: (row, column, value, problem) => push(row, column, column, value, problem),
    addField,
    orderBy: (names) => {
      order = new Map(names.map((name, index) => [name, index]))
    },
    has,
    isEmpty: () => total === 0,
    isFull: () => total >= MAX_REPORTED_FAULTS,
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
      if (total === 0) return
      const sorted = found.toSorted((one, other) => one.row - other.row || orderOf(one) - orderOf(other))
      const problems = new Map<string, Problem[]>()
      for (const { row, path, problem } of sorted)
        problems.set(`${row}.${path}`, [...(problems.get(`${row}.${path}`) ?? []), problem])
      throw new ValidationError(
        Object.fromEntries(problems),
        sorted.map(({ row, column, value, message }) => ({ row, column, value, message })),
        total,
      )
    },
  }
}

const printable = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)).slice(0, 200)
}
