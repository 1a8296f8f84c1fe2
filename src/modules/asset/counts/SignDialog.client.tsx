import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { type Fields, person } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { SignaturePad } from '../sheets/SignaturePad.client.tsx'
import type { Stroke } from '../sheets/sheet.types.ts'

const fields: Fields = { signerId: person({ required: true }) }

interface SignDialogProps {
  readonly countId: number
  readonly counterIds: unknown
  readonly onClose: () => void
}

/** One of the counters signs the result of a count. */
export function SignDialog({ countId, counterIds, onClose }: SignDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const initial = useMemo(
    () => ({
      ...initialValues(fields, browserTime()),
      ...(Array.isArray(counterIds) && counterIds.length === 1 && { signerId: Number(counterIds[0]) }),
    }),
    [counterIds],
  )
  const form = useForm({ prefix, fields, initial })
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const submit = async (): Promise<boolean> => {
    if (strokes.length === 0) {
      toast('warning', t('assetDesk.needSignature'))
      return false
    }
    const done = await form.submit(async ({ signerId }, key) => {
      const { no } = await api.post(`/api/assets/count/${countId}/sign/`, { signerId, strokes }, { key, quiet: true })
      toast('success', t('assetReview.signed', [no]))
    })
    if (done) await client.invalidateQueries({ queryKey: ['assetCount'] })
    return done
  }
  return (
    <FormPanel
      title={t('assetReview.sign')}
      prefix={prefix}
      fields={fields}
      labels={() => t('assetReview.signer')}
      form={form}
      submitText={t('assetReview.sign')}
      onSubmit={submit}
      onClose={onClose}
      after={<SignaturePad onChange={setStrokes} />}
    />
  )
}
