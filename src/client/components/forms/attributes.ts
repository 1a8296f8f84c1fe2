import { Intent } from '@blueprintjs/core'
import type { FieldKind } from '#src/fields/field.ts'
import type { InputProps } from './kinds.ts'

type Described = Pick<InputProps<FieldKind>, 'id' | 'disabled' | 'required' | 'invalid' | 'describedBy'>

/** What every input tells a screen reader about itself: required, wrong, and where the reason stands. */
export function ariaOf(props: Described) {
  return { 'aria-required': props.required, ...buttonAriaOf(props) }
}

/** The same for a button that gives a value: none can be required, its label says so. */
export function buttonAriaOf({ invalid, describedBy }: Described) {
  return {
    'aria-invalid': invalid,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  }
}

/** The same for a Blueprint text input, with its colour. */
export function inputAttributes(props: Described) {
  return {
    id: props.id,
    disabled: props.disabled,
    fill: true,
    autoComplete: 'off',
    intent: props.invalid ? Intent.DANGER : Intent.NONE,
    ...ariaOf(props),
  }
}
