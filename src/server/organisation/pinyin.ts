import { pinyin } from 'pinyin-pro'
import { provideService, spelling } from '#src/define/services.ts'

/** The sort and search key of a Chinese text: its pinyin, then the initials. Latin letters stay. */
export function namePinyin(text: string): string {
  const { full, initials } = pinyinOf(text)
  return `${full} ${initials}`
}

/** Pinyin without tones and gaps, and the initials, in small letters. */
export function pinyinOf(text: string): { readonly full: string; readonly initials: string } {
  const say = (pattern: 'pinyin' | 'first'): string =>
    pinyin(text, { pattern, toneType: 'none', separator: '', nonZh: 'consecutive' }).toLowerCase()
  return { full: say('pinyin'), initials: say('first') }
}

/** Spelling for modules. */
export const spellingService = provideService(spelling, () => ({ of: pinyinOf }))
