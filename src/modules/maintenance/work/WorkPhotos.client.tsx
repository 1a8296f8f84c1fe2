import { lazy, Suspense, useState } from 'react'
import { hasThumbnail, Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { isPicture, useStoredFiles } from '#src/client/components/forms/storedFiles.ts'
import type { StoredFile } from '#src/define/answers/files.ts'

const PictureViewer = lazy(() => import('#src/client/components/forms/display/PictureViewer.tsx'))

/** Pictures in one row above an order; each opens as large as the window. */
export function WorkPhotos({ ids, label }: { readonly ids: readonly number[]; readonly label: string }) {
  const { files } = useStoredFiles(ids)
  const [first, setFirst] = useState<number | null>(null)
  const pictures = files.filter((file): file is StoredFile => file !== null && isPicture(file.name))
  if (pictures.length === 0) return null
  return (
    <div className="repair-work-photos">
      {pictures.map((picture, index) => (
        <button
          key={picture.id}
          type="button"
          aria-label={`${label} ${index + 1}/${pictures.length}`}
          onClick={() => setFirst(index)}
        >
          {hasThumbnail(picture.name, picture.size) ? <Thumbnail id={picture.id} name="" /> : picture.name}
        </button>
      ))}
      {first === null ? null : (
        <Suspense>
          <PictureViewer pictures={pictures} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </div>
  )
}
