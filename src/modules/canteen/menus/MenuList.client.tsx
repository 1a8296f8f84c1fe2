import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { api, errorText } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { dayLabel } from '../dayLabel.ts'
import { menuPlan } from './menu-record.ts'

const nothing: readonly string[] = []
const { publish, withdraw } = menuPlan.actions
/** Withdrawing has a dialog of its own, which says first what it cancels. */
const listed = { ...menuPlan, actions: { publish } }

/** 全部菜谱: every menu; one that is withdrawn says first how many orders go with it. */
export function MenuList() {
  const mayWithdraw = useMay('menuPlan:Withdraw')
  const { action } = useRecordTexts(menuPlan)
  const [row, setRow] = useState<RecordRow | null>(null)
  const more = useMemo(
    (): ListAdditions => ({
      columns: menuPlan.list.columns,
      parameters: nothing,
      itemsOf: (menu) =>
        mayWithdraw && menu.state === 'published'
          ? [{ text: action('withdraw'), intent: 'danger', onClick: () => setRow(menu) }]
          : [],
    }),
    [action, mayWithdraw],
  )
  return (
    <>
      <RecordList record={listed} more={more} />
      {row === null ? null : <WithdrawForm menu={row} onClose={() => setRow(null)} />}
    </>
  )
}

function WithdrawForm({ menu, onClose }: { readonly menu: RecordRow; readonly onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const texts = useRecordTexts(menuPlan)
  const meal = [dayLabel(String(menu.date), language), label('mealType', String(menu.mealType))] as const
  const { data, error } = useQuery({
    queryKey: ['menuPlan', 'withdrawal', menu.id],
    queryFn: ({ signal }) =>
      api.get('/api/canteen/withdrawal/', { query: { menuId: String(menu.id) }, signal, quiet: true }),
    staleTime: 0,
  })
  if (data === undefined && error === null) return null
  return (
    <PostForm
      title={`${texts.action('withdraw')} · ${t('mealDay', meal)}`}
      path={`/api/canteen/menu/${menu.id}/withdraw/`}
      record="menuPlan"
      fields={withdraw.fields}
      fixed={{ version: menu.version }}
      labels={texts.labels}
      submitText={texts.action('withdraw')}
      intent="danger"
      before={
        <Callout compact className="form-notice" intent={data?.orders === 0 ? 'none' : 'warning'}>
          {data === undefined
            ? errorText(error, t('http.failed'))
            : data.orders === 0
              ? t('menuWeek.withdrawNone')
              : t('menuWeek.withdraw', [data.orders, data.portions])}
          {data === undefined || data.receptions === 0 ? null : ` ${t('menuWeek.withReceptions', [data.receptions])}`}
        </Callout>
      }
      onDone={() => toast('success', t('menuWeek.withdrawn', meal))}
      onClose={onClose}
    />
  )
}
