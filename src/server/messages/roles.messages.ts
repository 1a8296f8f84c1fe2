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
      'SYS-46': '菜单管理必须对系统管理员保持可用',
    },
  },
  {
    rule: {
      'SYS-15': '"{0}" cannot hold the permission "{1}": the three administrators are separated',
      'SYS-21': 'The built-in role "{0}" cannot be deleted',
      'SYS-22': 'The role "{0}" has {1} people and cannot be deleted',
      'SYS-24': 'You cannot change your own roles or what they grant; ask another security administrator',
      'SYS-25': '"{0}" is a permission of administration and cannot be in a business role',
      'SYS-46': 'Menu management must stay reachable for the system administrator',
    },
  },
)
