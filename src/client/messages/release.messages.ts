import { defineMessages } from '#src/define/messages.ts'

export default defineMessages(
  {
    newBuild: '系统有新版本',
    newBuildText: '服务器已更新，刷新页面即可使用新版本。',
    newVersion: '新版本 {0}',
    restores: '更新将恢复默认配置：主题、布局、语言和列表设置会回到初始状态。',
    forced: '此版本必须更新后才能继续使用。',
    update: '立即更新',
    refuse: '暂不更新',
  },
  {
    newBuild: 'A new version is available',
    newBuildText: 'The server was updated. Reload the page to use the new version.',
    newVersion: 'New version {0}',
    restores: 'Updating restores the default configuration: theme, layout, language and list settings are reset.',
    forced: 'You must update to this version to continue.',
    update: 'Update now',
    refuse: 'Not now',
  },
)
