import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Toggle } from '#src/client/app/layout/customizer/controls.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'

const path = '/api/personal/push/'
const key = ['personal', 'push'] as const
const order = ['TICKET', 'REMIND', 'SYSTEM', 'ARTICLE'] as const

/** What pops up; tickets always do. */
export function PushTab() {
  const t = useT()
  const client = useQueryClient()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, { signal, quiet: true }),
  })
  const set = async (contentType: string, isPushed: boolean): Promise<void> => {
    client.setQueryData(key, await api.put(path, { contentType, isPushed }, { key: newKey() }))
    toast('success', t('common.saved'))
  }
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  return (
    <section className="card personal-narrow">
      <p className="personal-hint">{t('personal.push.lead')}</p>
      {order.map((type) => (
        <Toggle
          key={type}
          label={label('contentType', type)}
          hint={type === 'TICKET' ? t('personal.push.always') : t(`personal.push.hints.${type}`)}
          checked={data[type] ?? true}
          disabled={type === 'TICKET'}
          onChange={(isPushed) => ignoreApiError(set(type, isPushed))}
        />
      ))}
    </section>
  )
}
