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

/** Camera, and a photo where there is none: browsers give the camera to secure pages only. */
export default function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT()
  const decode = useDecoder()
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
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
    if (navigator.mediaDevices === undefined) setProblem(t('assetScan.cameraInsecure'))
    else setOn(true)
  }
  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [photo] = target.files ?? []
    if (photo === undefined) return
    const code = await createImageBitmap(photo)
      .then(decode)
      .catch(() => null)
    target.value = ''
    if (code === null) setProblem(t('assetScan.noCodeInPhoto'))
    else {
      setProblem(null)
      hear.current(code)
    }
  }
  return (
    <div className="scan-camera">
      {isOn ? <video ref={video} playsInline muted aria-label={t('assetScan.camera')} /> : null}
      <div className="scan-camera-buttons">
        <Button
          icon={<CameraIcon />}
          text={isOn ? t('assetScan.cameraStop') : t('assetScan.camera')}
          onClick={isOn ? () => setOn(false) : open}
        />
        <Button icon={<MediaIcon />} text={t('assetScan.photoOfLabel')} onClick={() => file.current?.click()} />
        <input
          ref={file}
          type="file"
          accept="image/*"
          capture="environment"
          tabIndex={-1}
          aria-label={t('assetScan.photoOfLabel')}
          onChange={(event) => void readPhoto(event)}
        />
      </div>
      {problem === null ? null : (
        <Callout intent="warning" role="alert">
          {problem === t('assetScan.noCodeInPhoto') ? problem : t('assetScan.cameraRefused', [problem])}
        </Callout>
      )}
    </div>
  )
}
