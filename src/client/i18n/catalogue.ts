import type { Messages } from '#src/define/messages.ts'

type Files = Readonly<Record<string, { readonly default: Messages }>>

/** Screen texts by file: `messages/<name>.messages.ts` (default export) stands under the key `<name>`. */
export function byName(files: Files): Readonly<Record<string, Messages>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.messages\.ts$/g, ''), file.default]),
  )
}

/** What the sign-in page and the frame say; the other pages' texts come with the start-up data. */
export const firstMessages = byName(
  import.meta.glob<{ default: Messages }>('../messages/{common,http,layout,login,misc,toast}.messages.ts', {
    eager: true,
  }),
)
