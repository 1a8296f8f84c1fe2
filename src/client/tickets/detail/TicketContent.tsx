import { FormText } from '#src/client/components/forms/display/FormCells.tsx'
import { isEmpty } from '#src/fields/kind.ts'
import { TicketSections, type TicketSectionsProps } from './TicketSections.tsx'

/** Stands in the head of the ticket already. */
const headed: ReadonlySet<string> = new Set(['title', 'urgency'])
const noPermissions = {}

/** The form as it was filled in; fields nobody filled in are left out. */
export function TicketContent({
  type,
  form,
  values,
  applicant,
  permissions = noPermissions,
}: Omit<TicketSectionsProps, 'permissions'> & Partial<Pick<TicketSectionsProps, 'permissions'>>) {
  return (
    <div className="ticket-form is-reading">
      <TicketSections
        prefix="shown-"
        type={type}
        form={form}
        values={values}
        permissions={permissions}
        applicant={applicant}
        isShown={(name) => !headed.has(name) && !isEmpty(values[name])}
        draw={(cells) => <FormText {...cells} />}
      />
    </div>
  )
}
