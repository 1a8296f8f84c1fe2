import { type ZodType, z } from 'zod'
import type { ProblemKey } from '#src/define/names.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import { ValidationError } from '#src/define/problem.ts'

type Issue = NonNullable<ReturnType<ZodType['safeParse']>['error']>['issues'][number]

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )
}

const boundKeys: Readonly<Record<string, readonly [small: ProblemKey, big: ProblemKey]>> = {
  string: ['check.tooShort', 'check.tooLong'],
  array: ['check.fewest', 'check.most'],
  number: ['check.atLeast', 'check.atMost'],
  int: ['check.atLeast', 'check.atMost'],
}

type JsonSchema = z.core.JSONSchema.JSONSchema

function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>((at, key) => {
    const inner = typeof key === 'number' ? at?.items : at?.properties?.[String(key)]
    return typeof inner === 'object' && !Array.isArray(inner) ? inner : undefined
  }, schema)
}

/** Both bounds of the number at the path; null where there is no such number, or it is open to one side. */
function boundsAt(type: ZodType, path: readonly PropertyKey[]): readonly [least: number, most: number] | null {
  const { minimum, maximum } = schemaAt(z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' }), path) ?? {}
  if (minimum === undefined || maximum === undefined) return null
  return minimum === Number.MIN_SAFE_INTEGER || maximum === Number.MAX_SAFE_INTEGER ? null : [minimum, maximum]
}

/** A number out of its bounds, or none at all, is told both of them. */
function numberProblem(type: ZodType, issue: Issue): Problem | null {
  const isNumber =
    issue.code === 'invalid_type'
      ? issue.expected === 'number' || issue.expected === 'int'
      : (issue.code === 'too_small' || issue.code === 'too_big') &&
        (issue.origin === 'number' || issue.origin === 'int')
  const bounds = isNumber ? boundsAt(type, issue.path) : null
  return bounds && { key: 'check.between', params: bounds }
}

function problemOf(type: ZodType, issue: Issue, input: unknown): Problem {
  const value = valueAt(input, issue.path)
  if (value === undefined || value === null || value === '') return { key: 'check.required' }
  const bounded = numberProblem(type, issue)
  if (bounded !== null) return bounded
  switch (issue.code) {
    case 'too_small':
      return { key: boundKeys[issue.origin]?.[0] ?? 'check.invalid', params: [Number(issue.minimum)] }
    case 'too_big':
      return { key: boundKeys[issue.origin]?.[1] ?? 'check.invalid', params: [Number(issue.maximum)] }
    case 'invalid_format':
      return { key: 'check.format' }
    case 'invalid_value':
      return { key: 'check.choice' }
    default:
      return { key: 'check.invalid' }
  }
}

/** The value as its schema reads it; refuses with 4000 and the problems by field path. */
export function parse<T>(schema: ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  // A map: the sender names the fields, perhaps `toString` or `__proto__`.
  const problems = new Map<string, readonly Problem[]>()
  const add = (path: readonly PropertyKey[], problem: Problem): void => {
    const field = path.map(String).join('.')
    problems.set(field, [...(problems.get(field) ?? []), problem])
  }
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], { key: 'check.unknown' })
    else add(issue.path, problemOf(schema, issue, input))
  }
  throw new ValidationError(Object.fromEntries(problems) satisfies Problems)
}

/** U+0000 somewhere in what was sent. */
export const unprintable = (): ValidationError => new ValidationError({ '': [{ key: 'check.unprintable' }] })

/** Levels of nesting: a form with its lines has four. */
const MAX_NESTING = 32

/** Whether a JSON text is nested too deeply, found without parsing it: deep values would exhaust the stack of whatever walks them. */
export function isDeep(text: string): boolean {
  let depth = 0
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isInside) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInside = false
    } else if (sign === '"') isInside = true
    else if (sign === '[' || sign === '{') {
      depth += 1
      if (depth > MAX_NESTING) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return false
}

/** The body is nested deeper than any form. */
export const tooDeep = (): ValidationError =>
  new ValidationError({ '': [{ key: 'check.tooDeep', params: [MAX_NESTING] }] })
