import { defineApplication } from '#src/define/application.ts'
import { sealChain } from '#src/define/chains/receive.ts'
import { yes } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  files,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const isContract = { field: 'docType', op: 'eq', value: 'contract' } as const
const outside = { required: yes('takeOut'), visibleWhen: yes('takeOut') } as const

/** 23.12 用印申请 on CH-SEAL: the approval freezes the document by its hash, the keeper registers each stamping under a number. */
export const useSeal = defineApplication({
  key: 'useSeal',
  group: 'receive',
  code: 'YZ',
  icon: 'endorsed',
  page: {
    sort: 120,
    more: [
      { key: 'keeper', permission: 'seal:Update', isFirst: true },
      { key: 'calendar', permission: 'useSeal:Register' },
    ],
  },
  columns: ['sealId', 'docTitle', 'stamps', 'takeOut'],
  summary: ['docTitle', { within: 'sealId', field: 'name' }],
  register: ['sealEntry', 'sealUse', 'seal'],
  sections: [
    {
      key: 'document',
      fields: {
        sealId: reference('seal', { required: true }),
        sealType: choice('sealType', { computed: true }),
        keeperId: person({ computed: true }),
        docTitle: text(100, { required: true, min: 2 }),
        docType: choice('sealDocType', { required: true, initial: 'letter' }),
        sendTo: text(80, { required: true, min: 2 }),
        copies: integer({ required: true, min: 1, max: 500, initial: 1 }),
        stamps: integer({ required: true, min: 1, max: 999, initial: 1 }),
        docFile: files(1, { required: true }),
        pages: integer({ required: true, min: 1, max: 2000 }),
        docHash: text(64, { computed: true }),
        notBlank: boolean({ required: true, initial: false }),
      },
    },
    {
      key: 'contract',
      fields: {
        legalReviewed: files(5, { required: isContract, visibleWhen: isContract }),
        contractAmount: money({ required: isContract, visibleWhen: isContract, positive: true }),
      },
    },
    {
      key: 'takeOut',
      fields: {
        takeOut: boolean({ required: true, initial: false }),
        takeOutFrom: dateTime(outside),
        takeOutTo: dateTime(outside),
        takeOutPlace: text(80, { ...outside, min: 2 }),
        escortId: person(outside),
        lapsed: boolean({ computed: true, visibleWhen: yes('lapsed') }),
      },
    },
    {
      key: 'handOver',
      fields: {
        outPhotos: files(3, { pictures: true, visibleWhen: yes('takeOut') }),
        backPhotos: files(3, { pictures: true, visibleWhen: yes('takeOut') }),
        backNote: longText(2, 300, { visibleWhen: yes('takeOut') }),
      },
    },
    {
      key: 'stamping',
      fields: {
        stampedAt: date({ max: 'today' }),
        stampedCount: integer({ min: 0, max: 999 }),
        scanFile: files(1),
        scanPages: integer({ min: 1, max: 2000 }),
        stampPhotos: files(3, { pictures: true }),
      },
    },
  ],
  effects: {
    onApprove: ['seal.approve'],
    onHandle: {
      handOut: ['seal.handOut'],
      sealReceipt: ['seal.receive'],
      takeBack: ['seal.takeBack'],
      stamp: ['seal.stamp'],
    },
    onVoidApproved: ['seal.cancel'],
  },
  workflow: sealChain('useSeal'),
})
