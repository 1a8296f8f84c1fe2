import { useNavigation } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import './progress.css'

/** A bar at the top of the window while a page is on its way; one that comes at once shows none. */
export function NavigationProgress() {
  const t = useT()
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="progress" role="progressbar" aria-label={t('common.loading')} />
}
