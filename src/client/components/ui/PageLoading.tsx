import { useT } from '#src/client/platform/i18n/index.ts'
import { Waiting } from './Waiting.tsx'

/** A page on its way. */
export function PageLoading() {
  const t = useT()
  return (
    <div className="page-loading" role="status" aria-label={t('common.loading')}>
      <Waiting size={28} />
    </div>
  )
}
