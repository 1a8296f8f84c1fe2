import { joinMessages } from '../messages.ts'
import { businessOperationMessages } from './business.messages.ts'
import { systemOperationMessages } from './system.messages.ts'

/**
 * What calls do, in words (SYS-136). `{0}` is what it is done to; of `{created|create}` the first is said of what was done, the
 * second of what was tried and refused.
 */
export const operationMessages = joinMessages(systemOperationMessages, businessOperationMessages)
