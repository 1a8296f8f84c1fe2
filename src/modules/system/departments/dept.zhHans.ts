import type { MessageTree } from '#src/define/messages.ts'
import user from '../users/user.zhHans.ts'

export default {
  applications: {},
  records: {
    user: user.record,
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
  holdings: user.holdings,
  user: {
    ...user.page,
    requests: user.requests,
    sessions: user.sessions,
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
      leaderId: '{0}将成为“{1}”负责人，审批该部门的申请',
      deputyIds: '{0}将成为“{1}”副职',
      madeBy: '；该账号由{0}于{1}创建',
      moved: '“{0}”的上级部门改变，该部门申请的上级审批人随之改变',
    },
  },
  rules: {
    ...user.rules,
    'rule.SYS-31': '上级部门不能是本部门或其下级，且层级不超过{0}级',
    'rule.SYS-32': '部门“{0}”下有{1}，不能删除',
    'dept.siblingName': '同级部门中已有“{0}”',
    'dept.keyTaken': '部门标识“{0}”已存在',
    'dept.parentUnknown': '上级部门“{0}”不存在',
    'dept.byForm': '有人员的部门不能通过导入调整上级：请在部门管理中移动，经第二人确认后生效',
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
} satisfies MessageTree
