import type { FormDefinition } from '#src/define/application.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { circularFormulas } from '#src/fields/formula/order.ts'
import { type FormulaFault, formulaFault, ruleFault } from '#src/fields/formula/typing.ts'
import { cellsOf } from '#src/fields/walk.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

const RULE = 'FRM-06'

function fault(field: string, found: FormulaFault): ServerFault {
  switch (found.key) {
    case 'unknown':
      return serverFault(RULE, 'formulaUnknown', null, { field, name: found.field })
    case 'unread':
      return serverFault(RULE, 'formulaUnread', null, { field, name: found.field })
    case 'result':
      return serverFault(RULE, 'formulaResult', null, { field })
    case 'long':
      return serverFault(RULE, 'formulaLong', null, { field, most: found.most })
    default:
      return serverFault(RULE, 'formulaOperands', null, { field, name: found.call.toUpperCase() })
  }
}

function faultsAt(path: string, field: Field, around: Fields): readonly ServerFault[] {
  if (field.formula === undefined) return []
  if (field.computed !== true) return [serverFault(RULE, 'formulaWritten', null, { field: path })]
  const found = formulaFault(field.formula, field, around)
  return found === null ? [] : [fault(path, found)]
}

/** FRM-06, FRM-09: every formula reads fields that are there, fits together and gives what its field holds; none follows from itself. */
export function formulaFaults(form: FormDefinition): readonly ServerFault[] {
  const fields = formFieldsOf(form)
  return [
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...faultsAt(name, field, fields),
      ...Object.entries(cellsOf(field) ?? {}).flatMap(([column, cell]) =>
        faultsAt(`${name}.${column}`, cell, { ...fields, ...cellsOf(field) }),
      ),
    ]),
    ...circularFormulas(fields, form.amountField).map((field) => serverFault(RULE, 'formulaCircle', null, { field })),
    ...(form.rules ?? []).flatMap(({ formula, field, message }, index) => {
      const number = index + 1
      return [
        ...(ruleFault(formula, fields) === null ? [] : [serverFault('FRM-09', 'ruleFormula', null, { number })]),
        ...(fields[field] === undefined ? [serverFault('FRM-09', 'ruleField', null, { number })] : []),
        ...(message.zhHans === '' || message.en === '' ? [serverFault('FRM-09', 'ruleUnsaid', null, { number })] : []),
      ]
    }),
  ]
}
