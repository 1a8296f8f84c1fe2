import { type Problem, ValidationError } from '#src/define/problem.ts'
import type { RecordServer } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

/** An item stands in a kit once. */
function checked(values: FormData): FormData {
  const seen = new Set<unknown>()
  const problems: Record<string, readonly Problem[]> = {}
  for (const [index, { itemId }] of rowsOf(values.lines).entries()) {
    if (seen.has(itemId)) problems[`lines.${index}.itemId`] = [{ key: 'check.taken' }]
    seen.add(itemId)
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return values
}

export const kitRecord: RecordServer = {
  beforeCreate: async (values) => checked(values),
  beforeUpdate: async (values) => checked(values),
}
