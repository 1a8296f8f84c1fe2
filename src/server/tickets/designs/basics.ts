import { languages } from '#src/define/messages.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import type { Engine } from '../versions/engine.ts'
import type { WorkflowHead } from './workflow.ts'

/** What a version without basics of its own is called: a shipped one, by the catalogue. */
export function shippedBasics(engine: Engine, head: Pick<WorkflowHead, 'key' | 'code' | 'icon'>): WorkflowBasics {
  const [zhHans = '', en = ''] = languages.map(
    (language) => engine.texts.find(language, `applications.${head.key}.title`) ?? head.key,
  )
  const text = (name: string) => ({
    zhHans: engine.texts.find('zhHans', `applications.${head.key}.${name}`) ?? '',
    en: engine.texts.find('en', `applications.${head.key}.${name}`) ?? '',
  })
  return {
    name: zhHans,
    nameEn: en,
    code: head.code,
    icon: head.icon,
    purpose: text('purpose'),
    guide: text('guide'),
    createRoleKeys: [],
    createDeptIds: [],
  }
}
