import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { untypedApi } from '#src/client/platform/http/http.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { FormPanel } from './FormPanel.tsx'

interface Props<A> {
  readonly title: string
  readonly path: string
  /** First part of the query keys the action changes. */
  readonly record: string
  readonly fields: Fields
  readonly initial?: FormData
  /** Sent with the fields. */
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly labels: (name: string) => string
  readonly submitText: string
  readonly intent?: 'primary' | 'danger'
  /** Above the fields: what the person should know before they fill them in. */
  readonly before?: ReactNode
  readonly onDone: (answer: A) => void
  readonly onClose: () => void
}

/** A small form that is posted to one address. */
export function PostForm<A>(props: Props<A>) {
  const { title, path, record, fields, initial, fixed, labels, submitText, intent, before, onDone, onClose } = props
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const start = useMemo(
    () => initial ?? Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    [initial, fields],
  )
  const form = useForm({ prefix, fields, initial: start })
  return (
    <FormPanel
      title={title}
      prefix={prefix}
      fields={fields}
      labels={labels}
      form={form}
      submitText={submitText}
      intent={intent ?? 'primary'}
      before={before}
      onSubmit={() =>
        form.submit(async (values, key) => {
          const answer = await untypedApi.post<A>(path, { ...values, ...fixed }, { key, quiet: true })
          await client.invalidateQueries({ queryKey: [record] })
          onDone(answer)
        })
      }
      onClose={onClose}
    />
  )
}
