import { hasText, useT } from '#src/client/platform/i18n/index.ts'

/** What a type says of itself beside its name; empty where its designer wrote nothing, or before its words are here. */
export function useTypeTexts(type: string): { readonly purpose: string; readonly guide: string } {
  const t = useT()
  const textNamed = (name: 'purpose' | 'guide'): string => {
    const key = `applications.${type}.${name}` as const
    return hasText(key) ? t(key) : ''
  }
  return { purpose: textNamed('purpose'), guide: textNamed('guide') }
}
