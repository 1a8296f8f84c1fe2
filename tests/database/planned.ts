import type { SourceStatement } from './statementTexts.ts'

interface Sender {
  query(text: string): Promise<unknown>
}

interface Failure {
  readonly code?: string
  readonly message: string
}

/** No such table or column: not a matter of how places were filled. */
const UNKNOWN_NAME = /^(42P01|42703)$/
/** The type of a value cannot be told. */
const UNKNOWN_TYPE = /^(42P18|42P08|42725)$/

function numbered(text: string, isNull: boolean): string {
  let place = 0
  return text.replaceAll('$V', () => {
    place += 1
    return isNull ? 'null' : `$${place}`
  })
}

async function failureOf(sender: Sender, text: string): Promise<Failure | null> {
  try {
    await sender.query(`prepare planned as ${text}`)
    await sender.query('deallocate planned')
    return null
  } catch (error) {
    return error as Failure
  }
}

async function planned(sender: Sender, variants: readonly string[]): Promise<Failure | null> {
  let named: Failure | null = null
  let other: Failure | null = null
  for (const text of variants) {
    for (const isNull of [false, true]) {
      const failure = await failureOf(sender, numbered(text, isNull))
      if (failure === null) return null
      if (UNKNOWN_NAME.test(failure.code ?? '')) named ??= failure
      else other ??= failure
      if (!UNKNOWN_TYPE.test(failure.code ?? '')) break
    }
  }
  return named ?? other
}

export interface PlanFault {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Statements of which no variant is planned, each with what the database says. */
export async function planFaults(
  sender: Sender,
  statements: readonly SourceStatement[],
): Promise<readonly PlanFault[]> {
  const faults: PlanFault[] = []
  for (const { path, line, variants } of statements) {
    const failure = await planned(sender, variants)
    if (failure !== null) faults.push({ path, line, message: failure.message })
  }
  return faults
}
