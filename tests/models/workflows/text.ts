import type { Text } from '#machines/ticket/definition/definition.ts'

export const text = (zhHans: string, en: string): Text => ({ zhHans, en })
