import type { Definitions } from '#src/define/module.ts'

/** What the pages of the module are made of. */
export default {
  records: [],
  applications: [],
} satisfies Definitions
