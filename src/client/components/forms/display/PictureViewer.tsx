import './pictureViewer.css'
import { Button } from '@blueprintjs/core'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  DownloadIcon,
  ImageRotateRightIcon,
  MaximizeIcon,
  MinimizeIcon,
} from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { EmptyState, Waiting } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { StoredFile } from '#src/define/answers/files.ts'
import { saveBlob } from '../storedFiles.ts'

interface PictureViewerProps {
  /** The pictures of one place, at least one. */
  readonly pictures: readonly StoredFile[]
  /** Which of them is seen first. */
  readonly first: number
  readonly onClose: () => void
}

/** Pictures as large as the window, one after the other: arrow keys turn the pages, phone pictures that lie on their side can be turned. */
export default function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const t = useT()
  const [at, setAt] = useState(first)
  const [turns, setTurns] = useState(0)
  const [isFull, setFull] = useState(false)
  const picture = pictures[at] as StoredFile
  const { data, error } = useQuery({
    queryKey: ['file', 'content', picture.id],
    queryFn: ({ signal }) =>
      api.download(`/api/system/file/${picture.id}/download/`, { query: { inline: true }, signal, quiet: true }),
    retry: false,
    gcTime: 0,
  })
  const address = useAddress(data?.blob)
  const go = (by: number): void => {
    setAt((at + by + pictures.length) % pictures.length)
    setTurns(0)
  }
  useEffect(() => {
    // Wherever the focus is in the window; a picture larger than it is scrolled by the same keys.
    if (pictures.length < 2 || isFull) return
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft') go(-1)
      if (event.key === 'ArrowRight') go(1)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
  return (
    <Sheet
      shape="window"
      isLight
      title={pictures.length > 1 ? t('records.files.place', [picture.name, at + 1, pictures.length]) : picture.name}
      onClose={onClose}
      footer={
        <>
          {pictures.length > 1 ? (
            <>
              <Button icon={<ChevronLeftIcon />} aria-label={t('records.files.previous')} onClick={() => go(-1)} />
              <Button icon={<ChevronRightIcon />} aria-label={t('records.files.next')} onClick={() => go(1)} />
            </>
          ) : null}
          <Button
            icon={<ImageRotateRightIcon />}
            aria-label={t('records.files.turn')}
            onClick={() => setTurns((turns + 1) % 4)}
          />
          <Button
            icon={isFull ? <MinimizeIcon /> : <MaximizeIcon />}
            aria-label={t('records.files.full')}
            aria-pressed={isFull}
            onClick={() => setFull(!isFull)}
          />
          <Button
            icon={<DownloadIcon />}
            text={t('records.files.download')}
            disabled={data === undefined}
            onClick={() => data && saveBlob(data.blob, picture.name)}
          />
        </>
      }
    >
      <div className={isFull ? 'picture-stage is-full' : 'picture-stage'}>
        {error === null ? null : <EmptyState compact title={error.message} />}
        {address === null && error === null ? <Waiting size={32} /> : null}
        {address === null ? null : (
          <div className="picture-frame" tabIndex={0} data-turns={turns}>
            <img src={address} alt={picture.name} />
          </div>
        )}
      </div>
    </Sheet>
  )
}

/** Address of a blob for as long as it is shown. */
function useAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return setAddress(null)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
