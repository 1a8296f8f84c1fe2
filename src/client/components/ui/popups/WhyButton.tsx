import './why.css'
import { HelpIcon } from '@blueprintjs/icons'
import { Popup } from './Popup.tsx'

/** A question mark beside a figure that says, line by line, how it came about. */
export function WhyButton({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) {
  return (
    <Popup
      button={{ variant: 'minimal', size: 'small', icon: <HelpIcon />, 'aria-label': label, title: label }}
      content={
        <div className="why">
          <h3>{label}</h3>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      }
    />
  )
}
