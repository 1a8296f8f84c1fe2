import './policy.css'
import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { problemsBelow } from '#src/client/components/forms/form.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { Choice, PolicyOffer, PolicyRow } from '#src/define/workflows/policies.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { ConditionRows } from './ConditionRows.client.tsx'
import { NamePicker } from './NamePicker.client.tsx'
import { policySentence } from './policy-sentence.ts'

const lists = { key: 'states', role: 'roles', kind: 'kinds' } as const
/** Chosen from what the house has, and so drawn here. */
const picked = ['first', 'states', 'conditions', 'groups', 'types']

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

const listOf = (value: FieldValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly FormData[]).map((line) => String(line.value ?? '')) : []

/** The form of a policy: the sentence it makes, and everything in it chosen by name. */
export function PolicyFields(props: FormFieldsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['workflowPolicy', 'offered'],
    queryFn: ({ signal }) => api.get('/api/workflow/policy/offered/', { signal, quiet: true }),
    staleTime: 60_000,
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  return data === undefined ? <SkeletonRows rows={6} /> : <Offered {...props} offer={data} />
}

type Props = FormFieldsProps & { readonly offer: PolicyOffer }

function Offered({ offer, ...form }: Props) {
  const t = useT()
  const language = useLanguage()
  const { fields, values, labels, onChange, problems, prefix } = form
  const visibleFields = without(fields, picked)
  const rule = String(values.rule ?? '')
  const listsFor = (by: 'firstBy' | 'statesBy'): readonly Choice[] =>
    offer[lists[(values[by] as keyof typeof lists | null) ?? 'key']]
  const take = (name: string) => (chosen: readonly string[]) =>
    onChange(
      name,
      chosen.map((value) => ({ value })),
    )
  const pick = (name: 'first' | 'states' | 'groups' | 'types', options: readonly Choice[], isRequired = false) => (
    <NamePicker
      id={`${prefix}${name}`}
      label={labels(name)}
      options={options}
      chosen={listOf(values[name])}
      required={isRequired}
      problems={problems[name] ?? Object.values(problemsBelow(problems, name))[0]}
      onChange={take(name)}
    />
  )
  const part = (names: readonly string[]) => <FormFields {...form} fields={only(visibleFields, names)} all={fields} />
  // What another way of naming steps chose means nothing in this one.
  const changed: FormFieldsProps['onChange'] = (name, value) => {
    onChange(name, value)
    if (name === 'statesBy' || name === 'firstBy') onChange(name === 'statesBy' ? 'states' : 'first', [])
  }
  const drawn = { ...form, onChange: changed, all: fields }
  return (
    <>
      <Callout className="policy-sentence" role="status">
        {policySentence(values as unknown as PolicyRow, language, offer)}
      </Callout>
      {part(['name', 'nameEn'])}
      <FormFields {...drawn} fields={only(visibleFields, ['rule', 'amount', 'trait'])} />
      {rule === 'before' ? (
        <div className="policy-steps">
          <FormFields {...drawn} fields={only(visibleFields, ['firstBy'])} />
          {values.firstBy ? pick('first', listsFor('firstBy'), true) : null}
        </div>
      ) : null}
      {rule === 'approvals' || rule === '' ? null : (
        <div className="policy-steps">
          <FormFields {...drawn} fields={only(visibleFields, ['statesBy'])} />
          {values.statesBy ? pick('states', listsFor('statesBy'), true) : null}
        </div>
      )}
      <ConditionRows
        id={`${prefix}conditions`}
        label={labels('conditions')}
        offer={offer}
        value={values.conditions}
        problems={problemsBelow(problems, 'conditions')}
        onChange={(next) => onChange('conditions', next)}
      />
      <div className="policy-scope">
        {pick('groups', offer.groups)}
        {pick('types', offer.types)}
      </div>
      <p className="policy-hint">{t('policy.scopeHint')}</p>
      {part(['enabled'])}
    </>
  )
}
