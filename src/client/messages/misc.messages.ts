import { defineMessages } from '#src/define/messages.ts'

export default defineMessages(
  {
    notFound: '页面不存在',
    notFoundText: '页面不存在或已被移动，请检查地址后重新输入，或向我们反馈。',
    notAuthorized: '无权访问',
    reauthorize: '重新授权',
    home: '返回首页',
    feedback: '反馈问题',
    feedbackTitle: '页面无法访问：{0}',
    crashed: '页面出错了',
    crashedText: '页面没有正常打开，您的数据没有受到影响。请重新加载。',
    reload: '重新加载',
  },
  {
    notFound: 'Page not found',
    notFoundText: 'The page does not exist or was moved. Check the address, or tell us about it.',
    notAuthorized: 'No access',
    reauthorize: 'Re-authorise',
    home: 'Back home',
    feedback: 'Send feedback',
    feedbackTitle: 'Page not reachable: {0}',
    crashed: 'Something went wrong',
    crashedText: 'The page could not be opened. Your data is untouched; please reload.',
    reload: 'Reload',
  },
)
