import type { Definitions } from '#src/define/module.ts'
import { article } from './article.ts'

/** What the pages of the module are made of. */
export default {
  records: [article],
  applications: [],
} satisfies Definitions
