import type { MessageTree } from '#src/define/messages.ts'

export default {
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
} satisfies MessageTree
