import { Checkbox } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { Popup } from '#src/client/components/ui/popups/Popup.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

interface MultiChoiceProps {
  readonly id?: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Chosen values, separated by commas. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Several of a few choices: a filter that is called by what was chosen. */
export function MultiChoice({ id, label, options, value, onChange }: MultiChoiceProps) {
  const t = useT()
  const chosen = value === '' ? [] : value.split(',')
  const named = options.filter((option) => chosen.includes(option.value)).map((option) => option.label)
  const shown = named.length === 0 ? t('common.all') : named.join(t('common.listSeparator'))
  const toggle = (one: string): void =>
    onChange((chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(','))
  return (
    <Popup
      fill
      placement="bottom-start"
      button={{
        ...(id === undefined ? {} : { id }),
        className: 'multi-choice-button',
        alignText: 'start',
        endIcon: <CaretDownIcon />,
        'aria-label': `${label} ${shown}`,
        text: shown,
      }}
      content={
        <div className="multi-choice" role="dialog" aria-label={label}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          ))}
        </div>
      }
    />
  )
}
