import { Button } from '@blueprintjs/core'
import { Notifications } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { fetchUnread, noticeKeys } from '#src/client/platform/live/index.ts'
import { NavbarPopover } from './NavbarPopover.tsx'

const BellList = lazy(() => import('./BellList.tsx'))
const MAX_SHOWN = 99

/** Unread notices; the number is pushed, and asked for once. */
export function Bell() {
  const t = useT()
  const { data: unread = 0 } = useQuery({
    queryKey: noticeKeys.unread,
    queryFn: ({ signal }) => fetchUnread(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <NavbarPopover className="bell" rows={4} list={<BellList />}>
      <Button
        variant="minimal"
        className="bell-button"
        aria-label={unread > 0 ? t('layout.noticesUnread', [unread]) : t('layout.notices')}
        icon={<Notifications />}
      >
        {unread > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        ) : null}
      </Button>
    </NavbarPopover>
  )
}
