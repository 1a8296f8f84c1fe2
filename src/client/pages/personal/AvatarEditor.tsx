import { Button } from '@blueprintjs/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Avatar, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { cropImage, type Frame, moveFrame, SIDE, startFrame, zoomFrame } from './crop.ts'

const path = '/api/personal/avatar/'
const MAX_BYTES = 2 * 1024 * 1024
const types = ['image/png', 'image/jpeg']

/** The own picture: chosen from a file, cut to a square, or taken away. */
export function AvatarEditor({
  name,
  avatar,
  onSaved,
}: {
  readonly name: string
  readonly avatar: string
  readonly onSaved: () => void
}) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    if (!types.includes(file.type)) return toast('warning', t('personal.avatar.wrongType'))
    if (file.size > MAX_BYTES) return toast('warning', t('personal.avatar.tooLarge'))
    try {
      setImage(await createImageBitmap(file))
    } catch {
      // The browser says no more than that it is no picture.
      toast('warning', t('personal.avatar.unreadable'))
    }
  }
  const save = async (picture: string, text: string): Promise<void> => {
    await api.post(path, { image: picture }, { key: newKey() })
    setImage(null)
    onSaved()
    toast('success', text)
  }
  return (
    <div className="personal-avatar">
      <Avatar name={name} src={avatar} size={96} />
      <div>
        <label className="visually-hidden" htmlFor={id}>
          {t('personal.avatar.change')}
        </label>
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          accept={types.join(',')}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button size="small" text={t('personal.avatar.change')} onClick={() => input.current?.click()} />
        {avatar === '' ? null : (
          <Button
            size="small"
            variant="minimal"
            text={t('personal.avatar.remove')}
            onClick={() => ignoreApiError(save('', t('personal.avatar.removed')))}
          />
        )}
        <p className="personal-hint">{t('personal.avatar.hint')}</p>
      </div>
      {image === null ? null : (
        <CropDialog
          image={image}
          onSave={(picture) => save(picture, t('personal.avatar.saved'))}
          onClose={() => setImage(null)}
        />
      )}
    </div>
  )
}

/** Pixels one press of an arrow key moves the picture. */
const STEP = 8
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

function CropDialog({
  image,
  onSave,
  onClose,
}: {
  readonly image: ImageBitmap
  readonly onSave: (picture: string) => Promise<void>
  readonly onClose: () => void
}) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frame, setFrame] = useState<Frame>(() => startFrame(image))
  const [isSaving, setSaving] = useState(false)
  const grabbed = useRef<readonly [number, number] | null>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, SIDE, SIDE)
    context.drawImage(image, frame.x, frame.y, image.width * frame.scale, image.height * frame.scale)
  }, [image, frame])
  const drag = (event: PointerEvent): void => {
    if (grabbed.current === null) return
    const [x, y] = grabbed.current
    grabbed.current = [event.clientX, event.clientY]
    setFrame((now) => moveFrame(image, now, event.clientX - x, event.clientY - y))
  }
  const press = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    if (arrow === undefined) return
    event.preventDefault()
    setFrame((now) => moveFrame(image, now, arrow[0], arrow[1]))
  }
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await onSave(cropImage(image, frame))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Sheet
      title={t('personal.avatar.crop')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('common.save')}
            isBusy={isSaving}
            onClick={() => ignoreApiError(save())}
          />
        </>
      }
    >
      <div className="crop">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          tabIndex={0}
          aria-label={t('personal.avatar.moveHint')}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            grabbed.current = [event.clientX, event.clientY]
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            grabbed.current = null
          }}
        />
        <p className="personal-hint">{t('personal.avatar.moveHint')}</p>
        <label className="crop-zoom">
          <span>{t('personal.avatar.zoom')}</span>
          <input
            type="range"
            min={1}
            max={4}
            step={0.1}
            value={frame.zoom}
            onChange={(event) => setFrame((now) => zoomFrame(image, now, Number(event.target.value)))}
          />
        </label>
      </div>
    </Sheet>
  )
}
