import { useT } from '#src/client/i18n/index.ts'
import { NoValue } from '#src/client/ui/index.ts'
import type { CurrentState } from '#src/define/tickets.ts'

/** Where a ticket stands and with whom: `部门领导审批 · 章示壬`. */
export function CurrentStep({ current }: { readonly current: readonly CurrentState[] }) {
  const t = useT()
  if (current.length === 0) return <NoValue />
  return (
    <span className="ticket-current">
      {current.map(({ state, name, handlers }) => {
        const claimed = handlers.filter((handler) => handler.isClaimed)
        const shown = (claimed.length > 0 ? claimed : handlers).map((handler) =>
          handler.onBehalfOf === null
            ? handler.name
            : `${handler.name} ${t('tickets.proxyFor', [handler.onBehalfOf.name])}`,
        )
        return (
          <span key={state}>
            {name}
            {shown.length > 0 ? (
              <span className="ticket-handlers">
                {' '}
                · {shown.slice(0, 3).join(t('common.listSeparator'))}
                {shown.length > 3 ? ' …' : ''}
              </span>
            ) : null}
          </span>
        )
      })}
    </span>
  )
}
