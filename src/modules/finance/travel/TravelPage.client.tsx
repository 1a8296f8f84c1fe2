import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { AwayTab } from './AwayTab.client.tsx'
import { StatisticsTab } from './StatisticsTab.client.tsx'
import { travelTrip } from './travel-records.ts'

const noColumns: NonNullable<ListAdditions['own']> = {}
const noNames: readonly string[] = []
const panels = { trips: TripList, away: AwayTab, statistics: StatisticsTab }

/** `/travelWork` (30.9): trips, who is away, standards, statistics. */
export function TravelPage() {
  return <RecordTabs path="/travelWork" panels={panels} />
}

/** 出差台账: a trip that is over leads to its claim, and who has not claimed is reminded. */
function TripList() {
  const t = useT()
  const navigate = useNavigate()
  const mayClaim = useMay('travelReimbursement:Create')
  const mayRemind = useMay('travel:Remind')
  const more = useMemo((): ListAdditions => {
    const remind = async (ids: readonly number[], done: () => void): Promise<void> => {
      if (!(await confirmDialog({ text: t('travelWork.remindMany', [ids.length]) }))) return
      const { reminded } = await api.post('/api/travel/remind/', { ids }, { key: newKey() })
      toast(reminded === 0 ? 'info' : 'success', t('travelWork.reminded', [reminded]))
      done()
    }
    return {
      columns: travelTrip.list.columns,
      own: noColumns,
      parameters: noNames,
      itemsOf: (row) =>
        mayClaim && row.state === 'ended'
          ? [
              {
                text: t('travelWork.claim'),
                onClick: () => void navigate(`/workflow/finance/travelReimbursement?from=${String(row.ticketId)}`),
              },
            ]
          : [],
      ...(mayRemind && {
        bulk: (ids: readonly number[], done: () => void) => (
          <Button size="small" text={t('travelWork.remind')} onClick={() => ignoreApiError(remind(ids, done))} />
        ),
      }),
    }
  }, [t, navigate, mayClaim, mayRemind])
  return <RecordList record={travelTrip} more={more} emptyText={t('travelWork.none')} />
}
