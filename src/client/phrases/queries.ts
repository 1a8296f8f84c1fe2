import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import { type PhraseAction, phraseDictionary } from '#src/define/phrases.ts'

export const PHRASES = '/api/personal/phrases/'
export const phraseKey = ['phrases'] as const

export function useOwnPhrases() {
  return useQuery({
    queryKey: phraseKey,
    queryFn: ({ signal }) => api.get(PHRASES, { signal, quiet: true }),
  })
}

/** Sentences to choose from, one's own first; each once. */
export function usePhrases(action: PhraseAction): readonly { readonly text: string; readonly isOwn: boolean }[] {
  const { data = [] } = useOwnPhrases()
  const bureau = useDictionary(phraseDictionary(action)).map(({ label }) => label)
  const own = data.filter((phrase) => phrase.action === action).map(({ text }) => text)
  return [
    ...own.map((text) => ({ text, isOwn: true })),
    ...bureau.filter((text) => !own.includes(text)).map((text) => ({ text, isOwn: false })),
  ]
}
