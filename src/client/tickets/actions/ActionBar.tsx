import { Button, ButtonGroup } from '@blueprintjs/core'
import { useNavigate } from 'react-router-dom'
import { MenuButton } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import { usePending } from '../actor/pending.ts'
import { arrangeActions } from '../apply/arrangement.ts'
import { isGrave, useActions, useCopyRoute } from './ticketActions.tsx'
import { useUnsavedActions } from './unsavedActions.ts'
import { useUndone } from './useUndone.ts'

const intents: Partial<Record<TicketButton, 'danger' | 'warning'>> = { reject: 'danger', return: 'warning' }

interface ActionBarProps {
  readonly detail: SeenTicket
  readonly onDone?: () => void
  /** Where a decision that asks for a comment alone is drawn. */
  readonly place?: 'sheet' | 'bar'
}

/** Exactly the actions the server allows me now (TKT-01). */
export function ActionBar({ detail, onDone, place = 'sheet' }: ActionBarProps) {
  const { start, panel, isBar } = useActions({ onDone, place })
  return (
    <>
      {isBar ? null : <ActionButtons detail={detail} onStart={start} />}
      {panel}
    </>
  )
}

interface ActionButtonsProps {
  readonly detail: SeenTicket
  /** The dialog belongs to the page that shows the buttons: it stays when they go with their ticket. */
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
}

/** The buttons alone. */
export function ActionButtons({ detail, onStart: start }: ActionButtonsProps) {
  const t = useT()
  const navigate = useNavigate()
  useUnsavedActions(detail, start)
  useUndone(detail, start)
  const isDecided = usePending().decided.has(detail.id)
  const copy = useCopyRoute(detail)
  const openPrint = (): void => void navigate(`/workflow/ticket/${detail.id}/print`)
  const { main, more } = arrangeActions(isDecided ? [] : detail.actions)
  return (
    <div className="action-bar" role="toolbar" aria-label={t('records.list.actions')}>
      <ButtonGroup className="action-buttons">
        {main.map(({ action, leads }) => (
          <Button
            key={action}
            text={t(`ticketAction.action.${action}`)}
            onClick={() => start(detail, action)}
            {...(leads
              ? { intent: 'primary' as const }
              : { variant: 'outlined' as const, ...(intents[action] && { intent: intents[action] }) })}
          />
        ))}
        {detail.followedBy.map(({ type, title, route }) => (
          <Button
            key={type}
            variant="outlined"
            text={title}
            onClick={() => void navigate(`${route}?from=${detail.id}`)}
          />
        ))}
        {detail.isSupervisable ? (
          <Button
            variant="outlined"
            text={t('ticketAction.action.supervise')}
            onClick={() => void navigate(`/supervision?from=${detail.id}`)}
          />
        ) : null}
      </ButtonGroup>
      {main.length === 0 && more.length === 0 && copy === null ? (
        <Button text={t('ticket.detail.print')} onClick={openPrint} />
      ) : (
        <MenuButton
          label={t('ticketAction.action.more')}
          size="medium"
          placement="top-end"
          items={[
            ...more.map((action) => ({
              text: t(`ticketAction.action.${action}`),
              intent: isGrave(action) ? ('danger' as const) : ('none' as const),
              onClick: () => start(detail, action),
            })),
            ...(copy === null ? [] : [{ text: t('queue.action.copy'), onClick: () => void navigate(copy) }]),
            { text: t('ticket.detail.print'), onClick: openPrint },
          ]}
        />
      )}
    </div>
  )
}
