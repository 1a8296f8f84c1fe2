import { defineMessages } from '#src/define/messages.ts'

export default defineMessages(
  {
    timeout: '网络超时',
    network: '网络连接错误',
    noPath: '接口路径找不到',
    status: '服务器返回状态 {0}',
    badFormat: '接口返回数据格式异常',
    swagger: 'Swagger接口页面',
    headerText: '文件名中不能包含中文和特殊字符',
    failed: '操作失败，请重试',
  },
  {
    timeout: 'The network timed out',
    network: 'Network connection error',
    noPath: 'The address was not found',
    status: 'The server answered with status {0}',
    badFormat: 'The answer has an unexpected format',
    swagger: 'This is the API documentation page',
    headerText: 'File names must not contain Chinese or special characters',
    failed: 'That did not work, please try again',
  },
)
