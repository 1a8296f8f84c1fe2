import { useContext } from 'react'
import { ManyInput } from '#src/client/components/forms/inputs/ManyPicker.tsx'
import { personSource } from '#src/client/components/forms/inputs/options.ts'
import { PeopleSource } from '#src/client/components/forms/inputs/peopleSource.ts'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

const everybody = personSource()

function PeopleInput(props: InputProps<'people'>) {
  const t = useT()
  const source = useContext(PeopleSource)
  return <ManyInput {...props} source={source ?? everybody} placeholder={t('records.input.addPerson')} />
}

export const peopleClient: KindInput<'people'> = { Input: PeopleInput }
