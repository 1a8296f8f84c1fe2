import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { confirmDelete, confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { ApiError, api, codes, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay, useUser } from '#src/client/platform/session/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import { applicationPermission } from '#src/define/names.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import { routeOf } from '../apply/designed.ts'
import type { RefusedForm } from '../apply/refusedForm.ts'
import type { AskingAction } from './ActionPanel.tsx'
import { isPlain } from './isPlain.ts'
import { useDecide } from './useDecide.ts'

/** With its forms and fields; most tickets are looked at without a decision. */
export const ActionPanel = lazy(async () => ({ default: (await import('./ActionPanel.tsx')).ActionPanel }))

const asking: readonly TicketButton[] = [
  'approve',
  'reject',
  'return',
  'handle',
  'refuse',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'cc',
  'void',
  'revoke',
  'convert',
]
const isAsking = (action: TicketButton): action is AskingAction => asking.includes(action)

export const isGrave = (action: TicketButton): boolean =>
  action === 'void' || action === 'delete' || action === 'reject'

/** Where an application like this one begins; null unless it is one's own and may be filed again. */
export function useCopyRoute(ticket: Pick<SeenTicket, 'id' | 'type' | 'applicant'>): string | null {
  const { id } = useUser()
  const mayCreate = useMay(applicationPermission(ticket.type, 'Create'))
  return mayCreate && ticket.applicant.id === id ? `${routeOf(ticket.type)}?from=${ticket.id}` : null
}

/** Carries out what the server allows on a ticket: at once, after a question, or with the panel that has to be drawn. */
export function useActions({
  onDone,
  place = 'sheet',
}: {
  readonly onDone?: ((detail: SeenTicket) => void) | undefined
  /** Where a decision that asks for a comment alone is drawn: in front of the page, or at its foot. */
  readonly place?: 'sheet' | 'bar'
} = {}): {
  readonly start: (detail: SeenTicket, action: TicketButton) => void
  readonly panel: ReactNode
  /** The ticket whose dialog stands open, as it was opened. */
  readonly openOn: SeenTicket | null
  /** The panel stands at the foot of the page, in place of the buttons. */
  readonly isBar: boolean
} {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { decide } = useDecide()
  const [open, setOpen] = useState<{ readonly detail: SeenTicket; readonly action: AskingAction } | null>(null)

  const openForm = async ({ type, id, version }: SeenTicket, problems: ApiError['errors'] = {}): Promise<void> => {
    const refused: RefusedForm = { version, problems }
    await navigate(`${routeOf(type)}?ticket=${id}`, { state: refused })
  }
  const simple = async (detail: SeenTicket, action: Exclude<TicketButton, 'edit'>): Promise<void> => {
    if (
      (action === 'withdraw' || action === 'retrieve' || action === 'submit') &&
      !(await confirmDialog({
        text: t(`ticketAction.dialog.${action}`),
        confirmText: t(`ticketAction.action.${action}`),
      }))
    )
      return
    try {
      const isInVisit = (action === 'claim' || action === 'release') && detail.visit !== null
      const body = { version: detail.version, comment: '', ...(isInVisit && { visit: detail.visit }) }
      await decide(detail, action, { body, values: {} })
      toast('success', `${t(`ticketAction.done.${action}`)} ${detail.no}`, {
        many: {
          group: `ticket.${action}`,
          text: (count) => t('ticketAction.doneMany', [t(`ticketAction.done.${action}`), count]),
        },
      })
      onDone?.(detail)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast('warning', error.message)
      // What is missing or refused is changed on the form.
      const isOfForm = error.code === codes.validation || Object.keys(error.errors).some((path) => path !== '')
      if (action === 'submit' && isOfForm) await openForm(detail, error.errors)
    }
  }
  const remove = async (detail: SeenTicket): Promise<void> => {
    if (!(await confirmDelete(detail.title))) return
    await api.delete(`/api/workflow/ticket/${detail.id}/`, undefined, { key: newKey() })
    toast('success', t('ticketAction.done.delete'))
    // The ticket is gone: whoever shows it leaves before its queries ask for it again.
    onDone?.(detail)
    if (location.pathname.endsWith(`/ticket/${detail.id}`)) await navigate('/workflow/ticket?label=toSubmit')
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
  const isBar = place === 'bar' && open !== null && isPlain(open.detail, open.action)
  return {
    isBar,
    start(detail, action) {
      if (isAsking(action)) afterPaint(() => setOpen({ detail, action }))
      else if (action === 'edit') void openForm(detail)
      else if (action === 'delete') ignoreApiError(remove(detail))
      else ignoreApiError(simple(detail, action))
    },
    openOn: open?.detail ?? null,
    panel:
      open === null ? null : (
        <Suspense>
          <ActionPanel
            key={`${open.detail.id} ${open.action}`}
            detail={open.detail}
            action={open.action}
            isBar={isBar}
            onClose={() => setOpen(null)}
            {...(onDone && { onDone: () => onDone(open.detail) })}
          />
        </Suspense>
      ),
  }
}
