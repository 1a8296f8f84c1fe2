import type { Definitions } from '#src/define/module.ts'
import { leaveApproval } from './leave-approval.ts'
import { leaveQuota } from './leave-quota.ts'
import { compensationEarned, leaveRecord } from './leave-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [leaveQuota, leaveRecord, compensationEarned],
  applications: [leaveApproval],
} satisfies Definitions
