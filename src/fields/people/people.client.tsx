import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'
import { ManyInput } from '#src/client/forms/ManyPicker.tsx'
import { personSource } from '#src/client/forms/options.ts'
import { useT } from '#src/client/i18n/index.ts'

const source = personSource()

function PeopleInput(props: InputProps<'people'>) {
  const t = useT()
  return <ManyInput {...props} source={source} placeholder={t('records.input.addPerson')} />
}

export const peopleClient: KindInput<'people'> = { Input: PeopleInput }
