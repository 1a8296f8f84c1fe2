import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who may do what by the shipped catalogue; reading the home page itself is a permission of the frame. */
export const homePermissions = [
  { resource: 'home', actions: { SaveLayout: ['staff'], PublishLayout: ['sysAdmin'] } },
] as const satisfies readonly PermissionGrant[]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    home: PermissionsIn<typeof homePermissions>
  }
}
