import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    area: {
      title: '行政区划',
      fields: {
        code: '编码',
        name: '名称',
        parent: '上级区域',
        enable: '启用',
        level: '层级',
        pcode: '上级编码',
        place: '所属区域',
        pinyin: '拼音',
        initials: '首字母',
        hasChildren: '有下级',
      },
    },
  },
  area: {
    hint: '停用一个区域会同时停用它的全部下级',
    view: '显示方式',
    tree: '树',
    list: '列表',
    addBelow: '添加下级',
    enable: '启用',
    disable: '停用',
    confirmDisable: '停用“{0}”会同时停用它的全部下级，确定吗？',
    importHint:
      '上传 UTF-8 编码的 csv，第一行为列名 code,name,pcode,level，不超过{0} MB、{1}行。编码相同的区域会被更新；有任何错误时不会导入任何一行。',
    chooseCsv: '选择 csv 文件',
  },
  rules: {
    'rule.SYS-61': '上级区域“{0}”已停用，不能启用',
    'area.tooDeep': '区域最多{0}级',
    'area.csvHead': '第一行必须是列名 code,name,pcode,level',
    'area.csvEmpty': '文件中没有数据行',
    'area.csvCells': '应有{0}列，实有{1}列',
    'area.csvTwice': '编码与第{0}行重复',
    'area.csvParent': '上级编码“{0}”不存在',
    'area.csvLevel': '层级应为上级层级加一，即{0}',
    'area.csvMoved': '区域已在“{0}”之下，不能移动',
    'area.csvDisabled': '上级区域“{0}”已停用，不能在其下新增',
  },
  pages: { '/system/areas': '行政区划' },
} satisfies MessageTree
