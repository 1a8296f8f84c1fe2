/** JSON Schema (2020-12) as OpenAPI 3.1 takes it: from zod for what calls take, from fields for forms and rows. */
import { type ZodType, z } from 'zod'
import type { Schema } from '#src/define/api/openapi.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { formulaCalls } from '#src/fields/formula/formula.ts'
import { serverOf } from '#src/fields/kinds.server.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { itemOf } from '#src/fields/quantity/item.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { VERSION } from '#src/server/records/model.ts'

/** A schema whose inside the definitions of records and applications say; the document names it by this key. */
export const FORM = 'x-form'

/** A body that is checked against fields, which know more than a schema: `leaveQuota`, or `leaveQuota.freeze` for an action. */
export const describedForm = (name: string) => z.unknown().meta({ [FORM]: name })

/** Name of the form of a changed row, beside that of a new one. */
export const changeOf = (record: string): string => `${record}.change`

/** Under which name the condition trees of workflows are described (20.1). */
export const CONDITION = 'workflow.condition'

/** Under which name the formulas of computed fields are described (FRM-01). */
export const FORMULA = 'workflow.formula'

/** A formula: a number, a text, a field, a column of a sub-table, or a call with its operands. */
export function formulaSchema(): Schema {
  const name: Schema = { type: 'string', maxLength: 64 }
  const one = (property: string, schema: Schema): Schema => ({
    type: 'object',
    properties: { [property]: schema },
    required: [property],
  })
  return {
    anyOf: [
      one('number', { type: 'string', pattern: '^\\d{1,12}(\\.\\d{1,12})?$', examples: ['12.50'] }),
      one('text', { type: 'string', maxLength: 200 }),
      one('field', name),
      { type: 'object', properties: { column: name, of: name }, required: ['column', 'of'] },
      {
        type: 'object',
        properties: {
          call: { enum: Object.keys(formulaCalls) },
          with: { type: 'array', items: formRef(FORMULA), maxItems: 30 },
        },
        required: ['call', 'with'],
      },
    ],
  }
}

/** A condition tree: a comparison, or several of them joined. */
export function conditionSchema(): Schema {
  const name: Schema = { type: 'string', maxLength: 80 }
  const fact: Schema = { type: ['string', 'number', 'boolean', 'null'] }
  const otherFact: Schema = { type: 'object', properties: { fact: name }, required: ['fact'] }
  const parts: Schema = { type: 'array', items: formRef(CONDITION), maxItems: 50 }
  const joined = (how: string): Schema => ({ type: 'object', properties: { [how]: parts }, required: [how] })
  const comparison: Schema = {
    type: 'object',
    properties: {
      field: name,
      op: { enum: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'empty', 'notEmpty'] },
      value: { anyOf: [fact, { type: 'array', items: fact, maxItems: 200 }, otherFact] },
    },
    required: ['field', 'op'],
  }
  return { anyOf: [comparison, joined('all'), joined('any')] }
}

/** Where a form's schema stands. */
export const formRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** What a call takes. Transformations are described by what may be sent. */
export function schemaOf(type: ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodObject) keepRequired(zodSchema, jsonSchema)
    },
  })
  return named(schema) as Schema
}

/** Required is what the schema itself refuses to be without: a value that is read before its check may stand for an absent one. */
function keepRequired({ shape }: z.ZodObject, schema: { required?: string[] }): void {
  const kept = schema.required?.filter((name) => {
    const inner = shape[name]
    return inner === undefined || !z.safeParse(inner, undefined).success
  })
  if (kept === undefined || kept.length === 0) delete schema.required
  else schema.required = kept
}

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null) return value
  if (FORM in value) return formRef(String(value[FORM]))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner)]))
}

const id: Schema = { type: 'integer', minimum: 1 }
/** Codes of a dictionary. */
export type Codes = (dictionary: string) => readonly string[]
/** Name of a field in the reader's language; of a sub-table's field by both names. */
export type Labels = (...names: readonly string[]) => string

const plain = (field: Field, codes: Codes, labels: Labels): Schema =>
  serverOf(field).schema(field, { codes, rowOf: (fields) => formSchema(fields, codes, labels) })

function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** What a form may send: computed fields are the server's. */
export function formSchema(fields: Fields, codes: Codes, labels: Labels): Schema {
  const own = Object.entries(fields).filter(([, field]) => field.computed !== true)
  const required = own.filter(([, field]) => field.required === true && !('initial' in field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      own.map(([name, field]) => {
        const schema = plain(field, codes, (...inner) => labels(name, ...inner))
        return [name, { title: labels(name), ...(field.required === true ? schema : orNull(schema)) }]
      }),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** The same form with more beside its fields. */
export const extendSchema = (
  form: Schema,
  more: Readonly<Record<string, Schema>>,
  required: readonly string[],
): Schema => ({
  ...form,
  properties: { ...form.properties, ...more },
  required: [...(form.required ?? []), ...required],
})

/** A row as it is answered: every field may be empty, names stand beside ids and codes, and quantities of an item beside themselves as the item counts them. */
export function rowSchema(fields: Fields, codes: Codes, labels: Labels): Schema {
  const properties = Object.entries(fields).flatMap(([name, field]): [string, Schema][] => {
    const masked = field.maskedUnless === undefined ? {} : { description: `masked without ${field.maskedUnless}` }
    // What was masked, or chosen when the entry still existed, fits no narrower shape.
    const shape: Schema =
      sourceOf(field)?.to === 'entry' || field.maskedUnless !== undefined
        ? { type: 'string' }
        : plain(field, codes, labels)
    const { pattern: _, minLength: __, ...loose } = shape
    const own: [string, Schema] = [name, { title: labels(name), ...orNull(loose), ...masked }]
    return isNamed(field) || itemOf(fields, field) !== null ? [own, [`${name}Label`, labelSchema(field)]] : [own]
  })
  // A record that is only added to has none.
  const version =
    fields.version === VERSION ? { version: { title: labels('version'), type: 'integer', minimum: 1 } } : {}
  return {
    type: 'object',
    properties: { id, ...Object.fromEntries(properties), ...version },
    required: ['id', ...Object.keys(version)],
  }
}

/** Browsers have the words of dictionaries; what other ids stand for is said beside them. */
const isNamed = (field: Field): boolean => (sourceOf(field)?.to ?? 'entry') !== 'entry'

const labelSchema = (field: Field): Schema =>
  kindOf(field).isList === true ? { type: 'array', items: { type: 'string' } } : { type: ['string', 'null'] }
