import { SmallTick } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PRIMARY } from '#src/client/platform/theme/index.ts'

const offered = {
  violet: PRIMARY,
  teal: '#0d9394',
  blue: '#1677ff',
  green: '#28a745',
  orange: '#ff9f43',
  red: '#ea5455',
} as const
type Offered = keyof typeof offered
const names = Object.keys(offered) as readonly Offered[]

interface Props {
  readonly legend: string
  readonly name: string
  /** `#rrggbb` */
  readonly value: string
  readonly onChange: (colour: string) => void
}

/** A primary colour: some offered, any other by the browser's own picker. Words and labels take derived, readable shades. */
export function Colours({ legend, name, value, onChange }: Props) {
  const t = useT()
  const isOwn = !names.some((it) => offered[it] === value)
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="colours">
        {names.map((it) => (
          <label key={it} className="colour" title={t(`layout.customizer.colours.${it}`)}>
            <input
              type="radio"
              className="choice-input"
              name={name}
              value={offered[it]}
              checked={offered[it] === value}
              aria-label={t(`layout.customizer.colours.${it}`)}
              onChange={() => onChange(offered[it])}
            />
            <span className="colour-fill" style={{ background: offered[it] }}>
              <SmallTick size={20} aria-hidden="true" />
            </span>
          </label>
        ))}
        <label className={isOwn ? 'colour colour-own colour-chosen' : 'colour colour-own'}>
          <input
            type="color"
            name={`${name}Own`}
            value={value}
            aria-label={t('layout.customizer.ownColour')}
            title={t('layout.customizer.ownColour')}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
        </label>
      </div>
    </fieldset>
  )
}
