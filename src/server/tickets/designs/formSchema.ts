/** The shape of a designed form. */
import { z } from 'zod'
import type { FormDefinition, FormSection } from '#src/define/application.ts'
import type { Field, FieldKind, FieldOf, Fields } from '#src/fields/field.ts'
import { MAX_ROWS } from '#src/fields/lines/lines.ts'
import { patterns, type TextPattern } from '#src/fields/text/text.ts'
import { bilingual, condition, line, nameOf, permission, type Shape } from './schema.ts'

const flag = z.boolean().exactOptional()
const whole = z.number().int().min(-1_000_000_000_000).max(1_000_000_000_000)
const amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/)
const code = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/)
    .max(max)

const patternNames = Object.keys(patterns) as [TextPattern, ...TextPattern[]]

type Own<K extends FieldKind> = Omit<FieldOf<K>, keyof typeof base>

const base = {
  required: z.union([z.boolean(), condition]).exactOptional(),
  computed: flag,
  visibleWhen: condition.exactOptional(),
  immutable: flag,
  maskedUnless: z
    .string()
    .regex(/^[A-Za-z]+:[A-Za-z]+$/)
    .exactOptional(),
  askedFor: z.literal(true).exactOptional(),
}

/** What a schema takes in; lists count as read-only ones. */
type Taken<S> = S extends z.ZodType<unknown, infer I> ? (I extends readonly (infer E)[] ? readonly E[] : I) : never
/** Every value a field may have by its type must be taken: a setting that its kind gains and that is not taken here does not compile. */
type Whole<K extends FieldKind, S> = {
  readonly [P in keyof S]: P extends keyof Own<K> ? (Required<Own<K>>[P] extends Taken<S[P]> ? unknown : never) : never
}

const of = <K extends FieldKind, S extends Shape<Omit<Own<K>, 'kind'>>>(kind: K, shape: S & Whole<K, S>) =>
  z.strictObject({ kind: z.literal(kind), ...base, ...(shape as S) })

const dayBound = z.union([
  z.literal('today'),
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  z.strictObject({ today: z.number().int().min(-40_000).max(40_000) }),
])

const plain = [
  of('text', {
    min: z.number().int().min(0).max(10_000).exactOptional(),
    max: z.number().int().min(1).max(10_000),
    multiline: flag,
    markdown: flag,
    pattern: z.enum(patternNames).exactOptional(),
    initial: line(500).exactOptional(),
    comparable: z.literal(true).exactOptional(),
    exact: flag,
  }),
  of('integer', { min: whole.exactOptional(), max: whole.exactOptional(), initial: whole.exactOptional() }),
  of('decimal', {
    precision: z.number().int().min(1).max(18),
    scale: z.number().int().min(0).max(6),
    min: amount.exactOptional(),
    max: amount.exactOptional(),
    step: amount.exactOptional(),
    initial: amount.exactOptional(),
  }),
  of('money', { isRate: flag, positive: flag, max: amount.exactOptional(), initial: amount.exactOptional() }),
  of('date', {
    min: dayBound.exactOptional(),
    max: dayBound.exactOptional(),
    initial: z.literal('today').exactOptional(),
    until: nameOf(64).exactOptional(),
  }),
  of('dateTime', { notBeforeNow: flag }),
  of('boolean', { initial: flag }),
  of('choice', {
    dictionary: code(64),
    only: z.array(line(64)).max(200).exactOptional(),
    initial: line(64).exactOptional(),
  }),
  of('person', { role: nameOf(32).exactOptional() }),
  of('people', { max: z.number().int().min(1).max(100) }),
  of('department', {}),
  of('departments', { max: z.number().int().min(1).max(100) }),
  of('reference', {
    record: code(64),
    options: z
      .string()
      .regex(/^\/api\/[A-Za-z0-9_/-]{1,120}(\?[A-Za-z0-9_=&,.-]{1,300})?$/)
      .exactOptional(),
  }),
  of('files', { max: z.number().int().min(1).max(50) }),
] as const

const fieldsOf = <F extends z.ZodType<Field>>(field: F) =>
  z.record(nameOf(64), field).refine((fields) => Object.keys(fields).length <= 100)
const cell = z.discriminatedUnion('kind', plain)
/** Rows do not nest. */
const field = z.discriminatedUnion('kind', [
  ...plain,
  of('lines', {
    min: z.number().int().min(0).max(MAX_ROWS),
    max: z.number().int().min(1).max(MAX_ROWS),
    fields: fieldsOf(cell as unknown as z.ZodType<Field>),
  }),
]) as unknown as z.ZodType<Field>

const section = z.strictObject({
  key: nameOf(64),
  fields: fieldsOf(field) as z.ZodType<Fields>,
  title: bilingual(50).exactOptional(),
} satisfies Shape<FormSection>)

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
} satisfies Shape<FormDefinition>)
