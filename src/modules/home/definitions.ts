import type { Definitions } from '#src/define/module.ts'

/** The module draws no records: its pages are those of the frame. */
export default { records: [], applications: [] } satisfies Definitions
