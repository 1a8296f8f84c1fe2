import { Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Field } from '#src/fields/field.ts'
import { ChoiceBox } from '../parts.tsx'

interface Props {
  readonly field: Field
  readonly onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** Formats an administrator may ask for; the others belong to fields of the program. */
const patterns = ['mobile', 'email', 'bankAccount', 'invoiceNo'] as const

/** What a value must keep to; the form says so at once, and the server holds it. */
export function BoundSettings({ field, onChange }: Props) {
  const t = useT()
  switch (field.kind) {
    case 'text':
      return (
        <>
          <Bound isWhole label={t('designer.shortest')} value={field.min} onChange={(min) => onChange({ min })} />
          <ChoiceBox
            label={t('designer.pattern')}
            value={field.pattern ?? 'none'}
            options={(['none', ...patterns] as const).map((value) => ({
              value,
              label: t(`designer.patternOf.${value}`),
            }))}
            onChange={(value) => onChange({ pattern: value === 'none' ? undefined : value })}
          />
        </>
      )
    case 'integer':
      return (
        <div className="inspector-pair">
          <Bound isWhole label={t('designer.least')} value={field.min} onChange={(min) => onChange({ min })} />
          <Bound isWhole label={t('designer.most')} value={field.max} onChange={(max) => onChange({ max })} />
        </div>
      )
    case 'decimal':
      return (
        <div className="inspector-pair">
          <Bound label={t('designer.least')} value={field.min} onChange={(min) => onChange({ min: textOf(min) })} />
          <Bound label={t('designer.most')} value={field.max} onChange={(max) => onChange({ max: textOf(max) })} />
        </div>
      )
    case 'money':
      return (
        <>
          <Bound
            label={t('designer.most')}
            value={field.max}
            onChange={(max) => onChange({ max: textOf(max, CENTS) })}
          />
          <Flag label={t('designer.positive')} value={field.positive} onChange={(positive) => onChange({ positive })} />
        </>
      )
    case 'date':
      return (
        <div className="inspector-pair">
          <DayChoice label={t('designer.earliest')} value={field.min} onChange={(min) => onChange({ min })} />
          <DayChoice label={t('designer.latest')} value={field.max} onChange={(max) => onChange({ max })} />
        </div>
      )
    case 'dateTime':
      return (
        <Flag
          label={t('designer.notBeforeNow')}
          value={field.notBeforeNow}
          onChange={(notBeforeNow) => onChange({ notBeforeNow })}
        />
      )
    default:
      return null
  }
}

const CENTS = 2
/** A number as decimal fields keep it. */
const textOf = (value: number | undefined, places?: number): string | undefined =>
  value === undefined ? undefined : places === undefined ? String(value) : value.toFixed(places)

interface BoundProps {
  readonly label: string
  readonly value: number | string | undefined
  readonly onChange: (value: number | undefined) => void
  readonly isWhole?: boolean
}

/** A number or none: an empty box is no bound. */
function Bound({ label, value, onChange, isWhole = false }: BoundProps) {
  const t = useT()
  const id = useId()
  const shown = value === undefined ? '' : String(value)
  const take = (element: HTMLInputElement): void => {
    const next = element.value.trim() === '' ? undefined : element.valueAsNumber
    if (next === undefined || (isWhole ? Number.isInteger(next) : Number.isFinite(next))) {
      if (next !== (value === undefined ? undefined : Number(value))) onChange(next)
    } else element.value = shown
  }
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup
        id={id}
        key={shown}
        type="number"
        step={isWhole ? 1 : 'any'}
        className="inspector-figure"
        placeholder={t('designer.noBound')}
        defaultValue={shown}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget)
        }}
      />
    </FormGroup>
  )
}

interface FlagProps {
  readonly label: string
  readonly value: boolean | undefined
  readonly onChange: (value: true | undefined) => void
}

function Flag({ label, value, onChange }: FlagProps) {
  return (
    <Checkbox
      label={label}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
    />
  )
}

type Day = Extract<Field, { kind: 'date' }>['min']

interface DayProps {
  readonly label: string
  readonly value: Day
  readonly onChange: (value: Day) => void
}

/** Any day, or today; what the program's own forms say beside that is kept. */
function DayChoice({ label, value, onChange }: DayProps) {
  const t = useT()
  const day = typeof value === 'string' && value !== 'today' ? [{ value, label: value }] : []
  return (
    <ChoiceBox
      label={label}
      value={value === undefined ? 'none' : typeof value === 'string' ? value : `today ${value.today}`}
      options={[
        { value: 'none', label: t('designer.dayBound.none') },
        { value: 'today', label: t('designer.dayBound.today') },
        ...day,
      ]}
      onChange={(next) => onChange(next === 'none' ? undefined : next === 'today' ? 'today' : value)}
    />
  )
}
