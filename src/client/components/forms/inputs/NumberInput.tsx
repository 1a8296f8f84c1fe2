import { InputGroup, type InputGroupProps } from '@blueprintjs/core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FieldKind, FieldValue } from '#src/fields/field.ts'
import { inputAttributes } from '../attributes.ts'
import type { InputProps } from '../kinds.ts'

type Props = InputProps<FieldKind> & {
  /** What stands in the box while nobody types in it. */
  readonly display: (text: string) => string
  /** The value for what was typed; texts that are no number are passed on for the check to refuse. */
  readonly read: (text: string) => FieldValue
  readonly leftElement?: InputGroupProps['leftElement']
  readonly inputMode: 'numeric' | 'decimal'
}

/** Full-width digits and separators of a Chinese keyboard or a pasted spreadsheet cell, as plain ones. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u3002/g, '.')
    .replace(/[,\s\u00a5]/g, '')
}

/** A figure: typed raw, right aligned, brought into form when it is left. */
export function NumberInput({ display, read, leftElement, inputMode, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const raw = props.value === null || props.value === undefined ? '' : String(props.value)
  const box = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes as it is entered.
  useLayoutEffect(() => {
    // Without its separators the text is another one, in which nothing is chosen: what is typed over it would be added to it.
    if (isEntered.current) box.current?.select()
    isEntered.current = false
  }, [typed])
  return (
    <InputGroup
      {...inputAttributes(props)}
      inputRef={box}
      className="field-number"
      inputMode={inputMode}
      value={typed ?? display(raw)}
      onFocus={() => {
        isEntered.current = display(raw) !== raw
        setTyped(raw)
      }}
      onValueChange={(text) => {
        setTyped(text)
        const value = plain(text)
        props.onChange(value === '' ? null : read(value))
      }}
      onBlur={() => setTyped(null)}
      {...(leftElement === undefined ? {} : { leftElement })}
    />
  )
}
