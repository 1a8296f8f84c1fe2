import './clothing.css'
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DateText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { OwnSurveys } from '../survey/OwnSurveys.client.tsx'
import { Entitlements, Issues } from './ClothingTables.client.tsx'
import type { OwnSizes, SizeKind } from './clothing.types.ts'
import { PersonalCard } from './PersonalCard.client.tsx'

const kinds = ['height', 'hat', 'shirt', 'trousers', 'shoe'] as const satisfies readonly SizeKind[]

/** 我的被装 of the personal centre: sizes, what is due, what was issued. */
export function MyClothing() {
  const t = useT()
  const [isCard, setCard] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['clothingIssue', 'own'],
    queryFn: ({ signal }) => api.get('/api/clothing/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  if (isCard) return <PersonalCard clothing={data} onClose={() => setCard(false)} />
  return (
    <div className="personal-stack">
      <OwnSurveys />
      <section>
        <div className="clothing-head">
          <h2>{t('clothing.sizes.title')}</h2>
          <Button icon="print" text={t('clothing.card.open')} onClick={() => setCard(true)} />
        </div>
        <Sizes sizes={data.sizes} />
      </section>
      <section>
        <h2>{t('clothing.entitlements')}</h2>
        <Entitlements rows={data.entitlements} />
      </section>
      <section>
        <h2>{t('clothing.issues')}</h2>
        <Issues rows={data.issues} />
      </section>
    </div>
  )
}

/** Measures, which requests start with; confirming them says that they are still right. */
function Sizes({ sizes }: { readonly sizes: OwnSizes }) {
  const t = useT()
  const label = useDictionaryLabel()
  const client = useQueryClient()
  const [changed, setChanged] = useState<Partial<Record<SizeKind, string>>>({})
  const save = async (): Promise<void> => {
    const body = Object.fromEntries(
      kinds.map((kind) => {
        const text = (changed[kind] ?? sizes[kind] ?? '').trim()
        return [kind, text === '' ? null : text]
      }),
    )
    await api.put('/api/clothing/own/sizes/', body, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['clothingIssue'] })
    setChanged({})
    toast('success', t('clothing.sizes.saved'))
  }
  return (
    <form
      className="clothing-sizes"
      onSubmit={(event) => {
        event.preventDefault()
        ignoreApiError(save())
      }}
    >
      {kinds.map((kind) => (
        <FormGroup key={kind} label={label('clothingSizeKind', kind)} labelFor={`size-${kind}`}>
          <InputGroup
            id={`size-${kind}`}
            value={changed[kind] ?? sizes[kind] ?? ''}
            maxLength={20}
            placeholder={t(`clothing.sizes.hint.${kind}`)}
            onValueChange={(text) => setChanged((before) => ({ ...before, [kind]: text }))}
          />
        </FormGroup>
      ))}
      <Button type="submit" intent="primary" text={t('clothing.sizes.confirm')} />
      <p className="personal-hint">
        {sizes.confirmedAt === null ? (
          t('clothing.sizes.unconfirmed')
        ) : (
          <>
            {t('clothing.sizes.confirmedAt')} <DateText value={sizes.confirmedAt} precision="day" />
          </>
        )}
      </p>
    </form>
  )
}
