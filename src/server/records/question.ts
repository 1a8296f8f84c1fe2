/** New rows that raise a question: refused with it, and taken once the maker has answered (`confirmed`). */
import { RuleError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { objectOf } from './forms.ts'
import type { RecordModel } from './model.ts'
import type { Call } from './read.ts'

/** What was sent, without the answer to a question; a record without questions knows no such field. */
export function splitAnswer(
  model: RecordModel,
  body: unknown,
): { readonly isConfirmed: boolean; readonly form: unknown } {
  if (model.server.question === undefined) return { isConfirmed: true, form: body }
  const { confirmed, ...form } = objectOf(body)
  return { isConfirmed: confirmed === true, form }
}

/** Refuses a row that raises a question, marked so that a page can ask it. */
export async function askFirst(model: RecordModel, { unit, access }: Call, values: FormData): Promise<void> {
  const problem = await model.server.question?.(values, unit, access)
  if (problem !== null && problem !== undefined)
    throw new RuleError(problem.key, ...(problem.params ?? [])).with({ isQuestion: true })
}
