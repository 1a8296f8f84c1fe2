import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './standard-reads.zhHans.ts'

export default {
  reads: {
    '/api/standards/version/:id/report/': 'Shows who becomes over or short by a version and what it costs',
    '/api/standards/item/of/:kind/': 'Lists the standard items of one kind',
    '/api/standards/compliance/departments/': 'Counts compliance by department',
    '/api/standards/pending/': 'Shows the drafts that await publication',
  },
} satisfies SameKeys<typeof zhHans>
