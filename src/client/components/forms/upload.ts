import type { FilesField } from '#src/fields/field.ts'

/** What is let in, as the server knows it by `use`; the server looks at the content, this only spares a hopeless upload. */
export interface UploadLimits {
  readonly use: 'attachment' | 'picture'
  readonly extensions: readonly string[]
  /** Megabytes of a file. */
  readonly most: number
}

/** FILE-STD. */
const attachments: UploadLimits = {
  use: 'attachment',
  extensions: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'ofd', 'zip'],
  most: 20,
}
const pictures: UploadLimits = { use: 'picture', extensions: ['jpg', 'jpeg', 'png'], most: 2 }

/** What a field takes. */
export const limitsOf = (field: Pick<FilesField, 'pictures'>): UploadLimits =>
  field.pictures === true ? pictures : attachments

/** Why a file cannot be sent, as a message key below `records.files`; null when it can. */
export function refusalOf(
  file: { readonly name: string; readonly size: number },
  { extensions, most }: UploadLimits = attachments,
): 'type' | 'size' | 'empty' | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > most * 1024 * 1024 ? 'size' : null
}

/** `1536` as `1.5 KB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
  const power = units.findIndex((_, index) => bytes < 1024 ** (index + 1))
  const unit = power < 0 ? units.length - 1 : power
  const amount = bytes / 1024 ** unit
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`
}
