import { Classes, InputGroup, TextArea } from '@blueprintjs/core'
import { useContext } from 'react'
import { inputAttributes } from '#src/client/components/forms/attributes.ts'
import { DrawnComment } from '#src/client/components/forms/drawnComment.ts'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'

const digits: ReadonlySet<string> = new Set(['bankAccount', 'invoiceNo', 'invoiceCode'])

function TextInput(props: InputProps<'text'>) {
  const { field, onChange } = props
  const Comment = useContext(DrawnComment)
  const value = typeof props.value === 'string' ? props.value : ''
  if (field.multiline !== true) {
    const inputMode = field.pattern === 'mobile' ? 'tel' : digits.has(field.pattern ?? '') ? 'numeric' : 'text'
    return <InputGroup {...inputAttributes(props)} inputMode={inputMode} value={value} onValueChange={onChange} />
  }
  if (Comment !== null && props.name === 'comment') return <Comment {...props} />
  return (
    <div className="field-multiline">
      <TextArea
        {...inputAttributes(props)}
        className="field-textarea"
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={Classes.TEXT_MUTED} aria-hidden>
        {[...value].length}/{field.max}
      </span>
    </div>
  )
}

function TextFilter({ id, name, values, onChange }: FilterProps<'text'>) {
  return <DebouncedInput id={id} value={values[name] ?? ''} onValueChange={(value) => onChange({ [name]: value })} />
}

export const textClient: KindInput<'text'> = { Input: TextInput, Filter: TextFilter }
