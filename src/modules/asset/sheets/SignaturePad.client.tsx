import './sheets.css'
import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import Pad from 'signature_pad'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Stroke } from './sheet.types.ts'

/** The field a signature is drawn in; stored strokes are in its pixels. */
export const PAD = { width: 600, height: 200 }

interface SignaturePadProps {
  readonly onChange: (strokes: readonly Stroke[]) => void
}

/** A field to sign in with a finger, a pen or the mouse. */
export function SignaturePad({ onChange }: SignaturePadProps) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(undefined)
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    if (canvas.current === null) return
    const made = new Pad(canvas.current, { penColor: '#1b1b1f', minWidth: 1.2, maxWidth: 3 })
    const keep = (): void => {
      const scale = PAD.width / (canvas.current?.clientWidth || PAD.width)
      const clamp = (value: number): number => Math.min(2000, Math.max(0, Math.round(value * scale)))
      tell.current(
        made.toData().map(({ points }) => {
          const drawn = points.length === 1 ? [...points, ...points] : points
          return drawn.flatMap(({ x, y }) => [clamp(x), clamp(y)])
        }),
      )
    }
    // The bitmap follows the width the field has on this screen, else strokes lie beside the finger.
    const resize = (): void => {
      if (canvas.current === null) return
      const { clientWidth, clientHeight } = canvas.current
      const ratio = window.devicePixelRatio || 1
      canvas.current.width = clientWidth * ratio
      canvas.current.height = clientHeight * ratio
      canvas.current.getContext('2d')?.scale(ratio, ratio)
      made.fromData(made.toData())
    }
    made.addEventListener('endStroke', keep)
    pad.current = made
    resize()
    const observer = new ResizeObserver(resize)
    observer.observe(canvas.current)
    return () => {
      observer.disconnect()
      made.removeEventListener('endStroke', keep)
      made.off()
    }
  }, [])
  const clear = (): void => {
    pad.current?.clear()
    onChange([])
  }
  return (
    <div className="asset-pad">
      <div>
        <span>{t('assetSheets.sign')}</span>
        <Button size="small" variant="minimal" text={t('assetSheets.clear')} onClick={clear} />
      </div>
      <canvas ref={canvas} aria-label={t('assetSheets.pad')} role="img" />
    </div>
  )
}

/** A stored signature. */
export function SignatureDrawing({ strokes, name }: { readonly strokes: readonly Stroke[]; readonly name: string }) {
  const lines = strokes.map((stroke) =>
    stroke.reduce((path, value, index) => `${path}${index === 0 ? 'M' : index % 2 === 0 ? 'L' : ' '}${value}`, ''),
  )
  return (
    <svg className="asset-signature" viewBox={`0 0 ${PAD.width} ${PAD.height}`} role="img" aria-label={name}>
      {lines.map((line) => (
        <path
          key={line}
          d={line}
          fill="none"
          stroke="#1b1b1f"
          strokeWidth={3}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
