import './sheets.css'
import { Checkbox } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { EmptyState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { choice, type Fields, longText, person } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { SignaturePad } from './SignaturePad.client.tsx'
import type { HeldAsset, Stroke } from './sheet.types.ts'

interface CounterDialogProps {
  readonly kind: 'receipt' | 'handover'
  readonly onClose: () => void
}

const toPerson = { field: 'to', op: 'eq', value: 'person' } as const
const forms: Readonly<Record<CounterDialogProps['kind'], Fields>> = {
  receipt: { userId: person({ required: true }) },
  handover: {
    userId: person({ required: true }),
    to: choice('assetHandoverTo', { required: true, initial: 'store' }),
    successorId: person({ required: toPerson, visibleWhen: toPerson }),
    reason: longText(2, 300, { required: true }),
  },
}

/** At the counter: a person signs for many assets at once, or hands over what they hold. */
export function CounterDialog({ kind, onClose }: CounterDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const fields = forms[kind]
  const initial = useMemo(() => initialValues(fields, browserTime()), [fields])
  const form = useForm({ prefix, fields, initial })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const userId = Number(form.state.values.userId ?? 0)
  const { data } = useQuery({
    queryKey: ['assetAllocation', 'held', userId],
    queryFn: ({ signal }) => api.get(`/api/assets/held/${userId}/`, { signal }),
    enabled: userId > 0,
  })
  const assets = data?.assets ?? []
  const picked = assets.filter(({ assetId }) => chosen.has(assetId)).map(({ assetId }) => assetId)
  const labels = (name: string): string =>
    name === 'userId'
      ? t('assetDesk.person')
      : name === 'to'
        ? t('assetDesk.to')
        : name === 'successorId'
          ? t('assetDesk.successor')
          : t('assetDesk.reason')
  const submit = async (): Promise<boolean> => {
    if (picked.length === 0 || strokes.length === 0) {
      toast('warning', t(picked.length === 0 ? 'assetDesk.needAssets' : 'assetDesk.needSignature'))
      return false
    }
    const done = await form.submit(async (values, key) => {
      const common = { userId, assetIds: picked, strokes }
      const { no } =
        kind === 'receipt'
          ? await api.post('/api/assets/receipts/', common, { key, quiet: true })
          : await api.post(
              '/api/assets/handovers/',
              {
                ...common,
                successorId: values.to === 'person' ? values.successorId : null,
                reason: values.reason,
              },
              { key, quiet: true },
            )
      toast('success', t('assetDesk.done', [no]))
    })
    if (done) {
      void client.invalidateQueries({ queryKey: ['asset'] })
      void client.invalidateQueries({ queryKey: ['assetAllocation'] })
      void client.invalidateQueries({ queryKey: ['assetSheet'] })
    }
    return done
  }
  return (
    <FormPanel
      title={t(kind === 'receipt' ? 'assetDesk.receipt' : 'assetDesk.handover')}
      prefix={prefix}
      fields={fields}
      labels={labels}
      form={form}
      submitText={t('assetDesk.submit')}
      onSubmit={submit}
      onClose={onClose}
      after={
        <>
          {userId > 0 ? (
            data === undefined ? (
              <SkeletonRows rows={3} />
            ) : (
              <Held assets={assets} chosen={chosen} onChange={setChosen} />
            )
          ) : null}
          {kind === 'handover' && (data?.bookings ?? 0) > 0 ? (
            <p>{t('assetDesk.bookings', [data?.bookings ?? 0])}</p>
          ) : null}
          <SignaturePad onChange={setStrokes} />
          <Link to="/stockmanage/asset?tab=sheets">{t('records.assetSheet.title')}</Link>
        </>
      }
    />
  )
}

interface HeldProps {
  readonly assets: readonly HeldAsset[]
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

function Held({ assets, chosen, onChange }: HeldProps) {
  const t = useT()
  if (assets.length === 0) return <EmptyState compact title={t('assetDesk.nothingHeld')} />
  const isAll = assets.every(({ assetId }) => chosen.has(assetId))
  const toggle = (assetId: number): void => {
    const next = new Set(chosen)
    if (!next.delete(assetId)) next.add(assetId)
    onChange(next)
  }
  return (
    <fieldset className="asset-held">
      <legend>{t('assetPage.held.title')}</legend>
      <Checkbox
        checked={isAll}
        label={`${t('assetDesk.all')} · ${t('assetDesk.chosen', [assets.filter(({ assetId }) => chosen.has(assetId)).length])}`}
        onChange={() => onChange(isAll ? new Set() : new Set(assets.map(({ assetId }) => assetId)))}
      />
      {assets.map(({ assetId, assetNo, name, model, sn, room, until, isConfirmed }) => (
        <Checkbox
          key={assetId}
          checked={chosen.has(assetId)}
          label={[
            assetNo,
            name,
            model,
            sn,
            room ?? '',
            until === null ? '' : t('assetDesk.loan', [until]),
            isConfirmed ? '' : t('assetDesk.unconfirmed'),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
          onChange={() => toggle(assetId)}
        />
      ))}
    </fieldset>
  )
}
