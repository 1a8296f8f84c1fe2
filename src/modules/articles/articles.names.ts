import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue. */
export const articlesPermissions = [
  {
    resource: 'article',
    actions: {
      Search: ['staff'],
      Retrieve: ['staff'],
      Create: ['articleEditor', 'logisticsOfficer'],
      Update: ['articleEditor', 'logisticsOfficer'],
      Delete: ['articleEditor'],
      Export: ['articleEditor'],
      Publish: ['articleEditor'],
      Withdraw: ['articleEditor'],
      Pin: ['articleEditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    articles: PermissionsIn<typeof articlesPermissions>
  }

  interface RecordNames {
    articles: 'article'
  }
}
