/** Displays of the board: who may read it from where, made and revoked (10.2). */
import { Button, Callout, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  Chip,
  confirmDialog,
  DateText,
  EmptyState,
  FailedState,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { Display } from '#src/modules/home/board/board.types.ts'

const URL = '/api/home/displays/'
const KEY = ['homeDisplay']
/** Days for which a token counts, as it stands in the field and at most. */
const [DAYS, MAX_DAYS] = [365, 366] as const
const colors = { inForce: 'success', expired: 'warning', revoked: 'error' } as const

export function DisplaysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get(URL, { signal, quiet: true }),
  })
  return (
    <Dialog isOpen isCloseButtonShown={false} title={t('homeViews.displays')} onClose={onClose}>
      <DialogBody>
        <p>{t('homeViews.displaysText')}</p>
        <NewDisplay />
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <FailedState compact error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <EmptyState compact title={t('homeViews.noDisplays')} />
        ) : (
          <ul className="layout-history">
            {data.map((display) => (
              <Line key={display.id} display={display} />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </Dialog>
  )
}

function Line({ display }: { readonly display: Display }) {
  const t = useT()
  const client = useQueryClient()
  const { id, name, addresses, expiresOn, seenAt, state } = display
  const revoke = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('homeViews.revokeSure', [name]), intent: 'danger' }))) return
    await api.post(`${URL}${id}/revoke/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <li>
      <span>
        <b>{name}</b> <Chip color={colors[state]}>{t(`homeViews.displayStates.${state}`)}</Chip>
        <br />
        {addresses} · {t('homeViews.until', [expiresOn])}
        {seenAt === null ? null : (
          <>
            {' '}
            · {t('homeViews.display.seen')} <DateText value={seenAt} />
          </>
        )}
      </span>
      {state === 'revoked' ? null : (
        <Button size="small" text={t('homeViews.revokeDisplay')} onClick={() => ignoreApiError(revoke())} />
      )}
    </li>
  )
}

/** The address with the token is shown once, below the form that made it. */
function NewDisplay() {
  const t = useT()
  const client = useQueryClient()
  const prefix = useId()
  const [name, setName] = useState('')
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState<number>(DAYS)
  const [address, setAddress] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isReady = !isBlank(name) && !isBlank(addresses)
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      const { token } = await api.post(URL, { name: name.trim(), addresses, days }, { key: newKey() })
      setAddress(`${location.origin}/home1#token=${token}`)
      setName('')
      await client.invalidateQueries({ queryKey: KEY })
    } finally {
      setBusy(false)
    }
  }
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(address ?? '')
    toast('success', t('homeViews.copied'))
  }
  return (
    <form
      className="display-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) ignoreApiError(create())
      }}
    >
      <label htmlFor={`${prefix}name`}>{t('homeViews.display.name')}</label>
      <InputGroup id={`${prefix}name`} value={name} maxLength={30} onValueChange={setName} />
      <label htmlFor={`${prefix}addresses`}>{t('homeViews.display.addresses')}</label>
      <InputGroup
        id={`${prefix}addresses`}
        value={addresses}
        placeholder="10.1.2.3, 10.1.0.0/16"
        onValueChange={setAddresses}
      />
      <label htmlFor={`${prefix}days`}>{t('homeViews.display.days')}</label>
      <InputGroup
        id={`${prefix}days`}
        type="number"
        min={1}
        max={MAX_DAYS}
        value={String(days)}
        onValueChange={(value) => setDays(Math.min(MAX_DAYS, Math.max(1, Number(value) || 1)))}
      />
      <BusyButton
        type="submit"
        intent="primary"
        text={t('homeViews.createDisplay')}
        isBusy={isBusy}
        disabled={!isReady}
      />
      {address === null ? null : (
        <Callout intent="success">
          <p>{t('homeViews.tokenOnce')}</p>
          <code className="display-address">{address}</code>
          <Button size="small" text={t('homeViews.copyAddress')} onClick={() => void copy()} />
        </Callout>
      )}
    </form>
  )
}
