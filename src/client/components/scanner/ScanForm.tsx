import { Button, InputGroup } from '@blueprintjs/core'
import { BarcodeIcon } from '@blueprintjs/icons'
import { type FormEvent, type Ref, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useScanner } from './useScanner.ts'

/** How a code was entered. */
export type ScanMethod = 'scan' | 'typed'

interface ScanFormProps {
  readonly className: string
  /** What the code is called. */
  readonly label: string
  readonly submitText: string
  readonly fieldRef: Ref<HTMLInputElement>
  /** The code without white space around it; none for an empty field. */
  readonly onCode: (code: string, method: ScanMethod) => void
}

/** A field for codes: from a hand scanner wherever the focus is, or typed. It is empty again once a code was taken. */
export function ScanForm({ className, label, submitText, fieldRef, onCode }: ScanFormProps) {
  const [text, setText] = useState('')
  const take = (code: string, method: ScanMethod): void => {
    setText('')
    if (!isBlank(code)) onCode(code.trim(), method)
  }
  useScanner((code) => take(code, 'scan'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    take(text, 'typed')
  }
  return (
    <form className={className} onSubmit={submit}>
      <InputGroup
        inputRef={fieldRef}
        fill
        size="large"
        leftIcon={<BarcodeIcon />}
        value={text}
        maxLength={200}
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        onValueChange={setText}
      />
      <Button type="submit" size="large" intent="primary" text={submitText} />
    </form>
  )
}
