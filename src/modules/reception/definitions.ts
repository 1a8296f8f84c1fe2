import type { Definitions } from '#src/define/module.ts'
import { officialReception } from './application/reception-application.ts'
import { reception } from './register/reception-record.ts'

/** What the pages of the module are made of. */
export default { records: [reception], applications: [officialReception] } satisfies Definitions
