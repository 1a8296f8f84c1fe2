import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import { isPicture } from '../storedFiles.ts'

/** Longest side in pixels: twice that of the style sheet, for sharp screens. */
const PIXELS = 80
/** Larger pictures are not fetched for the sake of a thumbnail. */
const MAX_BYTES = 2 * 1024 * 1024

/** Whether a file is a picture that a thumbnail is drawn of. */
export const hasThumbnail = (name: string, size: number): boolean => isPicture(name) && size <= MAX_BYTES

/** A picture small enough for a list: fetched once it comes into view, through the permission-checked call, and reduced here. Nothing when the reader may not see the picture. */
export function Thumbnail({ id, name }: { readonly id: number; readonly name: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    if (box.current) watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  const { data } = useQuery({
    queryKey: ['file', 'thumbnail', id],
    queryFn: async ({ signal }) => {
      const { blob } = await api.download(`/api/system/file/${id}/download/`, {
        query: { inline: true },
        signal,
        quiet: true,
      })
      return reduced(blob)
    },
    enabled: isSeen,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <span ref={box} className="thumbnail">
      {data === undefined ? null : <img src={data} alt={name} />}
    </span>
  )
}

/** The picture as a data address of thumbnail size; the large one is let go at once. */
async function reduced(blob: Blob): Promise<string> {
  const picture = await createImageBitmap(blob)
  const scale = Math.min(1, PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/png')
}
