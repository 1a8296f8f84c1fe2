export { type LineState, retryConnection, useLineState, useLiveConnection } from './hooks.ts'
export { startLive } from './live.ts'
export { noticeKeys, onNoticeLink } from './notices.ts'
