/** Ingredients of the demo canteen: category, unit, days they keep, how they are stored, and their names. */
type Family = readonly [category: string, unit: string, days: number, storage: string, names: string]

// biome-ignore format: a table, one row to the line
export const families: readonly Family[] = [
  ['grain', 'kg', 180, 'normal', '大米 面粉 小米 玉米糁 糯米 绿豆 红豆 挂面 燕麦 玉米面'],
  ['grain', 'L', 540, 'normal', '大豆油 花生油 菜籽油 芝麻油'],
  ['meat', 'kg', 3, 'chilled', '五花肉 猪里脊 猪肋排 牛腩 牛里脊 羊腿肉 猪肝 猪蹄 肉馅 腊肉 火腿 培根'],
  ['aquatic', 'kg', 2, 'chilled', '草鱼 鲫鱼 鲈鱼 带鱼 基围虾 虾仁 鱿鱼 蛤蜊'],
  ['egg', 'kg', 30, 'chilled', '鸡蛋 鸭蛋 鹌鹑蛋 鸡腿 鸡胸肉 鸡翅 整鸡 鸭腿 老鸭'],
  ['vegetable', 'kg', 4, 'normal', '大白菜 小白菜 菠菜 油菜 生菜 西兰花 花菜 番茄 黄瓜 茄子 青椒 土豆 胡萝卜 白萝卜 冬瓜 南瓜 苦瓜 丝瓜 豆角 芹菜 莲藕 山药 洋葱 大葱 姜 蒜 香菇 木耳 金针菇 豆芽 韭菜 蒜苗 玉米 豌豆'],
  ['fruit', 'kg', 7, 'chilled', '苹果 香蕉 橙子 西瓜 葡萄 梨'],
  ['dairy', 'L', 15, 'chilled', '鲜牛奶 酸奶 豆浆'],
  ['seasoning', 'kg', 365, 'normal', '食盐 白糖 冰糖 豆瓣酱 花椒 干辣椒 八角 淀粉 芝麻酱'],
  ['seasoning', 'L', 365, 'normal', '生抽 老抽 陈醋 料酒 蚝油'],
  ['frozen', 'kg', 270, 'frozen', '速冻水饺 速冻汤圆 速冻包子 冻虾滑 冻牛肉丸'],
  ['vegetable', 'kg', 2, 'chilled', '豆腐 豆腐干 腐竹 千张 粉丝'],
]
