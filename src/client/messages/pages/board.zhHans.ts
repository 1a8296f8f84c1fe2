import type { MessageTree } from '#src/define/messages.ts'

/** The board of displays (10.2). */
export default {
  title: '警务保障大屏',
  noToken: '本页面凭终端令牌打开，请联系系统管理员在“布局库”中新建大屏终端。',
  refused: '终端令牌已失效，或不允许从当前地址访问。',
  waiting: '正在读取数据…',
  unreachable: '暂时无法连接服务器，正在重试。',
  leave: '返回工作台',
  asOf: '数据截至 {0}',
  stale: '连接中断，数据停留在 {0}',
  days: '近14天审批办结数',
  units: { percent: '%', hours: '小时' },
  figures: {
    running: '办理中工单',
    late: '超时审批',
    decidedToday: '今日已审批',
    filedToday: '今日新申请',
    hours: '近30天平均审批时长',
    spent: '预算执行率',
    frozen: '预算冻结率',
    yearPassed: '时间进度',
    carsOut: '出车车辆',
    carsIdle: '空闲车辆',
    repairs: '在修工单',
    repairsDone: '近30天完成维修',
  },
} satisfies MessageTree
