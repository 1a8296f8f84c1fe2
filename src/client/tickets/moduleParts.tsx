/** What a module draws of its own within the pages of a ticket: above the form while it is written, and above its content. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import type { PageTexts } from '#src/client/platform/parts/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { Permission } from '#src/define/names.ts'
import type { FormCheck } from '#src/define/tickets/detail.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'

export interface ApplyPartProps {
  readonly type: string
  readonly values: FormData
  readonly onChange: (name: string, value: FieldValue) => void
  readonly disabled: boolean
  /** The stored draft; null before the first save. */
  readonly ticketId: number | null
  /** What the server said of the form last. */
  readonly check: FormCheck | undefined
}
export interface TicketPartProps {
  readonly detail: SeenTicket
}
/** The default export of a module's `ticketParts.client.tsx`, by type. */
export interface TicketParts {
  /** Texts of the frame's pages that it draws with, beside those of its module. */
  readonly texts?: readonly PageTexts[]
  readonly Apply?: ComponentType<ApplyPartProps>
  readonly Ticket?: ComponentType<TicketPartProps>
}

/** The default export of a module's `catalogueHeader.client.tsx`: what it draws above the catalogue of applications, for those who hold the permission. */
export interface CatalogueHeader {
  readonly permission: Permission
  readonly Header: ComponentType
}

/** Finds the parts of a type; null for a type whose module draws none. Given by the frame, which knows the modules. */
export const TicketPartsSource = createContext<(type: string) => Promise<TicketParts | null>>(async () => null)

function useParts(type: string): TicketParts | null {
  const find = useContext(TicketPartsSource)
  const { data } = useQuery({
    queryKey: ['ticketParts', type],
    queryFn: () => find(type),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data ?? null
}

export function ApplyPart(props: ApplyPartProps) {
  const Part = useParts(props.type)?.Apply
  return Part === undefined ? null : <Part {...props} />
}

export function TicketPart({ detail }: TicketPartProps) {
  const Part = useParts(detail.type)?.Ticket
  return Part === undefined ? null : <Part detail={detail} />
}
