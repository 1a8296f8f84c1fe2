import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  Chip,
  confirmDelete,
  DateText,
  EmptyState,
  FailedState,
  MenuButton,
  PageHeader,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import { DisplaysDialog } from './board/DisplaysDialog.tsx'
import { useLayouts, useLayoutWrites } from './layout/calls.ts'
import { HistoryDialog, NameDialog, PublishDialog } from './layout/LayoutDialogs.tsx'
import { LayoutPicture } from './layout/LayoutPicture.tsx'
import './layout/layout.css'

type Open = { readonly dialog: 'copy' | 'rename' | 'publish' | 'history'; readonly layout: HomeLayout }

/** `/homeCopy`: own layouts and those of the person's roles (10.2). */
export default function GalleryPage() {
  const t = useT()
  const navigate = useNavigate()
  const { data, error, refetch } = useLayouts()
  const [open, setOpen] = useState<Open | null>(null)
  const mayPublish = useMay('home:PublishLayout')
  const [isDisplays, setDisplays] = useState(false)
  const close = (): void => setOpen(null)
  return (
    <>
      <PageHeader
        title={t('homeViews.gallery')}
        text={t('homeViews.galleryText')}
        actions={
          <>
            {mayPublish ? <Button text={t('homeViews.displays')} onClick={() => setDisplays(true)} /> : null}
            <Button intent="primary" text={t('homeViews.new')} onClick={() => navigate('/home?edit=new')} />
          </>
        }
      />
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <div className="card">
          <EmptyState title={t('homeViews.none')} text={t('homeViews.noneText')} />
        </div>
      ) : (
        <ul className="layout-cards">
          {data.map((layout) => (
            <LayoutCard key={layout.id} layout={layout} onOpen={(dialog) => setOpen({ dialog, layout })} />
          ))}
        </ul>
      )}
      {isDisplays ? <DisplaysDialog onClose={() => setDisplays(false)} /> : null}
      {open === null ? null : open.dialog === 'publish' ? (
        <PublishDialog layout={open.layout} onClose={close} />
      ) : open.dialog === 'history' ? (
        <HistoryDialog layout={open.layout} onClose={close} />
      ) : (
        <NameDialog layout={open.layout} isCopy={open.dialog === 'copy'} onClose={close} />
      )}
    </>
  )
}

function LayoutCard({
  layout,
  onOpen,
}: {
  readonly layout: HomeLayout
  readonly onOpen: (dialog: Open['dialog']) => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const mayPublish = useMay('home:PublishLayout')
  const { setDefault, remove } = useLayoutWrites()
  const isOwn = layout.scope === 'personal'
  const isMine = isOwn || mayPublish
  const choose = async (): Promise<void> => {
    await setDefault(layout.id, !layout.isDefault)
    toast('success', t(layout.isDefault ? 'homeViews.noLongerDefault' : 'homeViews.nowDefault', [layout.name]))
  }
  const drop = async (): Promise<void> => {
    if (await confirmDelete(layout.name)) await remove(layout.id)
  }
  return (
    <li className="layout-card card">
      <header>
        <h2>{layout.name}</h2>
        <MenuButton
          label={t('homeViews.more', [layout.name])}
          items={[
            { text: t('homeViews.copy'), onClick: () => onOpen('copy') },
            ...(isMine
              ? [
                  { text: t('homeViews.rename'), onClick: () => onOpen('rename') },
                  { text: t('homeViews.history'), onClick: () => onOpen('history') },
                ]
              : []),
            ...(mayPublish ? [{ text: t('homeViews.publish'), onClick: () => onOpen('publish') }] : []),
            ...(isMine ? [{ text: t('common.remove'), onClick: () => ignoreApiError(drop()) }] : []),
          ]}
        />
      </header>
      <LayoutPicture placed={layout.widgets} />
      <p>
        <Chip color={isOwn ? 'primary' : 'info'}>{t(isOwn ? 'homeViews.own' : 'homeViews.given')}</Chip>{' '}
        {layout.isDefault ? <Chip color="success">{t('homeViews.default')}</Chip> : null}
      </p>
      {layout.roleKeys.length > 0 ? <p>{t('homeViews.toRoles', [layout.roleKeys.length])}</p> : null}
      <p>
        {layout.updatedBy} · <DateText value={layout.updatedAt} />
      </p>
      <div className="home-actions">
        <Button size="small" text={t('homeViews.preview')} onClick={() => navigate(`/home?layout=${layout.id}`)} />
        {isMine ? (
          <Button size="small" text={t('homeViews.editIt')} onClick={() => navigate(`/home?edit=${layout.id}`)} />
        ) : null}
        {isOwn ? (
          <Button
            size="small"
            text={t(layout.isDefault ? 'homeViews.unsetDefault' : 'homeViews.setDefault')}
            onClick={() => ignoreApiError(choose())}
          />
        ) : null}
      </div>
    </li>
  )
}
