import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** The counts in which the reader counts, above the lists of assets; nothing for everybody else. */
export function MyCounts() {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['assetCount', 'mine'],
    queryFn: ({ signal }) => api.get('/api/assets/count/mine/', { signal, quiet: true }),
  })
  return data.map(({ id, no, name, dueOn, expected, counted }) => (
    <Callout key={id} compact className="asset-mine">
      <span>
        {no} {name} · {t('assetScan.due', [dueOn])} · {t('assetScan.progress', [counted, expected])}
      </span>
      <a className="bp6-button bp6-intent-primary" href={`/scan?count=${id}`}>
        {t('assetScan.start')}
      </a>
    </Callout>
  ))
}
