import { defineMessages } from '#src/define/messages.ts'

export const appVersionMessages = defineMessages(
  {
    records: {
      appVersion: {
        title: '版本管理',
        fields: {
          semver: '版本号',
          title: '标题',
          notes: '更新说明（Markdown）',
          force: '强制更新',
          resetConfig: '恢复默认配置',
          publishAt: '发布时间',
          state: '状态',
          isNewest: '当前版本',
          announcedAt: '推送时间',
        },
        actions: { publish: '发布', withdraw: '撤回' },
      },
    },
    rules: { 'rule.SYS-111': '版本号{0}必须大于已发布的{1}' },
    pages: { '/system/appVersion': '版本管理' },
  },
  {
    records: {
      appVersion: {
        title: 'App versions',
        fields: {
          semver: 'Version',
          title: 'Title',
          notes: 'Notes (Markdown)',
          force: 'Mandatory',
          resetConfig: 'Restores defaults',
          publishAt: 'Publish at',
          state: 'Status',
          isNewest: 'Current',
          announcedAt: 'Announced at',
        },
        actions: { publish: 'Publish', withdraw: 'Withdraw' },
      },
    },
    rules: { 'rule.SYS-111': 'Version {0} must be higher than the published {1}' },
    pages: { '/system/appVersion': 'App versions' },
  },
)
