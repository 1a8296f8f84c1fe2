import { defineMessages } from '#src/define/messages.ts'
import { itemNames, itemNamesEn, itemSections, itemSectionsEn } from '../names.messages.ts'

export const partsMessages = defineMessages(
  {
    applications: {
      electronicPartsAndConsumables: {
        title: '电子配件及耗材',
        aliases: '硒鼓|墨盒|硬盘|内存|U盘|打印机耗材|配件',
        purpose: '领用硒鼓、硬盘、内存等电子配件和耗材，按设备型号匹配，以旧换新',
        guide:
          '请先选择使用的设备，只能领用适配该型号的配件。硒鼓须填写打印计数；存储介质须交回旧件并填写序列号，涉密设备的申请同时抄送安全管理员。',
        sections: itemSections,
        fields: {
          ...itemNames,
          assetId: '使用设备',
          oldPartReturn: '交回旧件',
          oldPartSn: '旧件序列号',
          printCounter: '打印计数（页）',
          lastCounter: '上次更换时计数',
          pagesSince: '上次更换后打印页数',
          early: '提前更换',
          earlyReason: '提前更换原因',
          needsAsset: '需关联设备',
          hasToner: '含硒鼓墨盒',
          hasStorage: '含存储介质',
          secretMedia: '涉密存储介质',
          oldPartReceived: '已收回旧件',
        },
      },
    },
    records: {
      supplyPartUse: {
        title: '部件更换记录',
        fields: {
          at: '发放时间',
          assetId: '设备',
          itemId: '部件',
          partKind: '部件种类',
          qty: '数量',
          value: '金额',
          userId: '领用人',
          deptId: '部门',
          printCounter: '打印计数',
          pages: '打印页数',
          oldPartReceived: '已收回旧件',
          oldPartSn: '旧件序列号',
          earlyReason: '提前更换原因',
          undone: '已作废',
          ticketId: '工单',
        },
        charts: {
          kinds: { title: '各类部件金额', unit: '元' },
          departments: { title: '各部门金额', unit: '元' },
          yields: { title: '硒鼓平均打印页数', unit: '页' },
        },
      },
    },
    dictionaries: {
      oldPartReturn: { title: '交回旧件', entries: { yes: '交回', no: '不交回', na: '无旧件' } },
    },
    supplies: {
      deviceNotYours: '资产{0}不是您或本部门在用的设备',
      counterBackward: '打印计数{0}不能小于上次更换时的{1}',
    },
    rules: {
      'rule.STK-21': '“{0}”上次更换后仅打印{1}页，不足额定{2}页的{3}%，请填写提前更换原因',
      'rule.STK-22': '存储介质须以旧换新，并由仓库管理员确认已收回旧件',
      'rule.STK-23': '“{0}”不适配设备型号{1}（适配：{2}）',
    },
    pages: { '/workflow/receive/electronicPartsAndConsumables': '电子配件及耗材' },
  },
  {
    applications: {
      electronicPartsAndConsumables: {
        title: 'Electronic parts and consumables',
        aliases: 'toner|ink|disk|memory|printer|parts',
        purpose: 'Draw toner, disks, memory and other parts that fit your device, handing in the old ones',
        guide:
          'Choose the device first: only parts that fit its model can be drawn. For toner, enter the page counter. Storage media are exchanged for the old one, whose serial number is recorded; for classified devices the security administrator is copied.',
        sections: itemSectionsEn,
        fields: {
          ...itemNamesEn,
          assetId: 'Device',
          oldPartReturn: 'Old part handed in',
          oldPartSn: 'Serial number of the old part',
          printCounter: 'Page counter',
          lastCounter: 'Counter at the last change',
          pagesSince: 'Pages since the last change',
          early: 'Early change',
          earlyReason: 'Reason for the early change',
          needsAsset: 'Needs a device',
          hasToner: 'Toner requested',
          hasStorage: 'Storage medium requested',
          secretMedia: 'Classified storage medium',
          oldPartReceived: 'Old part received',
        },
      },
    },
    records: {
      supplyPartUse: {
        title: 'Parts replaced',
        fields: {
          at: 'Issued at',
          assetId: 'Device',
          itemId: 'Part',
          partKind: 'Kind of part',
          qty: 'Quantity',
          value: 'Value',
          userId: 'Person',
          deptId: 'Department',
          printCounter: 'Page counter',
          pages: 'Pages printed',
          oldPartReceived: 'Old part received',
          oldPartSn: 'Old serial number',
          earlyReason: 'Reason for the early change',
          undone: 'Voided',
          ticketId: 'Ticket',
        },
        charts: {
          kinds: { title: 'Value by kind of part', unit: 'CNY' },
          departments: { title: 'Value by department', unit: 'CNY' },
          yields: { title: 'Average yield of toner', unit: 'pages' },
        },
      },
    },
    dictionaries: {
      oldPartReturn: { title: 'Old part handed in', entries: { yes: 'Yes', no: 'No', na: 'No old part' } },
    },
    supplies: {
      deviceNotYours: 'Asset {0} is not in use by you or your department',
      counterBackward: 'The page counter {0} cannot be below {1}, the counter at the last change',
    },
    rules: {
      'rule.STK-21':
        '"{0}": only {1} pages since the last change, less than {3}% of the rated {2}. Enter a reason for the early change.',
      'rule.STK-22': 'Storage media are exchanged for the old one, and the keeper confirms its receipt',
      'rule.STK-23': '"{0}" does not fit device model {1} (fits: {2})',
    },
    pages: { '/workflow/receive/electronicPartsAndConsumables': 'Electronic parts and consumables' },
  },
)
