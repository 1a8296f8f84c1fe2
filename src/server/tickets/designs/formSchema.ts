/** The shape of a designed form. */
import { z } from 'zod'
import type { FormDefinition, FormRule, FormSection } from '#src/define/application.ts'
import type { Base, Field, FieldKind, Fields } from '#src/fields/field.ts'
import { serverParts } from '#src/fields/kinds.server.ts'
import { kinds } from '#src/fields/kinds.ts'
import { flag, nameOf, type Shape } from '#src/fields/shapes.server.ts'
import { formula } from './formulaSchema.ts'
import { bilingual, condition, permission } from './schema.ts'

const base = {
  required: z.union([z.boolean(), condition]).exactOptional(),
  computed: flag,
  formula: formula.exactOptional(),
  visibleWhen: condition.exactOptional(),
  immutable: flag,
  maskedUnless: z
    .string()
    .regex(/^[A-Za-z]+:[A-Za-z]+$/)
    .exactOptional(),
  askedFor: z.literal(true).exactOptional(),
} satisfies Shape<Base>

const shapeOf = (kind: FieldKind, more: Readonly<Record<string, z.ZodType>> = {}) =>
  z.strictObject({ kind: z.literal(kind), ...base, ...serverParts[kind].settings, ...more })

const fieldsOf = (field: z.ZodType<Field>): z.ZodType<Fields> =>
  z.record(nameOf(64), field).refine((fields) => Object.keys(fields).length <= 100)

/** Fields of these kinds; the shapes of their settings are held to their types one by one. */
const oneOf = (shapes: readonly ReturnType<typeof shapeOf>[]): z.ZodType<Field> => {
  const [first, ...others] = shapes
  if (first === undefined) throw new RangeError('a field is of some kind')
  return z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<Field>
}

const names = Object.keys(kinds) as FieldKind[]
const plain = names.filter((kind) => kinds[kind].cells === undefined).map((kind) => shapeOf(kind))
const tables = names
  .filter((kind) => kinds[kind].cells !== undefined)
  // Rows do not nest.
  .map((kind) => shapeOf(kind, { fields: fieldsOf(oneOf(plain)) }))
const field = oneOf([...plain, ...tables])

const section = z.strictObject({
  key: nameOf(64),
  fields: fieldsOf(field),
  title: bilingual(50).exactOptional(),
  visibleWhen: condition.exactOptional(),
} satisfies Shape<FormSection>)

const rule = z.strictObject({ formula, message: bilingual(100), field: nameOf(64) } satisfies Shape<FormRule>)

export const formSchema: z.ZodType<FormDefinition> = z.strictObject({
  sections: z.array(section).max(30),
  start: z.record(nameOf(64), permission).exactOptional(),
  amountField: nameOf(64).exactOptional(),
  labels: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)?$/)
        .max(130),
      bilingual(50),
    )
    .exactOptional(),
  hints: z.record(nameOf(64), bilingual(100)).exactOptional(),
  rules: z.array(rule).max(50).exactOptional(),
  defaults: z.record(nameOf(64), z.enum(['applicant', 'applicantDept', 'applicantMobile', 'last'])).exactOptional(),
} satisfies Shape<FormDefinition>)
