import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { TicketSections, type TicketSectionsProps } from './TicketSections.tsx'

interface TicketFormProps
  extends TicketSectionsProps,
    Pick<FormFieldsProps, 'prefix' | 'onChange' | 'problems' | 'disabled'> {}

/** The form of a ticket to be filled in. */
export function TicketForm({ onChange, problems, disabled = false, ...sections }: TicketFormProps) {
  return (
    <div className="ticket-form">
      <TicketSections
        {...sections}
        draw={(cells) => <FormFields {...cells} onChange={onChange} problems={problems} disabled={disabled} />}
      />
    </div>
  )
}
