import './scanner.css'
import { Button, Callout } from '@blueprintjs/core'
import { CameraIcon, MediaIcon } from '@blueprintjs/icons'
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DecoderAnswer } from './decoder.worker.ts'

/** Milliseconds between two pictures that are read. */
const EVERY_MS = 180
/** The same code within this time is one scan: the camera still looks at the label. */
const REPEAT_MS = 2500

type Decode = (picture: ImageBitmap) => Promise<string | null>

/** The decoder in its worker; it starts with the first picture. */
function useDecoder(): Decode {
  const worker = useRef<Worker>(undefined)
  const waiting = useRef(new Map<number, (code: string | null) => void>())
  const place = useRef(0)
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = undefined
    },
    [],
  )
  return useCallback((picture) => {
    if (worker.current === undefined) {
      worker.current = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' })
      worker.current.addEventListener('message', ({ data }: MessageEvent<DecoderAnswer>) => {
        if (data.error !== null) console.error(data.error)
        waiting.current.get(data.place)?.(data.code)
        waiting.current.delete(data.place)
      })
    }
    place.current += 1
    const own = place.current
    return new Promise((resolve) => {
      waiting.current.set(own, resolve)
      worker.current?.postMessage({ place: own, picture }, [picture])
    })
  }, [])
}

interface Props {
  readonly onCode: (code: string) => void
  /** Looks at once, where the button that shows this was pressed for it. */
  readonly startsOn?: boolean
}

/** Camera, and a photo where there is none: browsers give the camera to secure pages only. */
export default function Camera({ onCode, startsOn = false }: Props) {
  const t = useT()
  const decode = useDecoder()
  const hasCamera = navigator.mediaDevices !== undefined
  const [isOn, setOn] = useState(startsOn && hasCamera)
  const [problem, setProblem] = useState<string | null>(startsOn && !hasCamera ? t('scanner.cameraInsecure') : null)
  const video = useRef<HTMLVideoElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const hear = useRef(onCode)
  hear.current = onCode

  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { code: '', at: 0 }
    let isOver = false
    const look = async (): Promise<void> => {
      if (isOver) return
      if (video.current !== null && video.current.readyState >= video.current.HAVE_CURRENT_DATA) {
        const code = await decode(await createImageBitmap(video.current))
        const now = Date.now()
        if (code !== null && !isOver && (code !== last.code || now - last.at > REPEAT_MS)) hear.current(code)
        if (code !== null) last = { code, at: now }
      }
      timer = setTimeout(() => void look(), EVERY_MS)
    }
    const start = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (isOver || video.current === null) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    start().catch((error: unknown) => {
      if (isOver) return
      setProblem(error instanceof DOMException ? error.name : String(error))
      setOn(false)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [isOn, decode])

  const open = (): void => {
    setProblem(null)
    if (hasCamera) setOn(true)
    else setProblem(t('scanner.cameraInsecure'))
  }
  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [photo] = target.files ?? []
    if (photo === undefined) return
    const code = await createImageBitmap(photo)
      .then(decode)
      .catch(() => null)
    target.value = ''
    if (code === null) setProblem(t('scanner.noCodeInPhoto'))
    else {
      setProblem(null)
      hear.current(code)
    }
  }
  return (
    <div className="scan-camera">
      {isOn ? <video ref={video} playsInline muted aria-label={t('scanner.camera')} /> : null}
      <div className="scan-camera-buttons">
        <Button
          icon={<CameraIcon />}
          text={isOn ? t('scanner.cameraStop') : t('scanner.camera')}
          onClick={isOn ? () => setOn(false) : open}
        />
        <Button icon={<MediaIcon />} text={t('scanner.photoOfLabel')} onClick={() => file.current?.click()} />
        <input
          ref={file}
          type="file"
          accept="image/*"
          capture="environment"
          tabIndex={-1}
          aria-label={t('scanner.photoOfLabel')}
          onChange={(event) => void readPhoto(event)}
        />
      </div>
      {problem === null ? null : (
        <Callout intent="warning" role="alert">
          {problem === t('scanner.noCodeInPhoto') ? problem : t('scanner.cameraRefused', [problem])}
        </Callout>
      )}
    </div>
  )
}
