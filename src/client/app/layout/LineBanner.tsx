import { Button } from '@blueprintjs/core'
import { OfflineIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { retryConnection, useOutage } from '#src/client/platform/live/index.ts'

/** One line that says that the server cannot be reached, and what will happen. It lies over the page, so that nothing moves under the pointer. */
export function LineBanner() {
  const t = useT()
  const outage = useOutage()
  return (
    <div className="line-banner-place" role="status">
      {outage === null ? null : (
        <div className="line-banner" data-line>
          <OfflineIcon size={16} />
          <span>{t(`layout.outage.${outage}`)}</span>
          {outage === 'reconnecting' ? null : (
            <Button size="small" text={t('layout.retryNow')} onClick={retryConnection} />
          )}
        </div>
      )}
    </div>
  )
}
