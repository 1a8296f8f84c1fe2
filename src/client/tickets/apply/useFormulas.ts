import { useEffect, useMemo } from 'react'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useIsWorkday } from '#src/client/components/forms/inputs/workDays.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { Problems } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { computeFormulas, needsWorkdays } from '#src/fields/formula/computed.ts'
import { brokenRules } from '#src/fields/formula/rules.ts'

/** What the formulas of a form give for these values, and the rules that do not hold, with every key; the server computes the same again (FRM-01, FRM-09). `put` is called with what the values do not hold yet. */
export function useFormulas(
  definition: FormDefinition,
  applicant: Facts,
  values: FormData,
  put: (computed: FormData) => void,
): Problems {
  const fields = useMemo(() => formFieldsOf(definition), [definition])
  const isWorkday = useIsWorkday(useMemo(() => needsWorkdays(fields, definition.rules), [fields, definition.rules]))
  const computed = useMemo(() => {
    const rules = formRules(definition, applicant, values)
    const around = { given: browserTime(), ...rules, isWorkday }
    const formulas = computeFormulas(fields, values, around)
    const all = { ...values, ...formulas.values }
    const problems = { ...brokenRules(fields, definition.rules ?? [], all, around), ...formulas.problems }
    const isNew = Object.entries(formulas.values).some(([name, value]) => values[name] !== value)
    return { values: isNew ? formulas.values : null, problems }
  }, [fields, definition, applicant, values, isWorkday])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is computed anew is put into the form once.
  useEffect(() => {
    if (computed.values !== null) put(computed.values)
  }, [computed])
  return computed.problems
}
