import type { Language } from '#src/define/messages.ts'

/** The language of a request by its Accept-Language (`zh-Hans` or `en` from our client); Chinese when it names neither. */
export function languageOf(header: string | undefined): Language {
  const requests = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
      .find((found) => found !== undefined)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = requests.filter(({ tag, weight }) => weight > 0 && /^(zh|en)(-|$)/.test(tag))
  const best = known.sort((a, b) => b.weight - a.weight)[0]
  return best?.tag.startsWith('en') ? 'en' : 'zhHans'
}
