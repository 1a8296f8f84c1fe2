import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './white-list.zhHans.ts'

export default {
  records: {
    whiteList: {
      title: 'API white list',
      fields: {
        url: 'Path',
        method: 'Method',
        needLogin: 'Sign-in needed',
        dataScopeOn: 'Own data only',
        reason: 'Reason',
        expiresAt: 'Expires',
        state: 'Enabled',
        hits: 'Hits',
        lastHitAt: 'Last hit',
        unused: 'Long unused',
        shipped: 'Built in',
        confirmedBy: 'Confirmed by',
        confirmedAt: 'Confirmed at',
        standing: 'Status',
      },
    },
  },
  dictionaries: {
    whiteListStanding: {
      title: 'Status in the white list',
      entries: {
        inForce: 'In force',
        expired: 'Expired',
        off: 'Disabled',
        unconfirmed: 'Not confirmed',
        shipped: 'Built in',
      },
    },
  },
  whiteListPage: {
    lead: 'Only reading calls that modules declare can be opened. A new entry, or a wider one, takes effect when another security administrator or the auditor confirms it, for at most 365 days',
    call: 'List of {0} ({1})',
    one: 'One of {0} ({1})',
    choose: 'Choose a call',
    failed: 'The calls that can be opened could not be loaded',
  },
  whiteListGains: {
    listOf: 'Opens the call {url}, which reads the list of "{what}".',
    oneOf: 'Opens the call {url}, which reads one record of "{what}".',
    before: 'Today {may} of {all} people may read it; {more} may not.',
    everybody: 'It can then be called without signing in, but returns no records of any person or department.',
    ownRows: 'The other {more} people can then read it when signed in, but only their own records.',
    allRows: 'The other {more} people can then read all of its records when signed in.',
    gone: 'The call no longer exists or can no longer be opened; confirming it has no effect.',
    unnamed: 'data',
    yes: 'Yes',
    no: 'No',
  },
  rules: {
    'rule.SYS-121':
      '"{0}" cannot be listed: it starts with /api/module/resource/, * stands only for whole parts behind that, and system, finance and file calls are never open',
    'rule.SYS-132': 'The white list opens reading calls (GET) only',
    'whiteList.openOnlyToRead': 'Without sign-in the data scope must be on',
    'whiteList.notOpenable': 'This call cannot be opened; choose one from the list',
    'whiteList.unusedNotice': '{0} white-list rows have not been used for more than {1} days',
  },
  pages: { '/system/whiteList': 'API white list' },
} satisfies SameKeys<typeof zhHans>
