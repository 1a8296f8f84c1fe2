import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './area.zhHans.ts'

export default {
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
} satisfies SameKeys<typeof zhHans>
