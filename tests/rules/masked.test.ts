/** Numbers by which a person is found or could be impersonated are masked in lists (60.1, 40.2, FS-PAYEE). */
import { describe, expect, it } from 'vitest'
import type { Field } from '#src/fields/field.ts'
import { modules } from '#src/modules.ts'

/** By what it is: a pattern of its own, or a name that says so. */
const isPersonal = (name: string, field: Field): boolean =>
  field.kind === 'text' &&
  (field.pattern === 'mobile' ||
    field.pattern === 'bankAccount' ||
    /mobile|phone|licen[sc]eNo|bankAccount|idNo$|idCard|identityNo|passport/i.test(name))

/** Columns that stay readable, and why. */
const readable: Readonly<Record<string, string>> = {
  'dept.phone': 'the telephone of an office, which everybody calls',
}

describe('columns with numbers of people', () => {
  const columns = modules.flatMap(({ records }) =>
    records.flatMap(({ name, fields, list }) =>
      list.columns.flatMap((column) => {
        const field = fields[column]
        return field !== undefined && isPersonal(column, field) ? [{ entry: `${name}.${column}`, field }] : []
      }),
    ),
  )
  it('are masked, but for those that say why not', () => {
    expect(columns.length).toBeGreaterThan(3)
    expect(columns.flatMap(({ entry, field }) => (field.maskedUnless === undefined ? [entry] : []))).toEqual(
      Object.keys(readable),
    )
  })
})
