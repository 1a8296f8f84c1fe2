import './list.css'
import { Button } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'

/** Above the form: the guests of an own earlier reception are written into this one (E14). */
export function EarlierGuests({ onChange, disabled }: ApplyPartProps) {
  const t = useT()
  const [chosen, setChosen] = useState('')
  const { data } = useQuery({
    queryKey: ['reception', 'earlier'],
    queryFn: ({ signal }) => api.get('/api/reception/earlier/', { signal, quiet: true }),
  })
  if (data === undefined || data.length === 0) return null
  const source = data.find(({ id }) => String(id) === chosen)
  const copy = (): void => {
    if (source === undefined) return
    onChange(
      'guests',
      source.guests.map((guest) => ({ ...guest })),
    )
    toast('success', t('receptionCopy.done', [source.guests.length]))
  }
  return (
    <section className="reception-copy" aria-label={t('receptionCopy.title')}>
      <SelectBox
        aria-label={t('receptionCopy.title')}
        value={chosen}
        disabled={disabled}
        options={[
          { value: '', label: t('receptionCopy.placeholder') },
          ...data.map(({ id, letterOrg, mealDay, guests }) => ({
            value: String(id),
            label: t('receptionCopy.option', [mealDay, letterOrg, guests.length]),
          })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        icon={<DuplicateIcon />}
        text={t('receptionCopy.copy')}
        disabled={disabled || source === undefined}
        onClick={copy}
      />
    </section>
  )
}
