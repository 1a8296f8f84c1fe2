import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    dictionary: {
      title: '字典',
      fields: {
        key: '字典标识',
        name: '字典名称',
        nameEn: '英文名称',
        type: '值类型',
        sort: '排序',
        system: '系统内置',
        extensible: '可扩展',
        entries: '条目数',
      },
    },
    dictionaryEntry: {
      title: '字典条目',
      fields: {
        dictionaryKey: '字典标识',
        dictionaryId: '所属字典',
        label: '标签',
        labelEn: '英文标签',
        value: '值',
        type: '值类型',
        color: '颜色',
        sort: '排序',
        status: '状态',
        isDefault: '默认',
        shipped: '内置',
      },
    },
  },
  dictionary: {
    hint: '内置字典的标识和值不可修改；标签、颜色、排序和状态可以调整，保存后所有在线用户立即生效',
    keys: '字典列表',
    search: '名称或标识',
    create: '新建字典',
    system: '内置',
    extensible: '可扩展',
    changeable: '可改',
    fixed: '固定',
    locked: '内置字典，不能新增条目',
    exportJson: '导出 JSON',
    importJson: '导入 JSON',
    imported: '导入完成：新增{0}条，更新{1}条',
    badJson: '文件不是可读取的字典 JSON',
  },
  rules: {
    'rule.SYS-51': '字典“{0}”是系统内置字典，不能新增条目',
    'rule.SYS-52': '“{0}”不是有效的{1}值',
  },
  dictionaries: {
    valueType: {
      title: '字典值类型',
      entries: {
        '0': '文本',
        '1': '数字',
        '2': '日期',
        '3': '日期时间',
        '4': '时间',
        '5': '文件',
        '6': '布尔',
        '7': '图片',
      },
    },
    chipColor: {
      title: '标签颜色',
      entries: { info: '蓝色', success: '绿色', warning: '橙色', error: '红色', primary: '紫色' },
    },
  },
  pages: { '/system/dictionary': '字典管理' },
} satisfies MessageTree
