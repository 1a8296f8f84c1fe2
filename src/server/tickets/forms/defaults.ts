import { sql } from 'kysely'
import type { Field, FieldValue, FormData } from '#src/fields/field.ts'
import type { FieldDefault } from '#src/fields/kind.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import type { FormInput } from './forms.ts'

/** The last form of this type that the applicant submitted; empty before the first. */
async function lastForm({ unit, version, applicant, engine, ticketId }: FormInput): Promise<FormData> {
  const { rows } = await sql<{ formData: FormData }>`
    select form_data from ticket
    where applicant_id = ${applicant.id} and type = ${version.type} and deleted_at is null and submitted_at is not null
      and revokes_id is null and id is distinct from ${ticketId}
    order by submitted_at desc, id desc limit 1`.execute(unit.db)
  const last = rows[0]?.formData
  return last === undefined ? {} : openFields(engine.vault, version.fields, last)
}

function applicantIn(
  rule: Exclude<FieldDefault, 'last'>,
  field: Field,
  { id, name, mobile, deptId, deptName }: FormInput['applicant'],
): FieldValue {
  const isText = sourceOf(field) === null
  if (rule === 'applicant') return isText ? name : id
  return rule === 'applicantDept' ? (isText ? deptName : deptId) : mobile
}

/** FRM-10: with what fields begin besides a fixed value: the applicant, their department, or what they filled in last. */
export async function formDefaults(formInput: FormInput): Promise<FormData> {
  const { version, applicant } = formInput
  const rules = Object.entries(version.form.defaults ?? {}).filter(([name]) => version.start[name] !== 'hidden')
  const last = rules.some(([, rule]) => rule === 'last') ? await lastForm(formInput) : {}
  return Object.fromEntries(
    rules.flatMap(([name, rule]): [string, FieldValue][] => {
      const field = version.fields[name]
      if (field === undefined) return []
      return [[name, rule === 'last' ? (last[name] ?? null) : applicantIn(rule, field, applicant)]]
    }),
  )
}
