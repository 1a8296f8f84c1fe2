/** SYS-131: who administers the system decides no business. */

/** Three persons of whom none does business (SYS-01). */
export const administratorRoles = ['sysAdmin', 'securityAdmin', 'auditor'] as const

/** Whether holding this role keeps somebody out of approvals and handling. */
export const isAdministratorRole = (role: string): boolean => administratorRoles.some((one) => one === role)
