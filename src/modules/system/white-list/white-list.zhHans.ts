import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    whiteList: {
      title: '接口白名单',
      fields: {
        url: '接口',
        method: '请求方法',
        needLogin: '需登录',
        dataScopeOn: '仅本人数据',
        reason: '原因',
        expiresAt: '到期日',
        state: '启用',
        hits: '命中次数',
        lastHitAt: '最近命中',
        unused: '长期未用',
        shipped: '内置',
        confirmedBy: '确认人',
        confirmedAt: '确认时间',
        standing: '状态',
      },
    },
  },
  dictionaries: {
    whiteListStanding: {
      title: '白名单状态',
      entries: { inForce: '生效中', expired: '已到期', off: '已停用', unconfirmed: '未确认', shipped: '内置' },
    },
  },
  whiteListPage: {
    lead: '只能开放各模块声明可开放的查询接口。新增和放宽须经另一名安全管理员或审计管理员确认后生效，最长 365 天',
    call: '{0}列表（{1}）',
    one: '{0}单条（{1}）',
    choose: '请选择接口',
    failed: '可开放的接口未能加载',
  },
  whiteListGains: {
    listOf: '开放“{what}”列表的查询接口 {url}。',
    oneOf: '开放“{what}”单条记录的查询接口 {url}。',
    before: '目前 {all} 人中有 {may} 人有权查询，{more} 人无权查询。',
    everybody: '开放后，任何人无需登录即可调用，但查不到任何人或部门的记录。',
    ownRows: '开放后，其余 {more} 人登录后也可查询，但只能查到本人的记录。',
    allRows: '开放后，其余 {more} 人登录后也可查询全部记录。',
    gone: '该接口已不存在或不再允许开放，确认后不会生效。',
    unnamed: '接口数据',
    yes: '是',
    no: '否',
  },
  rules: {
    'rule.SYS-121':
      '“{0}”不能列入白名单：须以 /api/模块/资源/ 开头，* 只能代替后面的整段，不能包含系统、财务和文件接口',
    'rule.SYS-132': '白名单只能开放查询接口（GET）',
    'whiteList.openOnlyToRead': '免登录的接口必须限制数据范围',
    'whiteList.notOpenable': '该接口不在可开放的接口之列，请从列表中选择',
    'whiteList.unusedNotice': '有{0}条接口白名单超过{1}天未使用，请核对',
  },
  pages: { '/system/whiteList': '接口白名单' },
} satisfies MessageTree
