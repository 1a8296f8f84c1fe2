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
      'SYS-46': '菜单管理必须对系统管理员保持可用',
    },
    roles: {
      proposed: '角色“{0}”的授权变更待您确认',
      confirmed: '您提出的角色“{0}”授权变更已由其他管理员确认生效',
      refused: '您提出的角色“{0}”授权变更未获确认',
    },
  },
  {
    rule: {
      'SYS-15': '"{0}" cannot hold the permission "{1}": the three administrators are separated',
      'SYS-21': 'The built-in role "{0}" cannot be deleted',
      'SYS-22': 'The role "{0}" has {1} people and cannot be deleted',
      'SYS-24': 'You cannot change your own roles or what they grant; ask another security administrator',
      'SYS-25': '"{0}" is a permission of administration and cannot be in a business role',
      'SYS-12': '"{0}" and "{1}" must not be held by one person: {2}',
      'SYS-46': 'Menu management must stay reachable for the system administrator',
    },
    roles: {
      proposed: 'A change of what the role "{0}" grants waits for your confirmation',
      confirmed: 'Your change of the role "{0}" was confirmed by another administrator and is in force',
      refused: 'Your change of the role "{0}" was not confirmed',
    },
  },
)
