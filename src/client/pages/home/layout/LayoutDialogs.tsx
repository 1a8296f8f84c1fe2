/** What is asked about a layout: its name, the roles that get it, and which earlier state comes back. */
import { Button, Checkbox, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DateText, EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import { useHistory, useLayoutRoles, useLayoutWrites } from './calls.ts'
import { LayoutPicture } from './LayoutPicture.tsx'

const NAME = 30

interface Props {
  readonly layout: HomeLayout
  readonly onClose: () => void
}

/** A dialog that saves something; it stays while that is refused. */
function Asking({
  title,
  confirm,
  isReady,
  onClose,
  onSave,
  children,
}: {
  readonly title: string
  readonly confirm: string
  readonly isReady: boolean
  readonly onClose: () => void
  readonly onSave: () => Promise<string>
  readonly children: ReactNode
}) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      toast('success', await onSave())
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen isCloseButtonShown={false} title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) ignoreApiError(save())
        }}
      >
        <DialogBody>{children}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common.cancel')} onClick={onClose} />
              <BusyButton type="submit" intent="primary" text={confirm} isBusy={isBusy} disabled={!isReady} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** A copy under a name, or another name for the layout itself. */
export function NameDialog({ layout, isCopy, onClose }: Props & { readonly isCopy: boolean }) {
  const t = useT()
  const { create, update } = useLayoutWrites()
  const [name, setName] = useState(isCopy ? t('homeViews.copyOf', [layout.name]).slice(0, NAME) : layout.name)
  return (
    <Asking
      title={t(isCopy ? 'homeViews.copy' : 'homeViews.rename')}
      confirm={t('common.save')}
      isReady={!isBlank(name)}
      onClose={onClose}
      onSave={async () => {
        const content = { name: name.trim(), widgets: layout.widgets }
        await (isCopy ? create({ ...content, isDefault: false }) : update(layout, content))
        return t('homeViews.saved')
      }}
    >
      <InputGroup autoFocus value={name} maxLength={NAME} aria-label={t('homeViews.name')} onValueChange={setName} />
    </Asking>
  )
}

/** The roles whose people see the layout, unless they have their own. An own layout is given as a copy. */
export function PublishDialog({ layout, onClose }: Props) {
  const t = useT()
  const { publish } = useLayoutWrites()
  const { data, error, refetch } = useLayoutRoles()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(layout.roleKeys))
  const isGiven = layout.scope === 'system'
  return (
    <Asking
      title={t('homeViews.publishIt', [layout.name])}
      confirm={t('homeViews.publish')}
      isReady={isGiven || chosen.size > 0}
      onClose={onClose}
      onSave={async () => {
        await publish(layout, [...chosen])
        return t('homeViews.published', [chosen.size])
      }}
    >
      <p>{t(isGiven ? 'homeViews.publishChange' : 'homeViews.publishCopy')}</p>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className="layout-roles">
          {data.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={chosen.has(key)}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked
                setChosen((now) => new Set(isChosen ? [...now, key] : [...now].filter((other) => other !== key)))
              }}
            />
          ))}
        </div>
      )}
    </Asking>
  )
}

/** What the layout was, and the way back to it. */
export function HistoryDialog({ layout, onClose }: Props) {
  const t = useT()
  const { update } = useLayoutWrites()
  const { data, error, refetch } = useHistory(layout.id)
  const restore = async ({ name, widgets }: Pick<HomeLayout, 'name' | 'widgets'>) => {
    await update(layout, { name, widgets })
    toast('success', t('homeViews.restored'))
    onClose()
  }
  return (
    <Dialog isOpen isCloseButtonShown={false} title={t('homeViews.historyOf', [layout.name])} onClose={onClose}>
      <DialogBody>
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={4} />
          ) : (
            <FailedState compact error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <EmptyState compact title={t('homeViews.noHistory')} />
        ) : (
          <ul className="layout-history">
            {data.map((revision) => (
              <li key={revision.version}>
                <span>
                  {revision.name} · {revision.savedBy} · <DateText value={revision.savedAt} />
                </span>
                <Button
                  size="small"
                  text={t('homeViews.restore')}
                  aria-label={t('homeViews.restoreOf', [revision.savedAt])}
                  onClick={() => ignoreApiError(restore(revision))}
                />
                <LayoutPicture placed={revision.widgets} />
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </Dialog>
  )
}
