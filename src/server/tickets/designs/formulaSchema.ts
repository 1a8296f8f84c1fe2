/** The shape of a formula from outside: a closed grammar, as deep as it can be written (FRM-01). */
import { z } from 'zod'
import { type Formula, type FormulaCall, formulaCalls, MAX_CALLS, MAX_OPERANDS } from '#src/fields/formula/formula.ts'
import { line, nameOf } from '#src/fields/shapes.server.ts'
import { describedForm, FORMULA } from '#src/server/documentation/schema.ts'

const plain = [
  z.strictObject({ number: z.string().regex(/^\d{1,12}(\.\d{1,12})?$/) }),
  z.strictObject({ text: line(200) }),
  z.strictObject({ field: nameOf(64) }),
  z.strictObject({ column: nameOf(64), of: nameOf(64) }),
] as const
const call = z.enum(Object.keys(formulaCalls) as FormulaCall[])

function formulaAt(depth: number): z.ZodType<Formula> {
  if (depth === 0) return z.union(plain)
  return z.union([...plain, z.strictObject({ call, with: z.array(formulaAt(depth - 1)).max(MAX_OPERANDS) })])
}
const deepest = formulaAt(MAX_CALLS)

/** Documented once, by reference to itself. */
export const formula: z.ZodType<Formula> = describedForm(FORMULA).transform((value, context) => {
  const parsed = deepest.safeParse(value)
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom' })
  return z.NEVER
})
