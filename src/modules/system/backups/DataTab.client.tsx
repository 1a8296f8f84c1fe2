import { Button, FormGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DataSet } from '#src/define/answers/backups.ts'
import { type ExportFormat, exportFormats } from '#src/define/answers/files.ts'
import { date, type Fields } from '#src/fields/field.ts'
import { BACKUPS, useBackupActions } from './backup-calls.client.tsx'

const fields = { from: date(), to: date() } satisfies Fields
const initial = { from: null, to: null }

/** Data of a period as a file (10.6): what this person may export anyway. */
export function DataTab() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['backup', 'data'],
    queryFn: ({ signal }) => api.get(`${BACKUPS}data/`, { signal, quiet: true }),
  })
  if (data === undefined)
    return error === null ? <SkeletonRows rows={4} /> : <FailedState error={error} onRetry={() => void refetch()} />
  return data.length === 0 ? <EmptyState title={t('backups.data.none')} /> : <DataForm sets={data} />
}

function DataForm({ sets }: { readonly sets: readonly DataSet[] }) {
  const t = useT()
  const id = useId()
  const prefix = `${id}-`
  const { look } = useBackupActions()
  const [, setParams] = useSearchParams()
  const [dataset, setDataset] = useState(sets[0]?.name ?? '')
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const form = useForm({ prefix, fields, initial })
  const label = (name: string): string => t(`backups.data.${name as keyof typeof fields}`)
  const send = async ({ from, to }: { readonly from?: unknown; readonly to?: unknown }, key: string): Promise<void> => {
    const period = { from: textOrNull(from), to: textOrNull(to) }
    const { exportJob } = await api.post(`${BACKUPS}data/`, { dataset, format, ...period }, { key, quiet: true })
    await look()
    form.rebase(period)
    const title = sets.find(({ name }) => name === dataset)?.title ?? dataset
    toast('success', t('backups.data.requested', [title, exportJob.total.toLocaleString('en')]))
  }
  return (
    <form
      className="backup-plan"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit(send)
      }}
    >
      <p className="backup-soft backup-hint">{t('backups.data.hint')}</p>
      <RefusalNote prefix={prefix} order={Object.keys(fields)} labels={label} problems={form.state.problems} />
      <FormGroup label={t('backups.data.dataset')} labelFor={`${id}dataset`}>
        <SelectBox
          id={`${id}dataset`}
          fill
          value={dataset}
          options={sets.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={({ currentTarget }) => setDataset(currentTarget.value)}
        />
      </FormGroup>
      <FormFields
        prefix={prefix}
        fields={fields}
        labels={label}
        values={form.state.values}
        problems={form.state.problems}
        onChange={form.change}
      />
      <FormGroup label={t('backups.data.format')} labelFor={`${id}format`}>
        <SelectBox
          id={`${id}format`}
          fill
          value={format}
          options={exportFormats.map((one) => ({ value: one, label: t(`backups.data.formats.${one}`) }))}
          onChange={({ currentTarget }) => setFormat(currentTarget.value as ExportFormat)}
        />
      </FormGroup>
      <div className="backup-buttons">
        <Button type="submit" intent="primary" text={t('backups.data.submit')} />
        <Button
          variant="minimal"
          text={t('backups.data.open')}
          onClick={() => setParams((now) => ({ ...Object.fromEntries(now), exports: 'open' }))}
        />
      </div>
    </form>
  )
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
