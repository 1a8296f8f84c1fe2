import { departmentSource } from '#src/client/components/forms/inputs/options.ts'
import { PickerFilter, PickerInput } from '#src/client/components/forms/inputs/Picker.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { useDepartmentName } from './names.client.ts'

function DepartmentInput(props: InputProps<'department'>) {
  return <PickerInput {...props} source={departmentSource} nameOf={useDepartmentName()} />
}

function DepartmentFilter(props: FilterProps<'department'>) {
  return <PickerFilter {...props} source={departmentSource} nameOf={useDepartmentName()} />
}

export const departmentClient: KindInput<'department'> = { Input: DepartmentInput, Filter: DepartmentFilter }
