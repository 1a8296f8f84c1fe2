import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'
import { ManyInput } from '#src/client/forms/ManyPicker.tsx'
import type { OptionSource } from '#src/client/forms/options.ts'
import { useT } from '#src/client/i18n/index.ts'

const source: OptionSource = { url: '/api/system/dept/options/', query: {} }

function DepartmentsInput(props: InputProps<'departments'>) {
  const t = useT()
  return <ManyInput {...props} source={source} placeholder={t('records.input.addDepartment')} />
}

export const departmentsClient: KindInput<'departments'> = { Input: DepartmentsInput }
