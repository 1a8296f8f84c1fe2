import { defineMessages } from '#src/define/messages.ts'

export const whiteListMessages = defineMessages(
  {
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
        },
      },
    },
    rules: {
      'rule.SYS-121':
        '“{0}”不能列入白名单：须以 /api/模块/资源/ 开头，* 只能代替后面的整段，不能包含系统、财务和文件接口',
      'whiteList.openOnlyToRead': '免登录的接口只能是 GET，且必须限制数据范围',
      'whiteList.matchesNothing': '没有接口与该路径和方法相符',
      'whiteList.unusedNotice': '有{0}条接口白名单超过{1}天未使用，请核对',
    },
    pages: { '/system/whiteList': '接口白名单' },
  },
  {
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
        },
      },
    },
    rules: {
      'rule.SYS-121':
        '"{0}" cannot be listed: it starts with /api/module/resource/, * stands only for whole parts behind that, and system, finance and file calls are never open',
      'whiteList.openOnlyToRead': 'Without sign-in only GET is possible, and only with the data scope on',
      'whiteList.matchesNothing': 'No call has this path and method',
      'whiteList.unusedNotice': '{0} white-list rows have not been used for more than {1} days',
    },
    pages: { '/system/whiteList': 'API white list' },
  },
)
