import type { MessageTree } from '#src/define/messages.ts'

export default {
  timeout: '网络超时',
  network: '网络连接错误',
  noPath: '接口路径找不到',
  status: '服务器返回状态 {0}',
  badFormat: '接口返回数据格式异常',
  swagger: 'Swagger接口页面',
  headerText: '文件名中不能包含中文和特殊字符',
  failed: '操作失败，请重试',
} satisfies MessageTree
