/** How goods of the bulk list are called, in both languages (PRC-24). */

/** Last words of names, by category of the bulk list. */
export const bulkGoodsWords = {
  desktop: ['台式机', '台式电脑', '台式计算机', '一体机电脑', 'desktop', 'desktop computer'],
  laptop: ['笔记本电脑', '笔记本计算机', '便携式计算机', 'laptop', 'notebook computer'],
  printer: ['打印机', '打印一体机', 'printer'],
  aircon: ['空调', '空调机', '空调器', '空调挂机', '空调柜机', 'air conditioner'],
  copyPaper: ['复印纸', '打印纸', 'copy paper'],
  furniture: [
    '办公桌',
    '办公椅',
    '办公桌椅',
    '会议桌',
    '会议椅',
    '文件柜',
    '沙发',
    '茶几',
    'desk',
    'office chair',
    'filing cabinet',
    'sofa',
  ],
} as const
