/** Whether a person may use an address, and why (60.2). */
import { defineMessages } from '#src/define/messages.ts'

export const accessCheckMessages = defineMessages(
  {
    accessCheck: {
      unknown: '没有“{0}”这个页面、接口或申请类型',
      call: '接口',
      may: {
        everybody: '{0}可以使用：该接口对所有人开放，不需要权限',
        signIn: '{0}可以使用：登录即可，不需要其他权限',
        permission: '{0}可以使用：所持角色授予了所需权限',
        whiteList: '{0}可以使用：所持角色没有授权，由接口白名单放行',
      },
      mayNot: {
        address: '{0}不能使用：不在管理员允许的登录地址内',
        mustChangePassword: '{0}目前不能使用：须先修改密码',
        handedOver: '{0}目前不能使用：密码由他人设置，本人改密前不能办理业务',
        permission: '{0}不能使用：没有所需权限',
        catalogue: '{0}不能使用：这是菜单目录，不是页面',
        type: '{0}不能使用：该申请类型限定了发起的角色或部门，且没有台账权限',
        host: '{0}不能使用：链接的地址不在允许的范围内',
        role: '{0}不能使用：持有所需权限，但所持角色都没有授予该菜单',
        off: '{0}不能使用：菜单已停用或其上级目录已停用',
        start: '{0}不能发起：持有权限，但该申请类型限定了发起的角色或部门',
        row: '{0}不能使用：该条数据不存在，或不在其数据范围内',
        disabled: '{0}不能使用：账号已停用',
      },
      scope: { all: '全部数据', departments: '部门：{0}', self: '本人数据', none: '无数据' },
      limit: {
        withheld: '角色授予了该权限，但系统、安全、审计管理员不办理业务，因此不生效',
        administrator: '持有管理员角色：不审批业务，只办理本人事项，其他业务数据只能查看',
        address: '管理员只能从指定的网络地址登录使用',
        handedOver: '密码由他人设置，本人尚未修改：改密前不能办理业务',
        ticket: '工单还须能看到该工单；办理须是当前环节的处理人，发起人本人不审批自己的申请',
        substitute: '现为{0}的代理人，可办理其待办，至{1}',
      },
    },
  },
  {
    accessCheck: {
      unknown: 'There is no page, API call or application type "{0}"',
      call: 'API call',
      may: {
        everybody: '{0} has access: the call is open to everyone and needs no permission',
        signIn: '{0} has access: signing in is enough, no permission is needed',
        permission: '{0} has access: a role grants the permission',
        whiteList: '{0} has access: no role grants the permission, but the API allowlist opens the call',
      },
      mayNot: {
        address: '{0} has no access: administrators may only work from the listed addresses',
        mustChangePassword: '{0} has no access at present: the password must be changed first',
        handedOver:
          '{0} has no access at present: another person set the password, and business is closed until the owner changes it',
        permission: '{0} has no access: the permission is missing',
        catalogue: '{0} has no access: this is a menu group, not a page',
        type: '{0} has no access: only certain roles or departments may submit this application type, and the register permission is missing',
        host: '{0} has no access: the link leads to a host that is not allowed',
        role: '{0} has no access: the permission is held, but none of the roles is given the menu',
        off: '{0} has no access: the menu or a group above it is disabled',
        start:
          '{0} cannot submit: the permission is held, but only certain roles or departments may submit this application type',
        row: '{0} has no access: the record does not exist or is outside the data scope',
        disabled: '{0} has no access: the account is disabled',
      },
      scope: { all: 'All data', departments: 'Departments: {0}', self: 'Own data', none: 'No data' },
      limit: {
        withheld:
          'A role grants this permission, but it has no effect: system, security and audit administrators handle no business',
        administrator:
          'Holds an administrator role: approves nothing, handles only personal matters, and may only read other business data',
        address: 'Administrators may only work from the listed network addresses',
        handedOver: 'Another person set the password: business is closed until the owner changes it',
        ticket:
          'A ticket must also be visible to the person; only an assignee of the current step may act on it, and applicants do not approve their own applications',
        substitute: 'Acts for {0} and may handle their tasks until {1}',
      },
    },
  },
)
