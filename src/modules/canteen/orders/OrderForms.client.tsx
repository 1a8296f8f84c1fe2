import { useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { FormData } from '#src/fields/field.ts'
import { dayLabel } from '../dayLabel.ts'
import { cancelFields, orderFields, portionFields, verifyFields } from './order-fields.ts'
import { mealOrder } from './order-record.ts'

/** What of the list is open. */
export type OpenForm =
  | { readonly type: 'create' }
  | { readonly type: 'portions' | 'cancel'; readonly row: RecordRow }
  | { readonly type: 'verify'; readonly ids: readonly number[]; readonly done: () => void }

const ORDERS = '/api/canteen/orders/'
const newOrder: FormData = {
  mealType: 'lunch',
  kind: 'guest',
  grantId: null,
  personId: null,
  guestName: null,
  portions: 1,
  takeaway: false,
  note: null,
  reason: null,
}

/** The form that is open over the list of orders. */
export function OrderForms({ open, onClose }: { readonly open: OpenForm; readonly onClose: () => void }) {
  const t = useT()
  const { labels } = useRecordTexts(mealOrder)
  const mealOf = useMealName()
  const [start] = useState(() => ({ ...newOrder, date: browserTime().today }))
  if (open.type === 'create')
    return (
      <PostForm
        title={t('orderList.create')}
        path={ORDERS}
        record="mealOrder"
        fields={orderFields}
        initial={start}
        labels={(name) =>
          name === 'personId'
            ? t('orderList.person')
            : name === 'grantId'
              ? t('orderList.granted')
              : name === 'reason'
                ? t('orderList.lateReason')
                : labels(name)
        }
        submitText={t('orderList.create')}
        onDone={() => toast('success', t('orderList.created'))}
        onClose={onClose}
      />
    )
  if (open.type === 'verify')
    return (
      <PostForm<{ readonly verified: number }>
        title={t('orderList.verifyTitle', [open.ids.length])}
        path="/api/canteen/counter/verify/"
        record="mealOrder"
        fields={verifyFields}
        fixed={{ orderIds: open.ids }}
        labels={() => t('orderList.at')}
        submitText={t('mealCounter.verify')}
        onDone={({ verified }) => {
          const others = open.ids.length - verified
          open.done()
          toast(
            others === 0 ? 'success' : 'info',
            others === 0 ? t('orderList.verified', [verified]) : t('orderList.verifiedSome', [verified, others]),
          )
        }}
        onClose={onClose}
      />
    )
  const { id, portions } = open.row
  const isCancel = open.type === 'cancel'
  return (
    <PostForm
      title={`${t(isCancel ? 'orderList.cancel' : 'orderList.portions')} · ${mealOf(open.row)}`}
      path={`${ORDERS}${isCancel ? 'cancel' : 'portions'}/`}
      record="mealOrder"
      fields={isCancel ? cancelFields : portionFields}
      initial={isCancel ? noReason : { portions: Number(portions), reason: null }}
      fixed={{ orderId: id }}
      labels={(name) => (name === 'reason' ? t(isCancel ? 'orderList.reason' : 'orderList.lateReason') : labels(name))}
      submitText={t(isCancel ? 'orderList.cancel' : 'common.save')}
      intent={isCancel ? 'danger' : 'primary'}
      onDone={() => toast('success', t(isCancel ? 'orderList.cancelled' : 'orderList.changed'))}
      onClose={onClose}
    />
  )
}

const noReason: FormData = { reason: null }

/** Whose meal it is, of which day. */
function useMealName(): (row: RecordRow) => string {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  return ({ date, mealType, guestName, personIdLabel }) =>
    `${String(guestName ?? personIdLabel ?? '')} ${t('mealDay', [dayLabel(String(date), language), label('mealType', String(mealType))])}`.trim()
}
