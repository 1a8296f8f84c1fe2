import { Button, ButtonGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { told } from '#src/client/forms/told.ts'
import { ApiError, api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { confirmDelete, confirmDialog, MenuButton, toast } from '#src/client/ui/index.ts'
import type { TicketButton, TicketDetail } from '#src/define/tickets.ts'
import { modules } from '#src/modules.ts'
import { ActionPanel, type AskingAction } from './ActionPanel.tsx'
import { useTicketAction } from './queries.ts'

const asking: readonly TicketButton[] = ['approve', 'reject', 'return', 'handle', 'refuse', 'transfer', 'cc', 'void']
const isAsking = (action: TicketButton): action is AskingAction => asking.includes(action)

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

export const routeOf = (type: string): string | undefined =>
  modules.flatMap((module) => module.applications).find((application) => application.key === type)?.route

interface ActionBarProps {
  readonly detail: TicketDetail
  readonly onDone?: () => void
  /** An action asked for by a key of the page. */
  readonly wanted?: AskingAction | null
  readonly onWantedClosed?: () => void
}

/** Exactly the actions the server allows me now (TKT-01). */
export function ActionBar({ detail, onDone, wanted = null, onWantedClosed }: ActionBarProps) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const send = useTicketAction()
  const [asked, setAsked] = useState<AskingAction | null>(null)
  const open = asked ?? (wanted !== null && detail.allowedActions.includes(wanted) ? wanted : null)
  const close = (): void => {
    setAsked(null)
    onWantedClosed?.()
  }

  const simple = async (action: TicketButton): Promise<void> => {
    if (
      action === 'withdraw' &&
      !(await confirmDialog({ text: t('tickets.dialog.withdraw'), confirmText: t('tickets.action.withdraw') }))
    )
      return
    try {
      await send(detail.id, action, { version: detail.version, comment: '' }, newKey())
      toast('success', `${t(`tickets.done.${action}`)} · ${detail.no}`)
      onDone?.()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast('warning', error.message)
    }
  }
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(detail.title))) return
    await api.delete(`/api/workflow/ticket/${detail.id}/`, undefined, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['ticket'] })
    toast('success', t('tickets.done.delete'))
    await navigate('/workflow/ticket?label=toSubmit')
  }
  const start = (action: TicketButton): void => {
    if (isAsking(action)) setAsked(action)
    else if (action === 'edit') void navigate(`${routeOf(detail.type) ?? '/workflow/applications'}?ticket=${detail.id}`)
    else if (action === 'delete') told(remove())
    else told(simple(action))
  }
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
            onClick={() => start(action)}
            {...(intents[action] && { intent: intents[action] })}
            {...(action !== 'approve' &&
              action !== 'handle' &&
              action !== 'claim' &&
              action !== 'edit' && { variant: 'outlined' as const })}
          />
        ))}
      </ButtonGroup>
      {main.length === 0 && more.length === 0 ? (
        <Button text={t('tickets.detail.print')} onClick={openPrint} />
      ) : (
        <MenuButton
          label={t('tickets.action.more')}
          size="medium"
          placement="top-end"
          items={[
            ...more.map((action) => ({
              text: t(`tickets.action.${action}`),
              intent: action === 'void' || action === 'delete' ? ('danger' as const) : ('none' as const),
              onClick: () => start(action),
            })),
            { text: t('tickets.detail.print'), onClick: openPrint },
          ]}
        />
      )}
      {open === null ? null : (
        <ActionPanel key={open} detail={detail} action={open} onClose={close} {...(onDone && { onDone })} />
      )}
    </div>
  )
}
