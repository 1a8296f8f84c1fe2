import { NoValue } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CurrentState } from '#src/define/tickets/line.ts'

/** Names in a cell; the others are counted. */
const SHOWN = 3

/** Who acts now; once somebody has claimed, only this person. */
function useNames(): (handlers: CurrentState['handlers']) => string {
  const t = useT()
  return (handlers) => {
    const claimed = handlers.filter((handler) => handler.isClaimed)
    const shown = (claimed.length > 0 ? claimed : handlers).map((handler) =>
      handler.onBehalfOf === null ? handler.name : `${handler.name} ${t('ticket.proxyFor', [handler.onBehalfOf.name])}`,
    )
    return `${shown.slice(0, SHOWN).join(t('common.listSeparator'))}${shown.length > SHOWN ? ' …' : ''}`
  }
}

/** Where a ticket stands: `部门领导审批`, with handlers `部门领导审批 · 章示壬`. */
export function CurrentStep({
  current,
  withHandlers = false,
}: {
  readonly current: readonly CurrentState[]
  readonly withHandlers?: boolean
}) {
  const names = useNames()
  if (current.length === 0) return <NoValue />
  return (
    <span className="ticket-current">
      {current.map(({ state, name, handlers }) => (
        <span key={state}>
          {name}
          {withHandlers && handlers.length > 0 ? <span className="ticket-handlers"> · {names(handlers)}</span> : null}
        </span>
      ))}
    </span>
  )
}

/** With whom a ticket stands. */
export function Handlers({ current }: { readonly current: readonly CurrentState[] }) {
  const names = useNames()
  const handlers = current.flatMap((state) => state.handlers)
  return handlers.length === 0 ? <NoValue /> : <>{names(handlers)}</>
}
