import type { SameKeys } from '#src/define/messages.ts'
import user from '../users/user.en.ts'
import type zhHans from './dept.zhHans.ts'

export default {
  applications: {},
  records: {
    user: user.record,
    dept: {
      title: 'Departments',
      fields: {
        name: 'Name',
        nameEn: 'English name',
        key: 'Key',
        parent: 'Parent',
        sort: 'Sort',
        leaderId: 'Leader',
        deputyIds: 'Deputies',
        phone: 'Phone',
        isBudgetUnit: 'Budget unit',
        people: 'People',
        state: 'State',
      },
    },
  },
  holdings: user.holdings,
  user: {
    ...user.page,
    requests: user.requests,
    sessions: user.sessions,
  },
  dept: {
    addChild: 'Add below',
    addRoot: 'New department',
    move: 'Move to',
    moveHere: 'Move below "{0}"',
    moved: 'Moved',
    dragHint: 'Drag to change the parent, or choose "Move to" in the menu',
    inheritedLeader: 'Leader of the parent',
    parentPath: 'Parent path',
    leaderEmpNo: 'Employee no of the leader',
    comma: ', ',
    gains: {
      leaderId: '{0} becomes the leader of "{1}" and approves its applications',
      deputyIds: '{0} becomes a deputy of "{1}"',
      madeBy: '; {0} created this account on {1}',
      moved: '"{0}" gets another parent, and with it other approvers above its own leader',
    },
  },
  rules: {
    ...user.rules,
    'rule.SYS-31': 'The parent cannot be the department itself or below it, and the tree has at most {0} levels',
    'rule.SYS-32': 'Department "{0}" has {1} and cannot be deleted',
    'dept.siblingName': 'There is a "{0}" on this level already',
    'dept.keyTaken': 'Key "{0}" is taken',
    'dept.parentUnknown': 'There is no parent "{0}"',
    'dept.byForm':
      'A department with people gets another parent on the departments page, where a second person confirms it',
    'dept.leaderUnknown': 'Leader "{0}" does not exist or is disabled',
  },
  dictionaries: {
    deptUse: {
      title: 'Use of a department',
      entries: { children: 'departments below it', people: 'people', budget: 'budget lines' },
    },
    separationPost: {
      title: 'Closed to administrators',
      entries: {
        leader: 'department leader',
        deputy: 'deputy of a department',
        inCharge: 'leader in charge',
        successor: 'successor',
        substitute: 'substitute in approvals',
        participant: 'approver or handler',
      },
    },
  },
  pages: { '/system/user': 'Users', '/system/dept': 'Departments' },
} satisfies SameKeys<typeof zhHans>
