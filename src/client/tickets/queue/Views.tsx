import { Button, InputGroup } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

const path = '/api/workflow/ticket_view/'
const NAME = 30

export interface ViewsProps {
  /** The query a new view keeps. */
  readonly query: string
  readonly onOpen: (query: string) => void
}

/** The person's own views: opened, removed, and the present one kept under a name. */
export function Views({ query, onOpen }: ViewsProps) {
  const t = useT()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { data } = useQuery({
    queryKey: ['ticketView'],
    queryFn: ({ signal }) => api.get(path, { signal }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['ticketView'] })
  const save = async (): Promise<void> => {
    await api.post(path, { name: name.trim(), query }, { key: newKey() })
    await refresh()
    setName('')
    toast('success', t('queue.view.saved'))
  }
  const remove = async (id: number): Promise<void> => {
    await api.delete(`${path}${id}/`, undefined, { key: newKey() })
    await refresh()
  }
  return (
    <div className="saved-views" role="dialog" aria-label={t('queue.view.title')}>
      {data?.length === 0 ? <p className="ticket-soft">{t('queue.view.none')}</p> : null}
      <ul>
        {(data ?? []).map((view) => (
          <li key={view.id}>
            <Button variant="minimal" alignText="start" fill text={view.name} onClick={() => onOpen(view.query)} />
            <Button
              variant="minimal"
              size="small"
              icon={<SmallCrossIcon />}
              aria-label={t('queue.view.remove', [view.name])}
              onClick={() => ignoreApiError(remove(view.id))}
            />
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlank(name)) ignoreApiError(save())
        }}
      >
        <InputGroup
          size="small"
          value={name}
          maxLength={NAME}
          placeholder={t('queue.view.name')}
          aria-label={t('queue.view.name')}
          onValueChange={setName}
        />
        <Button
          type="submit"
          size="small"
          intent="primary"
          text={t('common.save')}
          title={t('queue.view.save')}
          disabled={isBlank(name)}
        />
      </form>
      <p className="ticket-soft">{t('queue.view.hint')}</p>
    </div>
  )
}
