import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './release.zhHans.ts'

export default {
  newBuild: 'A new version is available',
  newBuildText: 'The server was updated. Reload the page to use the new version.',
  newVersion: 'New version {0}',
  restores: 'Updating restores the default configuration: theme, layout, language and list settings are reset.',
  forced: 'You must update to this version to continue.',
  update: 'Update now',
  refuse: 'Not now',
} satisfies SameKeys<typeof zhHans>
