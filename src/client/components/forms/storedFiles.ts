/** Uploaded files as the server knows them: POST multipart gives an id, the id gives name, size and, with permission, the content. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import type { StoredFile } from '#src/define/answers/files.ts'

const path = '/api/system/file/'
const keyOf = (id: number) => ['file', id]

/** What a file is sent for, as the server knows it. */
type UploadUse = 'attachment' | 'signature' | 'avatar' | 'picture'

/** Sends a file; what it is for decides how large it may be and whether it has to be a picture. */
export function uploadFile(file: File, use: UploadUse = 'attachment'): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file)
  return api.upload(path, form, { quiet: true, query: { use } })
}

/** Names and sizes of files by id; null while one is not known yet. `remember` keeps what an upload answered. */
export function useStoredFiles(ids: readonly number[]): {
  files: readonly (StoredFile | null)[]
  remember: (file: StoredFile) => void
} {
  const client = useQueryClient()
  const remember = useCallback((file: StoredFile) => client.setQueryData(keyOf(file.id), file), [client])
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get(`${path}${id}/`, { signal, quiet: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return { files: results.map(({ data }) => data ?? null), remember }
}

/** Milliseconds a blob stays reachable for the tab or download it was opened in. */
const BLOB_LIFE = 60_000

/** Whether a file is shown as a picture, by its name. */
export const isPicture = (name: string): boolean => /\.(png|jpe?g)$/i.test(name)

/** Opens what a browser can show in a tab of its own and downloads the rest, through the permission-checked call. */
export async function openFile(file: Pick<StoredFile, 'id' | 'name'>): Promise<void> {
  const isShown = isPicture(file.name) || /\.pdf$/i.test(file.name)
  // Opened before the answer, while the browser still counts it as the person's click.
  const tab = isShown ? window.open('', '_blank') : null
  const { blob } = await api.download(`${path}${file.id}/download/`).catch((error: unknown) => {
    tab?.close()
    throw error
  })
  if (tab !== null) {
    const address = URL.createObjectURL(blob)
    tab.location.href = address
    setTimeout(() => URL.revokeObjectURL(address), BLOB_LIFE)
  } else saveBlob(blob, file.name)
}

/** Hands a blob to the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), BLOB_LIFE)
}
