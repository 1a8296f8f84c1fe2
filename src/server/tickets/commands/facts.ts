import type { Facts, FactValue } from '#machines/ticket/definition/definition.ts'
import type { SettingName } from '#src/define/names.ts'
import type { Settings } from '#src/define/server.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { FormData } from '#src/fields/field.ts'
import { type FormInput, formContext } from '../forms/forms.ts'
import { applicantFacts } from '../participants/people.ts'
import type { Version } from '../versions/versions.ts'

const THRESHOLD = 'config.'

/** The thresholds a version's conditions name, as they are now (D9): kept with the ticket from submit on. */
export function readThresholds(version: Version, settings: Settings): Readonly<Record<string, number>> {
  const names = [...version.facts].filter((name) => name.startsWith(THRESHOLD))
  return Object.fromEntries(names.map((name) => [name, settings.number(name.slice(THRESHOLD.length) as SettingName)]))
}

/** Decimal string of the amount field; null when the form has none. */
export function amountOf(version: Version, values: FormData): string | null {
  const value = version.form.amountField === undefined ? null : values[version.form.amountField]
  return typeof value === 'string' && value !== '' ? value : null
}

/** What the conditions of this version can see (20.1): form values, amount, applicant, department, thresholds, and what the type adds. Facts no condition names stay out of the log. */
export async function readFacts(
  formInput: FormInput,
  values: FormData,
  thresholds: Readonly<Record<string, number>>,
): Promise<Facts> {
  const { version, engine, applicant } = formInput
  const own = engine.servers.get(version.type)?.facts
  const all: Record<string, FactValue> = {
    amount: Number(amountOf(version, values) ?? 0),
    ...factsOf(version.fields, values),
    ...applicantFacts(applicant),
    ...thresholds,
    ...(own ? await own(values, formContext(formInput)) : {}),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => version.facts.has(name)))
}
