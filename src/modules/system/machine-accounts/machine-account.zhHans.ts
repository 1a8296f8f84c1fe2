import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    machineAccount: {
      title: '接口账号',
      fields: {
        name: '名称',
        purpose: '用途',
        deptId: '责任部门',
        roleId: '角色',
        addresses: '允许的地址',
        expiresAt: '到期日',
        perMinute: '每分钟调用上限',
        standing: '状态',
        permissions: '已确认的权限',
        issuedAt: '令牌领取时间',
        lastUsedAt: '最近调用',
        lastIp: '最近调用地址',
        confirmedBy: '确认人',
        confirmedAt: '确认时间',
        revokedBy: '吊销人',
        revokedAt: '吊销时间',
      },
      actions: { revoke: '吊销' },
    },
  },
  dictionaries: {
    machineStanding: {
      title: '接口账号状态',
      entries: { waiting: '待领取令牌', inForce: '使用中', expired: '已到期', revoked: '已吊销' },
    },
  },
  machineAccounts: {
    lead: '供其他系统调用接口的账号：新增须经另一名安全管理员或审计管理员确认，吊销由一人即可并立即生效。权限以确认时角色的权限为准，角色以后增加的权限不自动生效；审批、申请和系统管理类接口一律不可调用',
    getToken: '领取令牌',
    tokenOf: '接口账号“{0}”的令牌',
    tokenOnce: '令牌只显示这一次，系统不保存原文。请交给对接方妥善保管；遗失时请吊销本账号并重新申请',
    copy: '复制',
    copied: '已复制',
    done: '已妥善保存',
    gains: '持有令牌的程序可从{0}以角色“{1}”调用接口，至{2}，每分钟不超过{3}次；可用权限{4}项。',
    unusable: '该角色另有{0}项审批、申请或系统管理类权限，接口账号不可使用。',
  },
  rules: {
    'machine.administratorRole': '系统管理、安全管理和审计管理角色不能用于接口账号，请另选角色',
    'machine.noPermission': '角色“{0}”没有接口账号可用的权限，请先为其授权',
    'machine.addresses': '请填写 IP 地址或网段，多个用逗号分隔，如 10.1.2.3, 10.1.0.0/16',
    'machine.everywhere': '不能允许所有地址，请填写对接方的地址或网段',
    'machine.tokenOfProposer': '令牌只能由提出人领取',
    'machine.tokenTaken': '令牌已领取；遗失时请吊销本账号并重新申请',
    'machine.ended': '该接口账号已到期或已吊销',
  },
} satisfies MessageTree
