import { Button, ButtonGroup } from '@blueprintjs/core'
import { useNavigate } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { useMay, useUser } from '#src/client/session/index.ts'
import { MenuButton } from '#src/client/ui/index.ts'
import type { TicketButton, TicketDetail } from '#src/define/tickets.ts'
import { ActionPanel, type AskingAction } from './ActionPanel.tsx'
import { routeOf, useDeeds } from './deeds.tsx'

/** Main buttons in their order; what is not here stands under "more". `submit` happens on the application page. */
const mainActions: readonly TicketButton[] = [
  'claim',
  'approve',
  'handle',
  'return',
  'reject',
  'refuse',
  'edit',
  'withdraw',
  'urge',
]
const moreActions: readonly TicketButton[] = ['transfer', 'release', 'cc', 'void', 'delete']
const intents: Partial<Record<TicketButton, 'primary' | 'danger' | 'warning'>> = {
  approve: 'primary',
  handle: 'primary',
  claim: 'primary',
  edit: 'primary',
  reject: 'danger',
  return: 'warning',
}
/** Everything a row's menu may offer, in its order. */
export const rowActions: readonly TicketButton[] = [...mainActions, ...moreActions]
export const isGrave = (action: TicketButton): boolean =>
  action === 'void' || action === 'delete' || action === 'reject'

interface ActionBarProps {
  readonly detail: TicketDetail
  readonly onDone?: () => void
  /** An action asked for by a key of the page. */
  readonly wanted?: AskingAction | null
  readonly onWantedClosed?: () => void
}

/** Where an application like this one begins; null unless it is one's own and may be filed again. */
export function useCopyRoute(ticket: Pick<TicketDetail, 'id' | 'type' | 'applicant'>): string | null {
  const { id } = useUser()
  const mayCreate = useMay(`${ticket.type}:Create`)
  const route = routeOf(ticket.type)
  return mayCreate && route !== undefined && ticket.applicant.id === id ? `${route}?from=${ticket.id}` : null
}

/** Exactly the actions the server allows me now (TKT-01). */
export function ActionBar({ detail, onDone, wanted = null, onWantedClosed }: ActionBarProps) {
  const t = useT()
  const navigate = useNavigate()
  const { start, panel } = useDeeds(onDone)
  const copy = useCopyRoute(detail)
  const asked = wanted !== null && detail.allowedActions.includes(wanted) ? wanted : null
  const openPrint = (): void => void navigate(`/workflow/ticket/${detail.id}/print`)
  const main = mainActions.filter((action) => detail.allowedActions.includes(action))
  const more = moreActions.filter((action) => detail.allowedActions.includes(action))
  return (
    <div className="action-bar" role="toolbar" aria-label={t('records.list.actions')}>
      <ButtonGroup className="action-buttons">
        {main.map((action) => (
          <Button
            key={action}
            text={t(`tickets.action.${action}`)}
            onClick={() => start(detail, action)}
            {...(intents[action] && { intent: intents[action] })}
            {...(action !== 'approve' &&
              action !== 'handle' &&
              action !== 'claim' &&
              action !== 'edit' && { variant: 'outlined' as const })}
          />
        ))}
      </ButtonGroup>
      {main.length === 0 && more.length === 0 && copy === null ? (
        <Button text={t('tickets.detail.print')} onClick={openPrint} />
      ) : (
        <MenuButton
          label={t('tickets.action.more')}
          size="medium"
          placement="top-end"
          items={[
            ...more.map((action) => ({
              text: t(`tickets.action.${action}`),
              intent: isGrave(action) ? ('danger' as const) : ('none' as const),
              onClick: () => start(detail, action),
            })),
            ...(copy === null ? [] : [{ text: t('queue.deed.copy'), onClick: () => void navigate(copy) }]),
            { text: t('tickets.detail.print'), onClick: openPrint },
          ]}
        />
      )}
      {panel}
      {asked === null ? null : (
        <ActionPanel
          key={asked}
          detail={detail}
          action={asked}
          onClose={() => onWantedClosed?.()}
          {...(onDone && { onDone })}
        />
      )}
    </div>
  )
}
