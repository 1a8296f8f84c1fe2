import './purchase.css'
import { Callout } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { purchase } from '../purchase.ts'

/** A purchase, under a warning where its vendor was blacklisted after the award (PRC-35). */
function PurchaseDetail({ row }: { readonly row: RecordRow }) {
  const t = useT()
  return (
    <>
      {row.isBlacklisted === true ? (
        <Callout
          intent="danger"
          className="purchase-warning"
          title={t('purchasePage.blacklisted', [String(row.vendorIdLabel ?? '')])}
        >
          {t(row.contractAmount === null ? 'purchasePage.beforeContract' : 'purchasePage.afterContract')}
        </Callout>
      ) : null}
      <RecordDetail record={purchase} row={row} />
    </>
  )
}

const Purchases = () => <RecordList record={purchase} Detail={PurchaseDetail} />
const panels = { purchases: Purchases }

/** `/procurement/project-purchasing` (50.9). */
export const PurchasePage = () => <RecordTabs path="/procurement/project-purchasing" panels={panels} />
