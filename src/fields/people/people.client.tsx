import { useContext } from 'react'
import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'
import { ManyInput } from '#src/client/forms/ManyPicker.tsx'
import { personSource } from '#src/client/forms/options.ts'
import { PeopleSource } from '#src/client/forms/peopleSource.ts'
import { useT } from '#src/client/i18n/index.ts'

const everybody = personSource()

function PeopleInput(props: InputProps<'people'>) {
  const t = useT()
  const source = useContext(PeopleSource)
  return <ManyInput {...props} source={source ?? everybody} placeholder={t('records.input.addPerson')} />
}

export const peopleClient: KindInput<'people'> = { Input: PeopleInput }
