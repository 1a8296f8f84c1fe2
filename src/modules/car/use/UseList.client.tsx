import './use.css'
import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { type Fields, integer } from '#src/fields/field.ts'
import { carUse } from './use-record.ts'

const fields: Fields = {
  year: integer({ required: true, min: 2000, max: 2100 }),
  quarter: integer({ required: true, min: 1, max: 4 }),
}
const none: NonNullable<ListAdditions['own']> = {}
const noNames: readonly string[] = []
const noItems = () => []
const MONTHS = 3
const QUARTERS = 4

/** The last quarter that is over. */
function lastQuarter(today: string): { readonly year: number; readonly quarter: number } {
  const [year, quarter] = [Number(today.slice(0, 4)), Math.ceil(Number(today.slice(5, 7)) / MONTHS)]
  return quarter === 1 ? { year: year - 1, quarter: QUARTERS } : { year, quarter: quarter - 1 }
}

/** 季度使用登记, of which a quarter becomes the draft of an article. */
export function UseList() {
  const t = useT()
  const mayDraft = useMay('car:Update')
  const [isOpen, setOpen] = useState(false)
  const more = useMemo(
    (): ListAdditions => ({
      columns: carUse.list.columns,
      own: none,
      parameters: noNames,
      itemsOf: noItems,
      ...(mayDraft && {
        filters: (
          <div className="fleet-draft">
            <Button text={t('useArticle.draft')} onClick={() => setOpen(true)} />
          </div>
        ),
      }),
    }),
    [t, mayDraft],
  )
  return (
    <>
      <RecordList record={carUse} more={more} />
      {isOpen ? (
        <PostForm<{ readonly cars: number }>
          title={t('useArticle.draft')}
          path="/api/cars/use/article/"
          record="article"
          fields={fields}
          initial={lastQuarter(browserTime().today)}
          labels={(name) => t(name === 'year' ? 'useArticle.year' : 'useArticle.quarter')}
          submitText={t('useArticle.draft')}
          onDone={({ cars }) => {
            setOpen(false)
            toast('success', t('useArticle.drafted', [cars]))
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
