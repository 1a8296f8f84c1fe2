import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import type { FormContext, UnitOfWork } from '#src/define/server.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { checkForm, initialValues, writableFields } from '#src/fields/form.ts'
import { computeFormulas } from '#src/fields/formula/computed.ts'
import { brokenRules } from '#src/fields/formula/rules.ts'
import type { CheckTime } from '#src/fields/kind.ts'
import { checkExistence } from '#src/server/records/checks/existence.ts'
import { maskValues, withoutDecoration } from '#src/server/records/rows.ts'
import { openFields, sealFields } from '#src/server/secrets/fields.ts'
import { type Applicant, applicantFacts } from '../participants/people.ts'
import { storedTitle } from '../summary/line.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { formDefaults } from './defaults.ts'
import { reachableForm } from './reachable.ts'

/** A form in normal form with its computed values, and what is wrong with it. */
export interface WorkedForm {
  readonly values: FormData
  readonly problems: Problems
}

/** Who fills in which form. */
export interface FormInput {
  readonly engine: Engine
  readonly unit: UnitOfWork
  readonly version: Version
  readonly applicant: Applicant
  /** null before the first save. */
  readonly ticketId: number | null
}

type Permissions = Readonly<Record<string, FieldPermission>>

const givenOf = (unit: UnitOfWork): CheckTime => ({ today: unit.clock.today(), now: momentText(unit.clock.now()) })

const isWritable = (permission: FieldPermission | undefined): boolean =>
  permission === 'write' || permission === 'required'

const pick = (fields: Fields, keep: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => keep(name)))

/** The context in which an application's own code looks at a form. */
export function formContext({ unit, applicant, ticketId }: FormInput): FormContext {
  const { id, deptId, name, rankLevel, roles } = applicant
  return { unit, ticketId, applicant: { id, deptId, name, rankLevel, roles } }
}

/** A stored form as this person may see it. */
export function seenForm(engine: Engine, fields: Fields, stored: FormData, access: Access): FormData {
  return maskValues(fields, openFields(engine.vault, fields, stored), access)
}

/** {typeName}-{applicantName}-{yyyyMMdd} (FS-HEAD). */
function defaultTitle({ engine, unit, version, applicant }: FormInput): string {
  const type = engine.texts.find('zhHans', `applications.${version.type}.title`) ?? version.type
  return `${type}-${applicant.name}-${unit.clock.today().replaceAll('-', '')}`
}

const isUnwritten = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))

/** Values of a new form for this person: what a field starts with, then what the type knows better (secrets sealed). */
export async function newForm(formInput: FormInput): Promise<FormData> {
  const { version, applicant, unit, engine } = formInput
  const shown = pick(version.fields, (name) => version.start[name] !== 'hidden')
  const values = initialValues(shown, givenOf(unit))
  const own = Object.entries(values).map(([name, value]) => [
    name,
    value === 'applicant.mobile' ? applicant.mobile : value,
  ])
  const better = (await engine.servers.get(version.type)?.defaults?.(formContext(formInput))) ?? {}
  return { ...Object.fromEntries(own), ...(await formDefaults(formInput)), title: defaultTitle(formInput), ...better }
}

/** I13: a value for a field that is not writable here is refused; an empty one says nothing and is dropped. */
function strangers(version: Version, input: FormData, permissions: Permissions): Problems {
  const names = Object.entries(input).filter(([name, value]) => {
    const isComputed = version.fields[name]?.computed === true
    return !isWritable(permissions[name]) && !isUnwritten(value) && !isComputed
  })
  return Object.fromEntries(
    names
      .slice(0, 20)
      .map(([name]): [string, readonly Problem[]] => [name.slice(0, 64), [{ key: 'check.notWritable' }]]),
  )
}

/** The values with what the program of the type computes, and then with what the formulas of the form give (FRM-01); problems are results that no field holds, and rules that do not (FRM-09). */
async function computed(formInput: FormInput, values: FormData): Promise<WorkedForm> {
  const { engine, version, unit } = formInput
  const compute = engine.servers.get(version.type)?.compute
  const known = compute ? { ...values, ...(await compute(values, formContext(formInput))) } : values
  const { facts, amountField } = rulesOf(version, formInput.applicant, known)
  const isWorkday = (day: string): boolean => unit.calendar.isWorkday(day)
  const around = { given: givenOf(unit), facts, amountField, isWorkday }
  const formulas = computeFormulas(version.fields, known, around)
  const all = { ...known, ...formulas.values }
  const broken = brokenRules(version.fields, version.form.rules ?? [], all, around)
  return { values: all, problems: { ...broken, ...formulas.problems } }
}

/** For questions to which neither day nor hour matters. */
const ANY_TIME: CheckTime = { today: '2000-01-01', now: '2000-01-01 00:00:00' }

const rulesOf = (version: Version, applicant: Applicant, values: FormData) =>
  formRules(version.form, applicantFacts(applicant), values)

/** A field the applicant would have to fill in under this version and that is empty; null when there is none. Other faults of old values do not count. */
export function missingField(version: Version, stored: FormData, applicant: Applicant): string | null {
  const fields = writableFields(version.fields, version.start)
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, stored[name] ?? null]))
  const { problems } = checkForm(fields, values, ANY_TIME, rulesOf(version, applicant, stored))
  const missing = Object.entries(problems).find(([, found]) => found.some(({ key }) => key === 'check.required'))
  return missing?.[0] ?? null
}

interface Writing {
  readonly access: Access
  readonly permissions: Permissions
  /** A draft: nothing is required yet. */
  readonly partial: boolean
  /** The stored form was submitted before: what it points at was checked then and may stay, though it has become inactive since or is not this person's to choose. */
  readonly wasSubmitted: boolean
}

const isSameForm = (one: FormData, other: FormData): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Checks what a person writes over the stored form, and computes what follows from it; secrets are sealed in both. */
export async function workForm(
  formInput: FormInput,
  stored: FormData,
  sent: FormData,
  writing: Writing,
): Promise<WorkedForm> {
  const { version, unit, engine } = formInput
  const current = openFields(engine.vault, version.fields, stored)
  const fields = writableFields(version.fields, writing.permissions)
  // What comes back as it was shown, with names beside ids and masked values, says nothing new.
  const input = withoutDecoration(version.fields, sent, current, writing.access) as FormData
  const given = givenOf(unit)
  const inputValues = Object.fromEntries(
    Object.keys(fields).map((name) => [name, Object.hasOwn(input, name) ? input[name] : (current[name] ?? null)]),
  )
  const rules = (values: FormData) => rulesOf(version, formInput.applicant, values)
  const sight = checkForm(fields, inputValues, given, { partial: true, ...rules({ ...current, ...inputValues }) })
  const before = writing.wasSubmitted ? current : {}
  const unreachable = (some: FormData): Promise<Problems> =>
    checkExistence(engine.records, unit, writing.access, fields, some, before)
  const sightMissing = await unreachable(sight.values)
  // What somebody may not choose tells them nothing: neither its name nor what would follow from it.
  const first = await computed(formInput, { ...current, ...reachableForm(sight.values, sightMissing) })
  // What only shows by a computed value (a claim that is late wants its reason) was hidden at first sight.
  const rough = checkForm(fields, inputValues, given, { partial: true, ...rules(first.values) })
  const isAsSeen = isSameForm(rough.values, sight.values)
  const roughMissing = isAsSeen ? sightMissing : await unreachable(rough.values)
  const { values, problems: unheld } = isAsSeen
    ? first
    : await computed(formInput, { ...current, ...reachableForm(rough.values, roughMissing) })
  const checked = writing.partial ? rough : checkForm(fields, inputValues, given, rules(values))
  const missing = isSameForm(checked.values, rough.values) ? roughMissing : await unreachable(checked.values)
  const title = isUnwritten(values.title)
    ? defaultTitle(formInput)
    : storedTitle(engine.texts, { type: version.type, title: String(values.title) }, formInput.applicant)
  return {
    values: sealFields(
      engine.vault,
      version.fields,
      reachableForm({ ...values, ...settled(fields, version.fields, checked.values), title }, missing),
      stored,
    ),
    problems: {
      ...strangers(version, input, writing.permissions),
      // A draft is kept whatever its formulas and rules say.
      ...(writing.partial ? {} : unheld),
      ...missing,
      ...checked.problems,
    },
  }
}

/** What the check says against the computed form: fields it hid are empty, and a computed field that may be written here keeps the written value. */
function settled(fields: Fields, declared: Fields, checked: FormData): FormData {
  const names = Object.keys(fields).filter((name) => isUnwritten(checked[name]) || declared[name]?.computed === true)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(checked, name)).map((name) => [name, checked[name]]))
}

/** The business rules of the type besides the field rules; an empty answer lets the submit pass. */
export async function checkRules(formInput: FormInput, values: FormData): Promise<Problems> {
  const { engine, version } = formInput
  const check = engine.servers.get(version.type)?.check
  const found = check ? await check(openFields(engine.vault, version.fields, values), formContext(formInput)) : {}
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))
}
