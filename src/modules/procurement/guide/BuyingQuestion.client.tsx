import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { focusProblem } from '#src/client/components/forms/focus.ts'
import { type FormProblems, firstProblem } from '#src/client/components/forms/form.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { LARGEST } from '#src/define/claims/fields.ts'
import { choice, date, type FieldValue, type FormData, money, text } from '#src/fields/field.ts'
import { checkForm, initialValues } from '#src/fields/form.ts'
import { textIn } from '#src/fields/values.ts'
import { BuyingAnswer } from './BuyingAnswer.client.tsx'
import './guide.css'

const fields = {
  category: choice('purchaseCategory', { required: true, initial: 'goods' }),
  name: text(60),
  amount: money({ required: true, positive: true, max: LARGEST }),
  neededOn: date({ min: 'today' }),
}
type FieldName = keyof typeof fields

/** What is asked, as the call takes it. */
const queryOf = (values: FormData) => ({
  category: textIn(values.category),
  amount: textIn(values.amount),
  name: textIn(values.name),
  ...(textIn(values.neededOn) !== '' && { neededOn: textIn(values.neededOn) }),
})

/** The question, and below it the answer once it was asked. */
export default function BuyingQuestion() {
  const t = useT()
  const prefix = `${useId()}-`
  const [values, setValues] = useState<FormData>(() => initialValues(fields, browserTime()))
  const [problems, setProblems] = useState<FormProblems>({})
  const [asked, setAsked] = useState<ReturnType<typeof queryOf> | null>(null)
  const change = (name: string, value: FieldValue): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _mended, ...others }) => others)
  }
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    const checked = checkForm(fields, values, browserTime())
    setProblems(checked.problems)
    const first = firstProblem(checked.problems, Object.keys(fields))
    if (first === null) setAsked(queryOf(checked.values))
    else focusProblem(prefix, first)
  }
  return (
    <div className="buying-body">
      <p className="buying-soft">{t('procurement.buying.intro')}</p>
      <form className="buying-question" noValidate onSubmit={ask}>
        <FormFields
          prefix={prefix}
          fields={fields}
          labels={(name) => t(`procurement.buying.field.${name as FieldName}`)}
          values={values}
          problems={problems}
          onChange={change}
        />
        <Button type="submit" intent="primary" text={t('procurement.buying.ask')} />
      </form>
      {asked === null ? null : <Answer key={JSON.stringify(asked)} asked={asked} />}
    </div>
  )
}

function Answer({ asked }: { readonly asked: ReturnType<typeof queryOf> }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['purchase', 'guide', asked],
    queryFn: ({ signal }) => api.get('/api/procurement/guide/', { query: asked, signal, quiet: true }),
    gcTime: 0,
  })
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus()
  }, [isThere])
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  return (
    <section className="buying-answer" aria-label={t('procurement.buying.answer')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('procurement.buying.answer')}
      </h3>
      <BuyingAnswer guide={data} />
    </section>
  )
}
