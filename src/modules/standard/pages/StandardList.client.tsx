import { Button, Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DayFilter } from '#src/client/components/forms/inputs/DayRange.tsx'
import { NoValue } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { FormData } from '#src/fields/field.ts'
import { ruleOf, type StandardRow } from '../entitlement/rule-of-row.ts'
import { equipStandard } from '../equip-standard.ts'
import { standardVersion } from '../standard-records.ts'
import { useRuleWords } from './useRuleWords.client.tsx'

export type Kind = 'office' | 'clothing' | 'police'

/** Clothing is a category of its own: its list neither shows nor narrows to those of assets. */
const withoutCategory = (names: readonly string[]): readonly string[] => names.filter((name) => name !== 'category')
const clothingStandard: RecordDefinition = {
  ...equipStandard,
  list: {
    ...equipStandard.list,
    columns: withoutCategory(equipStandard.list.columns),
    filters: withoutCategory(equipStandard.list.filters),
  },
}

const ownFilters = ['effectiveOn'] as const
const noItems = () => []
const ruleOfRow = (row: RecordRow) => ruleOf(row as unknown as StandardRow)
const labelOf = (row: RecordRow, name: string): string => String(row[`${name}Label`] ?? '')

/** Standards of a kind in words, with what waits to be published above them. */
export function StandardList({ kind }: { readonly kind: Kind }) {
  const t = useT()
  const may = useMayCheck()
  const words = useRuleWords()
  const [, setParams] = useSearchParams()
  const [preset, setPreset] = useState<FormData | null>(null)
  const record: RecordDefinition = kind === 'clothing' ? clothingStandard : equipStandard
  const fixed = useMemo(() => ({ kind }), [kind])
  const mayPublish = may('equipStandard:Publish')
  const { data: pending } = usePending(kind)
  const more: ListAdditions = useMemo(
    () => ({
      columns: record.list.columns,
      own: {
        targetType: {
          label: t('standard.column.target'),
          render: (row) => words.target(ruleOfRow(row), labelOf(row, 'targetDeptId')),
        },
        basis: {
          label: t('standard.column.quantity'),
          render: (row) => words.quantity(ruleOfRow(row), String(row.unit ?? '')),
        },
        lifeYears: {
          label: t('standard.column.life'),
          render: (row) => words.life(ruleOfRow(row)) || <NoValue />,
        },
      },
      parameters: ownFilters,
      filters: <EffectiveOn />,
      itemsOf: noItems,
      ...(mayPublish && {
        bulk: (ids: readonly number[], done: () => void) => (
          <Button
            size="small"
            intent="primary"
            variant="outlined"
            text={t('standard.pending.chosen')}
            onClick={() => {
              setPreset({ kind, drafts: ids.map((standardId) => ({ standardId })) })
              done()
            }}
          />
        ),
      }),
    }),
    [t, words, kind, record, mayPublish],
  )
  const showVersion = (id: number): void => setParams({ tab: 'versions', id: String(id) })
  return (
    <>
      {mayPublish ? (
        <Pending kind={kind} onPublish={() => setPreset({ kind, drafts: [] })} onShow={showVersion} />
      ) : null}
      <RecordList key={kind} record={record} fixed={fixed} more={more} />
      {preset === null ? null : (
        <FormDrawer
          record={standardVersion}
          id={null}
          preset={preset}
          {...(pending && { start: pending.counts })}
          onSaved={(answer) => showVersion(Number((answer as { readonly id: number }).id))}
          onClose={() => setPreset(null)}
        />
      )}
    </>
  )
}

/** Narrows the list to what was in force on a day. */
function EffectiveOn() {
  const t = useT()
  const id = useId()
  const [params, setParams] = useSearchParams()
  return (
    <div className="list-filter">
      <label htmlFor={id}>{t('standard.list.effectiveOn')}</label>
      <DayFilter
        id={id}
        label={t('standard.list.effectiveOn')}
        value={params.get('effectiveOn') ?? ''}
        onChange={(day) =>
          setParams((now) => {
            const next = new URLSearchParams(now)
            next.delete('page')
            if (day !== '') next.set('effectiveOn', day)
            else next.delete('effectiveOn')
            return next
          })
        }
      />
    </div>
  )
}

const usePending = (kind: Kind) =>
  useQuery({
    queryKey: ['equipStandard', 'pending', kind],
    queryFn: ({ signal }) => api.get('/api/standards/pending/', { query: { kind }, signal, quiet: true }),
  })

interface PendingProps {
  readonly kind: Kind
  readonly onPublish: () => void
  readonly onShow: (versionId: number) => void
}

/** Drafts that are not in force yet, and the way to publish them. */
function Pending({ kind, onPublish, onShow }: PendingProps) {
  const t = useT()
  const { data } = usePending(kind)
  if (data === undefined || (data.drafts === 0 && data.versionId === null)) return null
  const { versionId } = data
  return (
    <Callout compact intent="primary" className="standard-pending" role="status">
      <span>{t('standard.pending.some', [data.drafts])}</span>
      {versionId === null ? null : (
        <Button size="small" variant="outlined" text={t('standard.pending.open')} onClick={() => onShow(versionId)} />
      )}
      {data.drafts === 0 ? null : (
        <Button size="small" intent="primary" text={t('standard.pending.publish')} onClick={onPublish} />
      )}
    </Callout>
  )
}
