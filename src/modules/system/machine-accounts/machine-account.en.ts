import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './machine-account.zhHans.ts'

export default {
  records: {
    machineAccount: {
      title: 'Machine accounts',
      fields: {
        name: 'Name',
        purpose: 'Purpose',
        deptId: 'Responsible department',
        roleId: 'Role',
        addresses: 'Allowed addresses',
        expiresAt: 'Expires',
        perMinute: 'Calls per minute',
        standing: 'Status',
        permissions: 'Confirmed permissions',
        issuedAt: 'Token issued',
        lastUsedAt: 'Last used',
        lastIp: 'Last address',
        confirmedBy: 'Confirmed by',
        confirmedAt: 'Confirmed at',
        revokedBy: 'Revoked by',
        revokedAt: 'Revoked at',
      },
      actions: { revoke: 'Revoke' },
    },
  },
  dictionaries: {
    machineStanding: {
      title: 'Status of machine accounts',
      entries: { waiting: 'Token not issued', inForce: 'Active', expired: 'Expired', revoked: 'Revoked' },
    },
  },
  machineAccounts: {
    lead: 'Accounts for other systems that call the API. A new one takes effect when another security administrator or the auditor confirms it; one person revokes it, at once. It has the permissions its role had when it was confirmed, none the role is given later, and never calls of approvals, applications or administration',
    getToken: 'Get token',
    tokenOf: 'Token of the machine account “{0}”',
    tokenOnce:
      'The token is shown only now and is not stored. Hand it to the operator of the other system; if it is lost, revoke this account and propose a new one',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Stored safely',
    gains:
      'A program with the token can call the API from {0} with the role “{1}” until {2}, at most {3} times a minute; it can use {4} permissions.',
    unusable:
      'The role has {0} more permissions for approvals, applications or administration, which a machine account cannot use.',
  },
  rules: {
    'machine.administratorRole': 'The administrator roles cannot be used for a machine account. Choose another role',
    'machine.noPermission': 'The role “{0}” has no permission that a machine account can use. Grant it one first',
    'machine.addresses': 'Enter IP addresses or networks separated by commas, for example 10.1.2.3, 10.1.0.0/16',
    'machine.everywhere': 'All addresses cannot be allowed. Enter the addresses or networks of the other system',
    'machine.tokenOfProposer': 'Only the person who proposed the account can get its token',
    'machine.tokenTaken': 'The token was issued already. If it is lost, revoke this account and propose a new one',
    'machine.ended': 'This machine account has expired or was revoked',
  },
} satisfies SameKeys<typeof zhHans>
