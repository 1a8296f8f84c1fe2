/** Where a design uses a field: shown before the field is deleted. */
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import { type Condition, groupsOf, type Participant } from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { fieldsRead } from '#src/fields/formula/formula.ts'
import { cellsOf } from '#src/fields/walk.ts'

/** One use; texts stand under `designer.use`. `in` is the key of a state, the path of a field, or a number. */
export type FieldUse =
  | { readonly what: 'transition' | 'entry' | 'done' | 'people' | 'opens' | 'child' | 'signature'; readonly in: string }
  | { readonly what: 'shown' | 'required' | 'formula' | 'section'; readonly in: string }
  | { readonly what: 'notice' | 'rule'; readonly in: string }
  | { readonly what: 'amount'; readonly in: string }

/** Every use of a field or of a sub-table with its columns, in the order of the flow, then of the form. */
export function usesOf({ definition, form }: Design, name: string): readonly FieldUse[] {
  const isIt = (path: string): boolean => path === name || path.startsWith(`${name}.`)
  const asks = (condition: Condition | undefined): boolean =>
    condition !== undefined &&
    fieldsOf(condition).some((fact) => isIt(fact) || (fact === 'amount' && form.amountField === name))
  const takesPeople = (participant: Participant): boolean =>
    groupsOf(participant).some((group) => group.type === 'formField' && group.field === name)
  const found: FieldUse[] = []
  const put = (isUsed: boolean, what: FieldUse['what'], where: string): void => {
    if (isUsed) found.push({ what, in: where } as FieldUse)
  }
  for (const state of definition.states) {
    put(takesPeople(state.participant), 'people', state.key)
    put(asks(state.enterWhen), 'entry', state.key)
    put(asks(state.doneWhen), 'done', state.key)
    put(state.opensAtField === name, 'opens', state.key)
    put(typeof state.requireSignature === 'object' && asks(state.requireSignature), 'signature', state.key)
    put(Object.values(state.child?.values ?? {}).includes(name), 'child', state.key)
  }
  for (const { from, when } of definition.transitions) put(asks(when), 'transition', from)
  for (const [index, { to }] of (definition.notices ?? []).entries()) put(takesPeople(to), 'notice', String(index + 1))
  for (const { key, visibleWhen } of form.sections) put(asks(visibleWhen), 'section', key)
  for (const [path, field] of Object.entries(formFieldsOf({ ...form, sections: form.sections.map(plain) }))) {
    for (const [inner, one] of [[path, field] as const, ...columnsOf(path, field)]) {
      if (isIt(inner)) continue
      put(asks(one.visibleWhen), 'shown', inner)
      put(typeof one.required === 'object' && asks(one.required), 'required', inner)
      put(one.formula !== undefined && fieldsRead(one.formula).some(isIt), 'formula', inner)
    }
  }
  for (const [index, rule] of (form.rules ?? []).entries())
    put(rule.field === name || fieldsRead(rule.formula).some(isIt), 'rule', String(index + 1))
  put(form.amountField === name, 'amount', name)
  return found
}

/** The section without its own condition, which is named once and not at each of its fields. */
const plain = <S extends Design['form']['sections'][number]>({ visibleWhen: _, ...section }: S) => section

const columnsOf = (path: string, field: Parameters<typeof cellsOf>[0]) =>
  Object.entries(cellsOf(field) ?? {}).map(([column, cell]) => [`${path}.${column}`, cell] as const)
