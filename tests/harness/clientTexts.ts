/** The texts of the frame and its pages by name, in both languages. */
import { firstTexts, frameTexts, pageTexts } from '#src/client/messages/texts.ts'
import type { TextSource } from '#src/client/platform/parts/kinds.ts'
import type { Messages } from '#src/define/messages.ts'

const both = async ({ zhHans, en }: TextSource): Promise<Messages> => ({
  zhHans: (await zhHans()).default,
  en: (await en()).default,
})

export const first = await both(firstTexts)
export const frame = await both(frameTexts)
export const pageCatalogues: Readonly<Record<string, Messages>> = Object.fromEntries(
  await Promise.all(
    Object.entries<TextSource>(pageTexts).map(async ([name, source]) => [name, await both(source)] as const),
  ),
)
