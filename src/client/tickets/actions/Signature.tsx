import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'

const WIDTH = 420
const HEIGHT = 140

/** A signature as it is given: the password again, and a picture drawn now or the one used before. */
export interface GivenSignature {
  readonly password: string
  /** The saved picture's file, or the picture just drawn; null while there is none. */
  readonly picture: number | Blob | null
}
export const noSignature: GivenSignature = { password: '', picture: null }

/** A stored signature as a picture. */
export function SignaturePicture({ fileId, name }: { readonly fileId: number; readonly name: string }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['signaturePicture', fileId],
    queryFn: async ({ signal }) =>
      (await api.download(`/api/system/file/${fileId}/download/`, { query: { inline: '1' }, signal, quiet: true }))
        .blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (url === null) return null
  return <img className="signature-picture" src={url} alt={t('ticket.signature.of', [name])} />
}

interface SignatureProps {
  readonly value: GivenSignature
  readonly onChange: (value: GivenSignature) => void
}

/** Asks for password and signature: drawn, written from the name, or the one used last. */
export function SignatureInput({ value, onChange }: SignatureProps) {
  const t = useT()
  const id = useId()
  const { name } = useUser()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawing = useRef(false)
  const last = useQuery({
    queryKey: ['signature'],
    queryFn: ({ signal }) => api.get('/api/workflow/ticket/signature/', { signal, quiet: true }),
  })
  const saved = last.data?.fileId ?? null
  const pen = (): CanvasRenderingContext2D | null => {
    const context = canvas.current?.getContext('2d') ?? null
    if (context === null) return null
    context.lineWidth = 3
    context.lineCap = 'round'
    context.lineJoin = 'round'
    return context
  }
  const keep = (): void =>
    canvas.current?.toBlob((blob) => {
      if (blob !== null) onChange({ ...value, picture: blob })
    }, 'image/png')
  const clear = (): void => {
    pen()?.clearRect(0, 0, WIDTH, HEIGHT)
    onChange({ ...value, picture: null })
  }
  const write = (): void => {
    const context = pen()
    if (context === null) return
    context.clearRect(0, 0, WIDTH, HEIGHT)
    context.font = 'italic 64px "STKaiti", "KaiTi", "Kaiti SC", cursive, serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(name, WIDTH / 2, HEIGHT / 2, WIDTH - 40)
    keep()
  }
  const place = (event: PointerEvent<HTMLCanvasElement>): readonly [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT]
  }
  return (
    <div className="signature">
      <FormGroup label={t('ticket.signature.password')} labelFor={`${id}-password`} labelInfo="*" fill>
        <InputGroup
          id={`${id}-password`}
          type="password"
          autoComplete="current-password"
          value={value.password}
          onValueChange={(password) => onChange({ ...value, password })}
        />
      </FormGroup>
      <fieldset className="signature-field">
        <legend>{t('ticket.signature.title')} *</legend>
        {typeof value.picture === 'number' ? (
          <div className="signature-paper">
            <SignaturePicture fileId={value.picture} name={name} />
          </div>
        ) : (
          <canvas
            ref={canvas}
            className="signature-paper"
            width={WIDTH}
            height={HEIGHT}
            role="img"
            aria-label={t('ticket.signature.draw')}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              isDrawing.current = true
              const context = pen()
              context?.beginPath()
              context?.moveTo(...place(event))
            }}
            onPointerMove={(event) => {
              if (!isDrawing.current) return
              const context = pen()
              context?.lineTo(...place(event))
              context?.stroke()
            }}
            onPointerUp={() => {
              isDrawing.current = false
              keep()
            }}
          />
        )}
        <div className="signature-actions">
          <Button
            size="small"
            text={t('ticket.signature.write')}
            disabled={typeof value.picture === 'number'}
            onClick={write}
          />
          {saved === null ? null : (
            <Button
              size="small"
              text={t('ticket.signature.saved')}
              disabled={value.picture === saved}
              onClick={() => onChange({ ...value, picture: saved })}
            />
          )}
          <Button
            size="small"
            variant="minimal"
            text={t('ticket.signature.clear')}
            disabled={value.picture === null}
            onClick={clear}
          />
        </div>
      </fieldset>
    </div>
  )
}
