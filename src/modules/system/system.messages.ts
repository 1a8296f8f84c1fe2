import { defineMessages, joinMessages } from '#src/define/messages.ts'
import { areaMessages } from './areas/area.messages.ts'
import { configMessages } from './config/config.messages.ts'
import { dictionaryMessages } from './dictionaries/dictionary.messages.ts'
import { fileMessages } from './files/file.messages.ts'
import { jobMessages } from './jobs/job.messages.ts'
import { logsMessages } from './logs/logs.messages.ts'
import { menuMessages } from './menus/menu.messages.ts'
import { messageMessages } from './messages/message.messages.ts'
import { roleMessages } from './roles/role.messages.ts'
import { userMessages } from './users/user.messages.ts'
import { appVersionMessages } from './versions/app-version.messages.ts'
import { whiteListMessages } from './white-list/white-list.messages.ts'

const deptMessages = defineMessages(
  {
    applications: {},
    records: {
      user: userMessages.zhHans.record,
      dept: {
        title: '部门管理',
        fields: {
          name: '部门名称',
          nameEn: '英文名称',
          key: '部门标识',
          parent: '上级部门',
          sort: '排序',
          leaderId: '负责人',
          deputyIds: '副职',
          phone: '电话',
          isBudgetUnit: '预算单位',
          people: '人数',
          state: '状态',
        },
      },
    },
    holdings: userMessages.zhHans.holdings,
    user: {
      ...userMessages.zhHans.page,
      requests: userMessages.zhHans.requests,
      sessions: userMessages.zhHans.sessions,
    },
    dept: {
      addChild: '添加下级',
      addRoot: '新增部门',
      move: '移动到',
      moveHere: '移动到“{0}”之下',
      moved: '已移动',
      dragHint: '拖动可调整上级，也可在“更多”菜单中选择“移动到”',
      inheritedLeader: '沿用上级负责人',
      parentPath: '上级路径',
      leaderEmpNo: '负责人工号',
      comma: '、',
      gains: {
        leaderId: '{0}将成为“{1}”负责人，审批该部门的申请；该账号由{2}于{3}创建',
        deputyIds: '{0}将成为“{1}”副职；该账号由{2}于{3}创建',
      },
    },
    rules: {
      ...userMessages.zhHans.rules,
      'rule.SYS-31': '上级部门不能是本部门或其下级，且层级不超过{0}级',
      'rule.SYS-32': '部门“{0}”下有{1}，不能删除',
      'dept.siblingName': '同级部门中已有“{0}”',
      'dept.keyTaken': '部门标识“{0}”已存在',
      'dept.parentUnknown': '上级部门“{0}”不存在',
      'dept.leaderUnknown': '负责人“{0}”不存在或已停用',
    },
    dictionaries: {
      deptUse: { title: '部门占用', entries: { children: '下级部门', people: '人员', budget: '预算指标' } },
      separationPost: {
        title: '管理员不得担任',
        entries: {
          leader: '部门负责人',
          deputy: '部门副职',
          inCharge: '分管领导',
          successor: '工作接手人',
          substitute: '审批代理人',
          participant: '审批或办理人',
        },
      },
    },
    pages: { '/system/user': '用户管理', '/system/dept': '部门管理' },
  },
  {
    applications: {},
    records: {
      user: userMessages.en.record,
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
    holdings: userMessages.en.holdings,
    user: {
      ...userMessages.en.page,
      requests: userMessages.en.requests,
      sessions: userMessages.en.sessions,
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
        leaderId: '{0} becomes the leader of "{1}" and approves its applications; {2} created this account on {3}',
        deputyIds: '{0} becomes a deputy of "{1}"; {2} created this account on {3}',
      },
    },
    rules: {
      ...userMessages.en.rules,
      'rule.SYS-31': 'The parent cannot be the department itself or below it, and the tree has at most {0} levels',
      'rule.SYS-32': 'Department "{0}" has {1} and cannot be deleted',
      'dept.siblingName': 'There is a "{0}" on this level already',
      'dept.keyTaken': 'Key "{0}" is taken',
      'dept.parentUnknown': 'There is no parent "{0}"',
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
  },
)

/** Each topic has its own catalogue. */
export const systemMessages = joinMessages(
  deptMessages,
  dictionaryMessages,
  areaMessages,
  configMessages,
  appVersionMessages,
  whiteListMessages,
  menuMessages,
  roleMessages,
  logsMessages,
  fileMessages,
  messageMessages,
  jobMessages,
)
