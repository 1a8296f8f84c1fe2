/** What is refused around roles, menus and permissions (60.2, 60.4). */
import { defineMessages } from '#src/define/messages.ts'

export const rolesMessages = defineMessages(
  {
    rule: {
      'SYS-15': '“{0}”不能拥有权限“{1}”：三员职责分离',
      'SYS-21': '内置角色“{0}”不能删除',
      'SYS-22': '角色“{0}”下有{1}名人员，不能删除',
      'SYS-24': '不能修改本人的角色或本人所属角色的授权，请由其他安全管理员办理',
      'SYS-25': '“{0}”是管理权限，不能授予业务角色',
      'SYS-12': '“{0}”与“{1}”不能由同一人持有：{2}',
      'SYS-140':
        '本人的部门、职级、岗位、人员类别和参加工作日期不能批量修改或导入：请在用户编辑中修改，经第二人确认后生效',
      'SYS-46': '菜单管理必须对系统管理员保持可用',
    },
    sys: {
      separation: '“{0}”不能既是系统、安全或审计管理员，又任{1}：管理与业务须分离',
    },
    notice: {
      leaderNamed: '部门“{0}”的负责人已设为{1}',
      leaderChanged: '部门“{0}”的负责人已由{1}变更为{2}',
      leaderRemoved: '部门“{0}”的负责人{1}已免去，暂无负责人',
    },
  },
  {
    rule: {
      'SYS-15': '"{0}" cannot have the permission "{1}": the three administrator roles are separated',
      'SYS-21': 'The built-in role "{0}" cannot be deleted',
      'SYS-22': 'Role "{0}" is assigned to {1} people and cannot be deleted',
      'SYS-24': 'You cannot change your own roles or their permissions. Ask another security administrator.',
      'SYS-25': '"{0}" is an administrative permission and cannot be granted to a business role',
      'SYS-12': '"{0}" and "{1}" must not be held by the same person: {2}',
      'SYS-140':
        'You cannot change your own department, rank, post type, person type or first day of work in bulk or by import. Edit your account; a second person confirms it.',
      'SYS-46': 'Menu management must remain available to the system administrator',
    },
    sys: {
      separation:
        '{0} cannot be both a system, security or audit administrator and {1}: administration and business duties are separated',
    },
    notice: {
      leaderNamed: '{1} is now the leader of department "{0}"',
      leaderChanged: 'The leader of department "{0}" changed from {1} to {2}',
      leaderRemoved: '{1} is no longer the leader of department "{0}", which currently has no leader',
    },
  },
)
