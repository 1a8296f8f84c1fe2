export { type LineState, retryConnection, useLineState, useLiveConnection } from './hooks.ts'
export { noticeKeys } from './notices.ts'
export { fetchUnread } from './unread.ts'
