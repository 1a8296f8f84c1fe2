import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { useStoredFiles } from '#src/client/components/forms/storedFiles.ts'
import { FileList } from './FileList.client.tsx'

function FilesText({ value }: TextProps<'files'>) {
  const ids = Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
  const { files } = useStoredFiles(ids)
  return <FileList ids={ids} files={files} onRemove={null} />
}

export const filesText: KindText<'files'> = { Text: FilesText, isWide: () => true }
