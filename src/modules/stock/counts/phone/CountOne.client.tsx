import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { useScanner } from '#src/client/components/scanner/useScanner.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CountSheet, CountSheetLine } from '../count.types.ts'
import { isDone, lineOfCode, nameOf, nextOpen, scannedQty } from '../lines.ts'
import { useCountSheet } from '../useCountSheet.client.ts'
import { CountBar } from './CountBar.client.tsx'
import { Head } from './Head.client.tsx'
import { LineCard } from './LineCard.client.tsx'
import { LineGroups } from './LineGroups.client.tsx'
import { useTypedQty } from './useTypedQty.client.ts'

/** A count on the phone: one item at a time, what is scanned and saved in a bar at the thumb. */
export function CountOne({ sheet }: { readonly sheet: CountSheet }) {
  const t = useT()
  const entry = useCountSheet(sheet)
  const { entries, edit, isOpen } = entry
  const [shownId, setShownId] = useState(
    () => (nextOpen(sheet.lines, entries, isOpen, sheet.lines.at(-1)?.id ?? 0) ?? sheet.lines[0])?.id ?? 0,
  )
  const [announced, setAnnounced] = useState('')
  const at = sheet.lines.findIndex(({ id }) => id === shownId)
  const line = sheet.lines[at]
  const done = sheet.lines.filter((one) => isDone(one, entries.get(one.id))).length
  const typed = useTypedQty()
  const show = (next: CountSheetLine | null | undefined): void => {
    if (next !== null && next !== undefined) setShownId(next.id)
  }
  const take = (code: string): void => {
    const found = lineOfCode(sheet.lines, entries, code, shownId)
    if (found === null) {
      toast('warning', t('stock.sheet.notFound', [code]))
      return
    }
    setShownId(found.id)
    if (!isOpen(found)) {
      setAnnounced(t('stock.phone.taken', [nameOf(found)]))
      return
    }
    const qty = scannedQty(found, entries.get(found.id), found.id === shownId)
    edit(found, { qty })
    setAnnounced(t('stock.phone.scanned', [nameOf(found), qty]))
  }
  // A keyboard scanner also types into the field that has the focus: what it wrote there is taken out again.
  useScanner((code) => {
    const before = typed.beforeScan()
    if (before !== null && line !== undefined) edit(line, { qty: before })
    take(code.trim())
  })
  return (
    <main id="main" className="count-phone">
      <Head title={sheet.no}>
        <p aria-live="polite">
          <strong>
            {done} / {sheet.lines.length}
          </strong>
        </p>
        <progress
          max={sheet.lines.length}
          value={done}
          aria-label={t('stock.sheet.progress', [done, sheet.lines.length])}
        />
      </Head>
      {sheet.mayCount ? null : <Callout compact>{t('stock.phone.closed')}</Callout>}
      {entry.lost.length === 0 ? null : (
        <Callout compact intent="warning" role="alert">
          {t('stock.sheet.lost')}
          <ul>
            {entry.lost.map((one) => (
              <li key={one.id}>
                {nameOf(one)} · {entries.get(one.id)?.qty ?? ''} {entries.get(one.id)?.reason ?? ''}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {line === undefined ? null : (
        <LineCard
          key={line.id}
          line={line}
          entry={entries.get(line.id)}
          isOpen={isOpen(line)}
          onEdit={(next) => edit(line, next)}
          onType={typed.onType}
          onPrevious={at > 0 ? () => show(sheet.lines[at - 1]) : null}
          onNext={
            sheet.lines.length > 1
              ? () =>
                  show(nextOpen(sheet.lines, entries, isOpen, line.id) ?? sheet.lines[(at + 1) % sheet.lines.length])
              : null
          }
        />
      )}
      <p className="count-announced" role="status">
        {announced}
      </p>
      <LineGroups sheet={sheet} entry={entry} shownId={shownId} onShow={show} />
      {sheet.mayCount ? <CountBar entry={entry} isBlind={sheet.isBlind} onCode={take} /> : null}
    </main>
  )
}
