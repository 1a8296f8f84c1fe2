import { pathOf } from '#src/client/app/menuPath.ts'
import { useMenus } from '#src/client/platform/session/index.ts'

const CENTRE = '/workflow/ticketApproval'

/** Where approvals are decided: the approval centre, or the list for whoever has no such page. */
export function useCentrePath(): string {
  return useMenus().some((item) => pathOf(item) === CENTRE) ? CENTRE : '/workflow/ticket?label=pendingApproval'
}
