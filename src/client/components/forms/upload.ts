/** What FILE-STD lets in; the server looks at the content, this only spares a hopeless upload. */
export const maxBytes = 20 * 1024 * 1024
export const extensions: readonly string[] = ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'ofd', 'zip']

/** Why a file cannot be sent, as a message key below `records.files`; null when it can. */
export function refusalOf(file: { readonly name: string; readonly size: number }): 'type' | 'size' | 'empty' | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'size' : null
}

/** `1536` as `1.5 KB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB'] as const
  const unit = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2
  const amount = bytes / 1024 ** unit
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`
}
