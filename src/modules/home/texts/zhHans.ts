import type { MessageTree } from '#src/define/messages.ts'

export default {
  rules: {
    'home.tooManyWidgets': '一个布局最多放{0}个组件',
    'home.sameWidget': '同一个组件只能放一次',
    'home.outside': '组件超出了{0}列的范围',
    'home.overlap': '组件之间有重叠，请调整位置',
    'home.layoutsFull': '最多保存{0}个个人布局，请先删除不用的布局',
    'home.sameName': '已有同名布局',
    'home.addresses': '请填写大屏终端的地址或网段，如10.1.2.3、10.1.0.0/16',
    'home.everywhere': '地址范围过大，等于不限制',
    'home.sameDisplay': '已有同名终端',
    'home.layoutChanged': '{0}已于{1}修改该布局',
    'home.unknownRole': '角色“{0}”不存在或已停用',
  },
} satisfies MessageTree
