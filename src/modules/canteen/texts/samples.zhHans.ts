import type { MessageTree } from '#src/define/messages.ts'

export default {
  personalTabs: { meals: '我的用餐' },
  myMeals: { bills: '我的账单', orders: '我的订餐' },
  records: {
    dishSample: {
      title: '食品留样',
      fields: {
        state: '状态',
        date: '日期',
        mealType: '餐次',
        menuId: '菜谱',
        dishId: '菜品',
        sampleWeight: '留样克重',
        sampledAt: '留样时间',
        sampledBy: '留样人',
        storeTemp: '存放温度（℃）',
        place: '存放位置',
        photo: '照片',
        discardAt: '可销样时间',
        discardedAt: '销样时间',
        discardedBy: '销样人',
        strikeReason: '划改原因',
        reason: '划改原因',
      },
      actions: { discard: '销样', strike: '划改' },
    },
  },
  dictionaries: {
    dishSampleState: {
      name: '留样状态',
      entries: { kept: '留样中', due: '待销样', discarded: '已销样', struck: '已划改' },
    },
  },
  samples: { missing: '{0}{1}缺少留样：{2}', and: '、' },
  foodLabels: {
    title: '标签',
    print: '打印标签',
    size: '标签尺寸',
    millimetres: '{0}×{1}毫米',
  },
  reads: { '/api/canteen/samples/missing/': '查看缺少留样的餐次' },
  rules: {
    'canteen.sampleMenu': '请选择已发布的菜谱',
    'canteen.sampleDish': '该菜谱没有这道菜品',
    'canteen.sampleDay': '留样时间须在供餐当日（{0}）',
    'canteen.samplesMissing': '{0}{1}有{2}道菜品未留样',
    'canteen.samplesDue': '{0}份留样已满{1}小时，可以销样',
    'rule.CAN-02': '{0}使用的食材{1}已全部过期，不能发布今天的菜谱',
    'rule.CAN-04': '留样未满{0}小时，不能销样',
  },
} satisfies MessageTree
