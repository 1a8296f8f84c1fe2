import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './dictionary.zhHans.ts'

export default {
  records: {
    dictionary: {
      title: 'Dictionary',
      fields: {
        key: 'Key',
        name: 'Name',
        nameEn: 'English name',
        type: 'Value type',
        sort: 'Sort',
        system: 'Built in',
        extensible: 'Extensible',
        entries: 'Entries',
      },
    },
    dictionaryEntry: {
      title: 'Dictionary entry',
      fields: {
        dictionaryKey: 'Dictionary key',
        dictionaryId: 'Dictionary',
        label: 'Label',
        labelEn: 'English label',
        value: 'Value',
        type: 'Value type',
        color: 'Colour',
        sort: 'Sort',
        status: 'Status',
        isDefault: 'Default',
        shipped: 'Built in',
      },
    },
  },
  dictionary: {
    hint: 'Keys and values of built-in dictionaries cannot be changed; labels, colours, order and status can, and take effect for all online users immediately',
    keys: 'Dictionaries',
    search: 'Name or key',
    create: 'New dictionary',
    system: 'Built in',
    extensible: 'Extensible',
    changeable: 'Changeable',
    fixed: 'Fixed',
    locked: 'Built-in dictionary: no entries can be added',
    exportJson: 'Export JSON',
    importJson: 'Import JSON',
    imported: 'Imported: {0} created, {1} updated',
    badJson: 'The file is not a readable dictionary JSON',
  },
  rules: {
    'rule.SYS-51': 'Dictionary "{0}" is built in; no entries can be added',
    'rule.SYS-52': '"{0}" is not a valid value of type {1}',
  },
  dictionaries: {
    valueType: {
      title: 'Value types of dictionaries',
      entries: {
        '0': 'Text',
        '1': 'Number',
        '2': 'Date',
        '3': 'Date and time',
        '4': 'Time',
        '5': 'File',
        '6': 'Boolean',
        '7': 'Image',
      },
    },
    chipColor: {
      title: 'Colours of labels',
      entries: { info: 'Blue', success: 'Green', warning: 'Orange', error: 'Red', primary: 'Purple' },
    },
  },
  pages: { '/system/dictionary': 'Dictionaries' },
} satisfies SameKeys<typeof zhHans>
