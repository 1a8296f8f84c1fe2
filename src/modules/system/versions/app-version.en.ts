import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './app-version.zhHans.ts'

export default {
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
} satisfies SameKeys<typeof zhHans>
