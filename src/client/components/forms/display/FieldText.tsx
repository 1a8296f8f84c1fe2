import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, Suspense } from 'react'
import { NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import type { Field } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import type { Labels, Row } from '../kinds.ts'
import { readingOf } from './texts.ts'

interface FieldTextProps {
  readonly field: Field
  readonly name: string
  readonly value: unknown
  readonly row: Row
  readonly labels: Labels
}

/** A value as a person reads it, in a cell or a detail page. */
export function FieldText(props: FieldTextProps) {
  if (isEmpty(props.value)) return <NoValue />
  const { Text } = readingOf(props.field)
  return (
    <Suspense fallback={<SkeletonRows rows={1} />}>
      <Text {...props} />
    </Suspense>
  )
}

/** A field nobody may write here: the same place in the form, as text. */
export function FieldOutput({
  id,
  label,
  children,
  ...text
}: FieldTextProps & {
  readonly id: string
  readonly label: string
  /** What stands below the text: what is wrong with the value. */
  readonly children?: ReactNode
}) {
  return (
    <FormGroup label={label} labelFor={id} fill className="field field-output">
      <output id={id}>
        <FieldText {...text} />
      </output>
      {children}
    </FormGroup>
  )
}
