import type { Access } from '#src/define/access.ts'
import { routeOf } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { ComingCard } from '#src/define/tickets/types.ts'
import { pinyinOf } from '#src/server/organisation/pinyin.ts'
import { aliasesOf } from '#src/server/search/found.ts'
import type { Reader } from '../queries/lines.ts'
import type { Engine } from './engine.ts'

type Known = Pick<Engine, 'coming' | 'texts'>

/** Why no ticket of a type can begin: it is not open yet, with what it will be for (D13), or it was disabled (APP-01). */
export function closedType({ coming, texts }: Known, type: string): RuleError {
  if (!coming.has(type)) return new RuleError('wf.disabled')
  const text = (name: string) => {
    const of = (language: Language): string => texts.find(language, `applications.${type}.${name}`) ?? ''
    return { zhHans: of('zhHans'), en: of('en') }
  }
  return new RuleError('wf.notOpen', text('title'), text('purpose'))
}

/** Refuses a type that is not open yet, whose workflow could be found all the same. @throws RuleError wf.notOpen */
export function refuseComing(engine: Known, type: string): void {
  if (engine.coming.has(type)) throw closedType(engine, type)
}

/** The types that are not open yet and that this person will be able to start, in their order (D13). */
export function comingCards({ engine, language }: Reader, access: Access): readonly ComingCard[] {
  return [...engine.coming.values()]
    .filter(({ key }) => engine.mayStart(access, key))
    .map((type): ComingCard => {
      const text = (name: string, of = language) => engine.texts.find(of, `applications.${type.key}.${name}`) ?? ''
      return {
        key: type.key,
        group: type.group,
        icon: type.icon,
        route: routeOf(type),
        title: text('title', 'zhHans'),
        titleEn: text('title', 'en'),
        purpose: text('purpose'),
        aliases: aliasesOf(engine, type.key),
        ...pinyinOf(text('title', 'zhHans')),
      }
    })
}
