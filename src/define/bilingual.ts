import type { Language } from './messages.ts'

/** Something with a name in Chinese and perhaps one in English. */
export interface BilingualName {
  readonly name: string
  readonly nameEn: string
}

/** The name in the reader's language; the Chinese one where there is no other. */
export const nameIn = (language: Language, { name, nameEn }: BilingualName): string =>
  language === 'en' && nameEn !== '' ? nameEn : name
