import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './designer-notices.zhHans.ts'

export default {
  tab: { notices: 'Notifications' },
  noticesHint:
    'Handlers are always notified of tasks, and applicants of returns, rejections, completion and voiding. Set additional recipients here; they can view the ticket.',
  noNotices: 'No additional notifications',
  addNotice: 'Add notification',
  removeNotice: 'Delete notification {0}',
  notice: 'Notification {0}',
  noticeOn: 'When',
  noticeState: 'At step',
  anyState: 'Any step',
  noticeTo: 'Recipients',
  noticeChannel: 'Channel',
  noticeText: 'Text (Chinese)',
  noticeTextEn: 'Text (English)',
  putIn: 'Insert',
  occasion: {
    submitted: 'On submission',
    entered: 'On entering a step',
    passed: 'On passing a step',
    returned: 'On return',
    rejected: 'On rejection',
    withdrawn: 'On withdrawal',
    completed: 'On completion',
    voided: 'On voiding',
  },
  channel: {
    message: 'Ticket message: always pops up and counts on the bell',
    reminder: 'Reminder: recipients can mute it in their settings',
  },
  placeholder: { no: 'Number', title: 'Title', applicant: 'Applicant', state: 'Step name' },
} satisfies SameKeys<typeof zhHans>
