import type { Text } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import type { ApplicationDefinition } from '#src/define/application.ts'
import { type Language, languages } from '#src/define/messages.ts'
import { applicationPermission } from '#src/define/names.ts'
import type { DesignedType, TypeTexts } from '#src/define/tickets/types.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import type { Engine } from './engine.ts'

/** In one language, or in the other where it was left empty there. */
const wordIn = (text: Text, language: Language): string => text[language] || text.zhHans || text.en

function wordsOf(application: ApplicationDefinition, basics: WorkflowBasics, language: Language): TypeTexts {
  const { labels } = application as { readonly labels?: Readonly<Record<string, Text>> }
  return {
    title: language === 'en' ? basics.nameEn : basics.name,
    purpose: wordIn(basics.purpose, language),
    guide: wordIn(basics.guide, language),
    sections: Object.fromEntries(application.sections.map(({ key, title }) => [key, title?.[language] ?? key])),
    fields: Object.fromEntries(Object.entries(labels ?? {}).map(([path, text]) => [path, text[language]])),
  }
}

/** The types the bureau made itself: their words for everybody who may meet one of their tickets, what they ask for to those who may file or read them. */
export function designedTypes(engine: Engine, access: Access): readonly DesignedType[] {
  const { designed } = engine.records.services
  return [...designed.applications().values()].flatMap((application): DesignedType[] => {
    const basics = designed.basicsOf(application.key)
    if (basics === null) return []
    const { key } = application
    const texts = Object.fromEntries(
      languages.map((language) => [language, wordsOf(application, basics, language)]),
    ) as DesignedType['texts']
    const isShown = engine.mayStart(access, key) || access.may(applicationPermission(key, 'Register'))
    return [{ key, texts, application: isShown ? application : null }]
  })
}
