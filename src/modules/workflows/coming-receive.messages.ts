import { defineMessages } from '#src/define/messages.ts'

/** Titles and fields of the applications to receive something whose forms come later. */
export const comingReceiveMessages = defineMessages(
  {
    applications: {
      officeSupplies: {
        title: '办公用品领用',
        sections: { chain: '流程字段' },
        fields: {
          lines: '明细',
          'lines.qty': '数量',
          totalValue: '领用总值',
          issueNote: '发放说明',
          overQuota: '超定额',
        },
      },
      electronicPartsAndConsumables: {
        title: '电子配件及耗材',
        sections: { chain: '流程字段' },
        fields: {
          lines: '明细',
          'lines.qty': '数量',
          totalValue: '领用总值',
          issueNote: '发放说明',
          secretMedia: '涉密存储介质',
        },
      },
      equipmentClothing: {
        title: '装备被装领用',
        sections: { chain: '流程字段' },
        fields: {
          lines: '明细',
          'lines.qty': '数量',
          totalValue: '领用总值',
          issueNote: '发放说明',
        },
      },
      medicalSupplies: {
        title: '医疗用品',
        sections: { chain: '流程字段' },
        fields: {
          lines: '明细',
          'lines.qty': '数量',
          totalValue: '领用总值',
          issueNote: '发放说明',
          controlled: '含管制物品',
        },
      },
      supplyRequest: {
        title: '物资综合领用',
        sections: { chain: '流程字段' },
        fields: {
          lines: '明细',
          'lines.qty': '数量',
          totalValue: '领用总值',
          issueNote: '发放说明',
        },
      },
      officeElectronicEquipment: {
        title: '办公电子设备',
        sections: { chain: '流程字段' },
        fields: {
          assetIds: '配发资产',
          needPurchase: '需采购',
          estimate: '预估金额',
          overStandard: '超配备标准',
        },
      },
      officeFurniture: {
        title: '办公家具',
        sections: { chain: '流程字段' },
        fields: {
          assetIds: '配发资产',
          needPurchase: '需采购',
          estimate: '预估金额',
          overStandard: '超配备标准',
        },
      },
      officialReception: {
        title: '公务接待',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          guestTopRank: '来宾最高职级',
          actualGuests: '实到来宾',
          actualEscorts: '实际陪餐',
          actualAmount: '实际金额',
          listFile: '接待清单',
        },
      },
      accessControlDining: {
        title: '门禁就餐权限',
        sections: { chain: '流程字段' },
        fields: {
          cardNo: '卡号',
        },
      },
      printingPublicity: {
        title: '印刷宣传',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          external: '对外发布',
          deliveredQty: '交付数量',
          actualAmount: '实际金额',
        },
      },
      useSeal: {
        title: '用印申请',
        sections: { chain: '流程字段' },
        fields: {
          sealType: '印章类型',
          takeOut: '外带',
          stampedAt: '用印日期',
          stampedCount: '用印次数',
          scanFile: '扫描件',
        },
      },
    },
  },
  {
    applications: {
      officeSupplies: {
        title: 'Office supplies',
        sections: { chain: 'Fields of the chain' },
        fields: {
          lines: 'Lines',
          'lines.qty': 'Quantity',
          totalValue: 'Total value',
          issueNote: 'Note on the issue',
          overQuota: 'Above the quota',
        },
      },
      electronicPartsAndConsumables: {
        title: 'Electronic parts and consumables',
        sections: { chain: 'Fields of the chain' },
        fields: {
          lines: 'Lines',
          'lines.qty': 'Quantity',
          totalValue: 'Total value',
          issueNote: 'Note on the issue',
          secretMedia: 'Secret storage media',
        },
      },
      equipmentClothing: {
        title: 'Equipment and clothing',
        sections: { chain: 'Fields of the chain' },
        fields: {
          lines: 'Lines',
          'lines.qty': 'Quantity',
          totalValue: 'Total value',
          issueNote: 'Note on the issue',
        },
      },
      medicalSupplies: {
        title: 'Medical supplies',
        sections: { chain: 'Fields of the chain' },
        fields: {
          lines: 'Lines',
          'lines.qty': 'Quantity',
          totalValue: 'Total value',
          issueNote: 'Note on the issue',
          controlled: 'Controlled items',
        },
      },
      supplyRequest: {
        title: 'Supply request',
        sections: { chain: 'Fields of the chain' },
        fields: {
          lines: 'Lines',
          'lines.qty': 'Quantity',
          totalValue: 'Total value',
          issueNote: 'Note on the issue',
        },
      },
      officeElectronicEquipment: {
        title: 'Office electronic equipment',
        sections: { chain: 'Fields of the chain' },
        fields: {
          assetIds: 'Assets',
          needPurchase: 'Purchase needed',
          estimate: 'Estimate',
          overStandard: 'Above the standard',
        },
      },
      officeFurniture: {
        title: 'Office furniture',
        sections: { chain: 'Fields of the chain' },
        fields: {
          assetIds: 'Assets',
          needPurchase: 'Purchase needed',
          estimate: 'Estimate',
          overStandard: 'Above the standard',
        },
      },
      officialReception: {
        title: 'Official reception',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          guestTopRank: 'Highest rank of the guests',
          actualGuests: 'Guests present',
          actualEscorts: 'Escorts present',
          actualAmount: 'Actual amount',
          listFile: 'Guest list',
        },
      },
      accessControlDining: {
        title: 'Access and dining',
        sections: { chain: 'Fields of the chain' },
        fields: {
          cardNo: 'Card no.',
        },
      },
      printingPublicity: {
        title: 'Printing and publicity',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          external: 'For the public',
          deliveredQty: 'Delivered',
          actualAmount: 'Actual amount',
        },
      },
      useSeal: {
        title: 'Use of a seal',
        sections: { chain: 'Fields of the chain' },
        fields: {
          sealType: 'Kind of seal',
          takeOut: 'Taken out',
          stampedAt: 'Stamped on',
          stampedCount: 'Stamps',
          scanFile: 'Scan',
        },
      },
    },
  },
)
