import { useCallback } from 'react'
import type { FilterProps, InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { labelIn, PickerFilter, PickerInput } from '#src/client/forms/Picker.tsx'
import { useDepartments } from '#src/client/session/index.ts'

/** Names of all departments, which every signed-in page has. */
function useDepartmentName(): (id: number) => string | undefined {
  const departments = useDepartments()
  return useCallback((id) => departments.find((department) => department.id === id)?.name, [departments])
}

function DepartmentInput(props: InputProps<'department'>) {
  return <PickerInput {...props} nameOf={useDepartmentName()} />
}

function DepartmentText({ name, value, row }: TextProps<'department'>) {
  const nameOf = useDepartmentName()
  if (typeof value !== 'number') return null
  return <>{labelIn(row, name) ?? nameOf(value) ?? `#${value}`}</>
}

function DepartmentFilter(props: FilterProps<'department'>) {
  return <PickerFilter {...props} nameOf={useDepartmentName()} />
}

export const departmentClient: KindClient<'department'> = {
  Input: DepartmentInput,
  Text: DepartmentText,
  Filter: DepartmentFilter,
}
