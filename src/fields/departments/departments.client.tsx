import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'
import { ManyInput } from '#src/client/forms/ManyPicker.tsx'
import { departmentSource } from '#src/client/forms/options.ts'
import { useT } from '#src/client/i18n/index.ts'

function DepartmentsInput(props: InputProps<'departments'>) {
  const t = useT()
  return <ManyInput {...props} source={departmentSource} placeholder={t('records.input.addDepartment')} />
}

export const departmentsClient: KindInput<'departments'> = { Input: DepartmentsInput }
