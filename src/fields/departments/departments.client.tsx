import { ManyInput } from '#src/client/components/forms/inputs/ManyPicker.tsx'
import { departmentSource } from '#src/client/components/forms/inputs/options.ts'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

function DepartmentsInput(props: InputProps<'departments'>) {
  const t = useT()
  return <ManyInput {...props} source={departmentSource} placeholder={t('records.input.addDepartment')} />
}

export const departmentsClient: KindInput<'departments'> = { Input: DepartmentsInput }
