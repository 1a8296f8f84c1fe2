import { Button } from '@blueprintjs/core'
import { useDeferredValue, useId, useMemo } from 'react'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { DateText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { BackupSchedule } from '#src/define/answers/backups.ts'
import { type Fields, integer, text } from '#src/fields/field.ts'
import { BACKUPS, useBackupActions, usePlan } from './backup-calls.client.tsx'
import { cronWords } from './cron-words.ts'

const MAX_KEPT = 90
const fields = {
  cron: text(100, { required: true }),
  keep: integer({ required: true, min: 1, max: MAX_KEPT }),
} satisfies Fields

/** When backups are made and how many stay: the expression, its words beside it, and its next moments. */
export function PlanTab() {
  const { data, error, refetch } = usePlan()
  if (data === undefined)
    return error === null ? <SkeletonRows rows={4} /> : <FailedState error={error} onRetry={() => void refetch()} />
  return <PlanForm key={`${data.cron} ${data.keep}`} plan={data} />
}

function useWords(expression: string): string {
  const t = useT()
  const words = cronWords(expression)
  if (words.kind === 'custom') return t('backups.plan.custom')
  if (words.kind === 'minutes') return t('backups.plan.minutes', [words.every])
  if (words.kind === 'hourly') return t('backups.plan.hourly', [words.minute])
  if (words.kind === 'weekly') return t('backups.plan.weekly', [t(`backups.plan.days.${words.day}`), words.at])
  if (words.kind === 'monthly') return t('backups.plan.monthly', [words.day, words.at])
  return t(`backups.plan.${words.kind}`, [words.at])
}

function PlanForm({ plan }: { readonly plan: BackupSchedule }) {
  const t = useT()
  const { look } = useBackupActions()
  const mayChange = useMay('backup:Schedule')
  const prefix = `${useId()}-`
  const initial = useMemo(() => ({ cron: plan.cron, keep: plan.keep }), [plan])
  const form = useForm({ prefix, fields, initial })
  const cron = useDeferredValue(String(form.state.values.cron ?? ''))
  const preview = usePlan(cron === plan.cron ? undefined : cron)
  const words = useWords(cron)
  const save = async (values: { readonly cron?: unknown; readonly keep?: unknown }, key: string): Promise<void> => {
    await api.put(`${BACKUPS}schedule/`, { cron: String(values.cron), keep: Number(values.keep) }, { key, quiet: true })
    await look()
    toast('success', t('backups.plan.saved'))
  }
  return (
    <form
      className="backup-plan"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit(save)
      }}
    >
      <FormFields
        prefix={prefix}
        fields={fields}
        labels={(name) => t(`backups.plan.${name as keyof typeof fields}`)}
        values={form.state.values}
        problems={form.state.problems}
        onChange={form.change}
        disabled={!mayChange}
      />
      <p className="backup-soft">
        {t('backups.plan.cronHint')} {t('backups.plan.keepHint')}
      </p>
      <dl className="backup-facts" aria-live="polite">
        <dt>{t('backups.plan.words')}</dt>
        <dd>{preview.error === null ? words : preview.error.message}</dd>
        <dt>{t('backups.plan.next')}</dt>
        <dd>
          <ol className="backup-next">
            {(preview.error === null ? (preview.data?.next ?? []) : []).map((moment) => (
              <li key={moment}>
                <DateText value={moment} />
              </li>
            ))}
          </ol>
        </dd>
      </dl>
      <p className="backup-soft">{t('backups.plan.proof')}</p>
      {mayChange ? <Button type="submit" intent="primary" text={t('common.save')} disabled={!form.isDirty} /> : null}
    </form>
  )
}
