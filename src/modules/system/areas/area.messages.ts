import { defineMessages } from '#src/define/messages.ts'

export const areaMessages = defineMessages(
  {
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
  },
  {
    records: {
      area: {
        title: 'Areas',
        fields: {
          code: 'Code',
          name: 'Name',
          parent: 'Parent',
          enable: 'Enabled',
          level: 'Level',
          pcode: 'Parent code',
          place: 'Belongs to',
          pinyin: 'Pinyin',
          initials: 'Initials',
          hasChildren: 'Has sub-areas',
        },
      },
    },
    area: {
      hint: 'Disabling an area also disables all its sub-areas',
      view: 'View',
      tree: 'Tree',
      list: 'List',
      addBelow: 'Add sub-area',
      enable: 'Enable',
      disable: 'Disable',
      confirmDisable: 'Disabling "{0}" also disables all its sub-areas. Continue?',
      importHint:
        'Upload a UTF-8 csv file with the header code,name,pcode,level, at most {0} MB and {1} rows. Areas with an existing code are updated; if there are any errors, no rows are imported.',
      chooseCsv: 'Choose a csv file',
    },
    rules: {
      'rule.SYS-61': 'The parent area "{0}" is disabled; this area cannot be enabled',
      'area.tooDeep': 'Areas can have at most {0} levels',
      'area.csvHead': 'The first row must be the header code,name,pcode,level',
      'area.csvEmpty': 'The file has no data rows',
      'area.csvCells': '{0} columns expected, {1} found',
      'area.csvTwice': 'Duplicate of the code in row {0}',
      'area.csvParent': 'Parent code "{0}" does not exist',
      'area.csvLevel': 'The level must be one below its parent: {0}',
      'area.csvMoved': 'The area already belongs to "{0}" and cannot be moved',
      'area.csvDisabled': 'The parent area "{0}" is disabled; nothing can be added below it',
    },
    pages: { '/system/areas': 'Areas' },
  },
)
