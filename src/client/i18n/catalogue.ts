import type { Messages } from '#src/define/messages.ts'

const files = import.meta.glob<{ default: Messages }>('../messages/*.messages.ts', { eager: true })

/** The screen texts: `messages/<name>.messages.ts` (default export) stands under the key `<name>`. */
export const screenMessages: Readonly<Record<string, Messages>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.messages\.ts$/g, ''), file.default]),
)
