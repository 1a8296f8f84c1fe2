import type { MessageTree } from '#src/define/messages.ts'

export default {
  newBuild: '系统有新版本',
  newBuildText: '服务器已更新，刷新页面即可使用新版本。',
  newVersion: '新版本 {0}',
  restores: '更新将恢复默认配置：主题、布局、语言和列表设置会回到初始状态。',
  forced: '此版本必须更新后才能继续使用。',
  update: '立即更新',
  refuse: '暂不更新',
} satisfies MessageTree
