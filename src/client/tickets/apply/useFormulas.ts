import { useMemo } from 'react'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useIsWorkday } from '#src/client/components/forms/inputs/workDays.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { FormData } from '#src/fields/field.ts'
import { type ComputedForm, computeFormulas, needsWorkdays } from '#src/fields/formula/computed.ts'
import { brokenRules } from '#src/fields/formula/rules.ts'

/** What the formulas of a form give for these values, and the rules that do not hold, with every key; the server computes the same again (FRM-01, FRM-09). `isNew`: the values do not hold it yet. */
export function useFormulas(
  definition: FormDefinition,
  applicant: Facts,
  values: FormData,
): ComputedForm & { readonly isNew: boolean } {
  const fields = useMemo(() => formFieldsOf(definition), [definition])
  const isWorkday = useIsWorkday(useMemo(() => needsWorkdays(fields, definition.rules), [fields, definition.rules]))
  return useMemo(() => {
    const rules = formRules(definition, applicant, values)
    const around = { given: browserTime(), ...rules, isWorkday }
    const computed = computeFormulas(fields, values, around)
    const broken = brokenRules(fields, definition.rules ?? [], { ...values, ...computed.values }, around)
    const problems = { ...broken, ...computed.problems }
    return {
      ...computed,
      problems,
      isNew: Object.entries(computed.values).some(([name, value]) => values[name] !== value),
    }
  }, [fields, definition, applicant, values, isWorkday])
}
