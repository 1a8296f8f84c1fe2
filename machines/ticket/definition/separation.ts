/** SYS-131: who administers the system decides no business. */

/** Three persons of whom none does business (SYS-01). */
export const administratorRoles = ['sysAdmin', 'securityAdmin', 'auditor'] as const

/** Whether holders of this role neither approve nor handle. */
export const isAdministratorRole = (role: string): boolean => administratorRoles.some((one) => one === role)
