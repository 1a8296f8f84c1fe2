import { Button, FormGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'

interface ReplaceProps {
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  readonly onClose: () => void
}

/** 20.9: one role in the place of another, in every draft. */
export function ReplaceRole({ roles, onClose }: ReplaceProps) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [isBusy, setBusy] = useState(false)
  const replace = async (): Promise<void> => {
    setBusy(true)
    try {
      const { drafts, states } = await api.post(
        '/api/workflow/workflow_state/replace_role/',
        { from, to },
        { key: newKey() },
      )
      await client.invalidateQueries({ queryKey: ['workflow'] })
      toast('success', t('workflows.replaced', [drafts, states]))
      onClose()
    } finally {
      setBusy(false)
    }
  }
  const options = [
    { value: '', label: '' },
    ...roles.map(({ key, name }) => ({ value: key, label: `${name} · ${key}` })),
  ]
  return (
    <Sheet
      title={t('workflows.replace')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('workflows.replace')}
            disabled={from === '' || to === '' || from === to}
            isBusy={isBusy}
            onClick={() => ignoreApiError(replace())}
          />
        </>
      }
    >
      <p className="ticket-soft">{t('workflows.replaceHint')}</p>
      <FormGroup label={t('workflows.replaceFrom')} labelFor={`${id}-from`}>
        <SelectBox
          fill
          id={`${id}-from`}
          value={from}
          options={options}
          onChange={(event) => setFrom(event.target.value)}
        />
      </FormGroup>
      <FormGroup label={t('workflows.replaceTo')} labelFor={`${id}-to`}>
        <SelectBox fill id={`${id}-to`} value={to} options={options} onChange={(event) => setTo(event.target.value)} />
      </FormGroup>
    </Sheet>
  )
}
