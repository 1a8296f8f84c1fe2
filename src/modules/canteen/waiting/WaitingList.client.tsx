import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { dayLabel } from '../dayLabel.ts'
import type { PersonInLine } from './waiting.types.ts'

interface WaitingListProps {
  readonly date: string
  readonly mealType: string
  readonly people: readonly PersonInLine[]
}

/** How many wait for a portion of a meal, with the way to their list; nothing where the list is empty. */
export function WaitingCount(props: WaitingListProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (props.people.length === 0) return null
  return (
    <>
      <Button
        className="kitchen-waiting"
        intent="warning"
        variant="outlined"
        text={t('kitchen.waiting', [props.people.length])}
        onClick={() => setOpen(true)}
      />
      {isOpen ? <WaitingList {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** 候补名单: who waits, first in line first. */
function WaitingList({ date, mealType, people, onClose }: WaitingListProps & { readonly onClose: () => void }) {
  const t = useT()
  const label = useDictionaryLabel()
  const title = t('kitchen.waitingList', [dayLabel(date, useLanguage()), label('mealType', mealType)])
  return (
    <Sheet title={title} shape="dialog" isLight onClose={onClose}>
      <p>{t('kitchen.waitingHint')}</p>
      <DataTable
        look={{ compact: true }}
        label={title}
        rows={people}
        keyOf={(_, index) => index}
        firstNumber={1}
        columns={[
          {
            name: 'person',
            head: t('records.mealOrder.fields.personId'),
            isRowHead: true,
            cell: (row) => row.person,
          },
          { name: 'dept', head: t('records.mealOrder.fields.deptId'), cell: (row) => row.dept },
          { name: 'joinedAt', head: t('kitchen.joinedAt'), cell: (row) => row.joinedAt.slice(0, 16) },
        ]}
      />
    </Sheet>
  )
}
