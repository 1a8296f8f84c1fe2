/** Actions on the rules of a form. */
import type { FormDefinition, FormRule } from '#src/define/application.ts'
import type { Formula } from '#src/fields/formula/formula.ts'
import { patchObject } from './states.ts'

const withRules = (form: FormDefinition, rules: readonly FormRule[]): FormDefinition =>
  patchObject(form, { rules: rules.length === 0 ? undefined : rules })

/** One more rule at the end, said at this field. */
export const addRule = (form: FormDefinition, formula: Formula, field: string): FormDefinition =>
  withRules(form, [...(form.rules ?? []), { formula, field, message: { zhHans: '', en: '' } }])

/** Changes a rule by its place. */
export const patchRule = (form: FormDefinition, index: number, patch: Partial<FormRule>): FormDefinition =>
  withRules(
    form,
    (form.rules ?? []).map((rule, at) => (at === index ? { ...rule, ...patch } : rule)),
  )

/** Takes a rule away. */
export const removeRule = (form: FormDefinition, index: number): FormDefinition =>
  withRules(form, (form.rules ?? []).toSpliced(index, 1))
