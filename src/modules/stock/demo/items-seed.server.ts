/** Items of the demo beside those that stories name: category, unit, price, how many are on hand, names with their specifications, and the places of their quantities where they have any. */
type Family = readonly [
  category: string,
  unit: string,
  price: string,
  onHand: number,
  name: string,
  specs: readonly string[],
  qtyPlaces?: 1 | 3,
]

// biome-ignore format: a table, one row to the line
const families: readonly Family[] = [
  ['officeSupplies', '个', '3.20', 120, '文件夹', ['A4 蓝', 'A4 红', 'A4 黑']],
  ['officeSupplies', '本', '2.60', 90, '便利贴', ['76×76mm', '76×51mm', '分页标签']],
  ['officeSupplies', '卷', '2.80', 75, '胶带', ['透明 18mm', '封箱 45mm', '双面 12mm']],
  ['officeSupplies', '支', '2.40', 64, '白板笔', ['黑', '红', '蓝']],
  ['officeSupplies', '支', '2.20', 58, '记号笔', ['黑', '红', '蓝']],
  ['officeSupplies', '支', '0.90', 200, '铅笔', ['HB']],
  ['officeSupplies', '块', '1.20', 80, '橡皮', ['标准型']],
  ['officeSupplies', '把', '7.50', 24, '剪刀', ['170mm', '210mm']],
  ['officeSupplies', '盒', '6.80', 46, '长尾夹', ['15mm', '19mm', '25mm', '32mm']],
  ['officeSupplies', '个', '0.35', 600, '信封', ['5号', '7号', '9号']],
  ['officeSupplies', '个', '1.10', 260, '档案袋', ['牛皮纸', '透明 按扣', '无酸纸']],
  ['officeSupplies', '盒', '9.60', 18, '印泥', ['红', '蓝']],
  ['officeSupplies', '节', '1.80', 180, '电池', ['5号 碱性', '7号 碱性', '9V 方形']],
  ['officeSupplies', '本', '4.50', 66, '稿纸', ['16开', 'A4']],
  ['officeSupplies', '支', '2.90', 72, '荧光笔', ['黄']],
  ['electronicParts', '个', '45.00', 22, '鼠标', ['有线', '无线']],
  ['electronicParts', '个', '88.00', 14, '键盘', ['有线', '无线']],
  ['electronicParts', '根', '26.00', 30, '视频线', ['HDMI 2米', 'DP 2米', 'VGA 3米']],
  ['electronicParts', '根', '12.00', 36, '电源线', ['国标 1.5米', '国标 3米']],
  ['electronicParts', '个', '55.00', 10, '读卡器', ['二代证', '多合一']],
  ['electronicParts', '块', '420.00', 8, '移动硬盘', ['1TB 加密型', '2TB 加密型']],
  ['electronicParts', '支', '210.00', 9, '硒鼓', ['A型', 'B型', 'C型', 'D型']],
  ['electronicParts', '支', '76.00', 16, '墨盒', ['黑', '青', '品红', '黄']],
  ['electronicParts', '支', '38.00', 7, '色带', ['针式打印机']],
  ['electronicParts', '块', '120.00', 6, '网卡', ['千兆', '万兆']],
  ['clothing', '件', '72.00', 40, '短袖衬衣', ['执勤 男', '执勤 女']],
  ['clothing', '条', '110.00', 40, '长裤', ['执勤 男', '执勤 女']],
  ['clothing', '套', '360.00', 32, '春秋常服', ['男', '女']],
  ['clothing', '套', '480.00', 32, '冬常服', ['男', '女']],
  ['clothing', '套', '190.00', 48, '作训服', ['夏季', '冬季']],
  ['clothing', '件', '130.00', 32, '多功能服', ['男', '女']],
  ['clothing', '件', '86.00', 40, '毛衣', ['男', '女']],
  ['clothing', '件', '58.00', 40, '雨衣', ['分体式', '连体式']],
  ['clothing', '件', '45.00', 56, '体能训练服', ['短袖', '长袖']],
  ['clothing', '套', '220.00', 24, '防寒服', ['男', '女']],
  ['clothing', '件', '34.00', 48, '内衣', ['夏季', '冬季']],
  ['clothing', '条', '92.00', 32, '裙裤', ['夏季', '冬季']],
  ['equipment', '副', '26.00', 60, '手套', ['战训', '防寒']],
  ['equipment', '个', '85.00', 34, '急救止血包', ['单警']],
  ['equipment', '条', '68.00', 45, '多功能腰带', ['110cm', '120cm']],
  ['equipment', '个', '32.00', 28, '警用水壶', ['1升']],
  ['equipment', '个', '24.00', 80, '反光指挥棒', ['充电型', '电池型']],
  ['equipment', '个', '15.00', 120, '警示灯', ['肩灯', '磁吸']],
  ['equipment', '卷', '18.00', 70, '警戒带', ['50米', '100米']],
  ['equipment', '个', '42.00', 40, '路锥', ['70cm', '90cm']],
  ['equipment', '个', '210.00', 12, '扩音器', ['手持', '肩背']],
  ['equipment', '顶', '160.00', 20, '防暴头盔', ['标准型', '加强型']],
  ['medical', '包', '3.50', 80, '医用纱布', ['5cm×5cm', '10cm×10cm']],
  ['medical', '卷', '4.20', 60, '弹性绷带', ['7.5cm', '10cm']],
  ['medical', '瓶', '6.80', 48, '医用酒精', ['75% 100ml', '75% 500ml']],
  ['medical', '盒', '8.50', 40, '酒精棉片', ['50片', '100片']],
  ['medical', '支', '9.80', 32, '烫伤膏', ['20g', '40g']],
  ['medical', '盒', '16.00', 36, '退热贴', ['4贴', '6贴']],
  ['medical', '盒', '22.00', 28, '体温计', ['电子', '红外']],
  ['medical', '双', '0.80', 400, '医用手套', ['中号', '大号']],
  ['medical', '瓶', '12.00', 24, '生理盐水', ['250ml', '500ml']],
  ['medical', '瓶', '28.00', 20, '免洗消毒液', ['500ml', '1升']],
  ['cleaning', '卷', '3.60', 160, '垃圾袋', ['小号', '中号', '大号']],
  ['cleaning', '瓶', '9.80', 40, '玻璃清洁剂', ['500ml']],
  ['cleaning', '瓶', '12.50', 36, '消毒液', ['84 1升', '含醇 1升']],
  ['cleaning', '把', '18.00', 20, '拖把', ['平板', '棉线']],
  ['cleaning', '包', '6.50', 90, '擦手纸', ['200抽']],
  ['cleaning', 'kg', '6.40', 42.5, '洗衣粉', ['散装'], 3],
  ['cleaning', '升', '8.20', 36.5, '洗手液原液', ['散装'], 1],
  ['other', '个', '38.00', 16, '插线板', ['4位', '6位']],
]

export interface DemoItem {
  readonly category: string
  readonly unit: string
  readonly price: string
  readonly onHand: number
  readonly name: string
  readonly spec: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: 0 | 1 | 3
}

export const demoItems: readonly DemoItem[] = families.flatMap(
  ([category, unit, price, onHand, name, specs, qtyPlaces]) =>
    specs.map((spec): DemoItem => ({ category, unit, price, onHand, name, spec, qtyPlaces: qtyPlaces ?? 0 })),
)
