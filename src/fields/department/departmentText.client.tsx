import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { labelIn } from '#src/client/components/forms/labelIn.ts'
import { useDepartmentName } from './names.client.ts'

function DepartmentText({ name, value, row }: TextProps<'department'>) {
  const nameOf = useDepartmentName()
  if (typeof value !== 'number') return null
  return <>{labelIn(row, name) ?? nameOf(value) ?? `#${value}`}</>
}

export const departmentText: KindText<'department'> = { Text: DepartmentText }
