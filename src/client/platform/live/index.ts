export { type LineState, retryConnection, useLineState, useLiveConnection, useOutage } from './hooks.ts'
export { noticeKeys } from './notices.ts'
export { fetchUnread } from './unread.ts'
