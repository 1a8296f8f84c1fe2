import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './designer-names.zhHans.ts'

export default {
  first: {
    approve: 'Approval',
    handle: 'In progress',
    cc: 'CC',
    sub: 'Sub-application',
    section: 'New section',
    field: 'New field',
    column: 'New column',
    split: 'Branches',
    join: 'Join',
  },
  noticeFirst: 'Ticket {no} is completed: {title}',
} satisfies SameKeys<typeof zhHans>
