/** Lines of a document by scanner and by paste, above the form that checks them. */
import { Button, InputGroup } from '@blueprintjs/core'
import { ClipboardIcon, ImportIcon } from '@blueprintjs/icons'
import { type FormEvent, useState } from 'react'
import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import type { Field, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { DemandLines } from './DemandLines.client.tsx'
import type { EntryKind, ScanResult } from './entry.types.ts'
import { PasteLines } from './PasteLines.client.tsx'
import { addScanned, filledLines, packsOf, tooMany, withAmounts, withoutAmounts } from './scanned.ts'
import { MAX_SHEET_ROWS } from './sheet.ts'

/** Of which kind the lines of a form are; null where the form has none that can be entered fast. */
function kindOf(lines: Field | undefined): EntryKind | null {
  if (lines?.kind !== 'lines') return null
  return 'price' in lines.fields ? 'in' : 'batchId' in lines.fields ? 'out' : null
}

/** Draws the forms of the page; those of documents begin with the entry by scanner and paste. */
export function EntryFields(props: FormFieldsProps) {
  const kind = kindOf(props.fields.lines)
  if (kind === null) return <FormFields {...props} />
  const priced: FormFieldsProps =
    kind === 'out'
      ? props
      : {
          ...props,
          values: { ...props.values, lines: [...withAmounts(rowsOf(props.values.lines))] },
          onChange: (name, value) =>
            props.onChange(name, name === 'lines' ? [...withoutAmounts(rowsOf(value))] : value),
        }
  return (
    <>
      <FastEntry {...props} kind={kind} />
      <FormFields {...priced} />
    </>
  )
}

function FastEntry({ kind, values, onChange, disabled, labels }: FormFieldsProps & { readonly kind: EntryKind }) {
  const t = useT()
  const plural = usePlural()
  const [open, setOpen] = useState<'paste' | 'demands' | null>(null)
  const [code, setCode] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const [bin, setBin] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const lines = rowsOf(values.lines)
  const warehouseId = Number(values.warehouseId ?? 0)

  const take = (found: ScanResult, packs: number): void => {
    if (found.kind === 'bin') {
      if (warehouseId !== 0 && found.warehouseId !== warehouseId) {
        toast('warning', t('stock.entry.otherWarehouse'))
        return
      }
      if (warehouseId === 0) onChange('warehouseId', found.warehouseId)
      setBin(found.bin)
      setAnnouncement(t('stock.entry.bin', [found.bin]))
      return
    }
    const { rows, total } = addScanned(lines, found, packs, kind === 'in' ? bin : null, kind)
    if (rows.length > MAX_SHEET_ROWS) {
      toast('warning', t('stock.sheetTooLong', [rows.length, MAX_SHEET_ROWS]))
      return
    }
    onChange('lines', rows)
    const sum = t('stock.entry.sum', [packs, found.packQty, packs * found.packQty, found.unit])
    setAnnouncement(t('stock.entry.scanned', [found.label, found.packQty > 1 ? sum : `${packs} ${found.unit}`, total]))
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    const { packs, text } = packsOf(code)
    if (text === '') return
    setCode('')
    setBusy(true)
    try {
      take(await api.get('/api/stock/scan/', { query: { code: text } }), packs)
    } finally {
      setBusy(false)
    }
  }
  const add = (rows: readonly FormData[]): void => {
    onChange('lines', [...filledLines(lines), ...rows])
    setOpen(null)
    toast('success', plural('stock.entry.pasted', rows.length))
  }
  return (
    <div className="stock-entry">
      <InputGroup
        value={code}
        maxLength={120}
        disabled={disabled === true || isBusy}
        aria-label={t('stock.entry.scan')}
        placeholder={t('stock.entry.scan')}
        onValueChange={setCode}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ignoreApiError(submit(event))
        }}
      />
      <Button
        icon={<ClipboardIcon />}
        text={t('stock.entry.paste')}
        disabled={disabled === true}
        onClick={() => (warehouseId === 0 ? toast('warning', t('stock.entry.warehouseFirst')) : setOpen('paste'))}
      />
      {kind === 'in' && values.type === 'purchaseIn' ? (
        <Button
          icon={<ImportIcon />}
          text={t('stock.entry.demands')}
          disabled={disabled === true}
          onClick={() => setOpen('demands')}
        />
      ) : null}
      <p role="status">{announcement === '' ? t('stock.entry.hint') : announcement}</p>
      {open === 'paste' ? (
        <PasteLines
          kind={kind}
          warehouseId={warehouseId}
          refuse={(pasted) => tooMany(lines, pasted, MAX_SHEET_ROWS)}
          labels={(column) => labels(`lines.${column}`)}
          onLines={add}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'demands' ? (
        <DemandLines
          taken={lines.flatMap(({ demandId }) => (typeof demandId === 'number' ? [demandId] : []))}
          room={MAX_SHEET_ROWS - filledLines(lines).length}
          onLines={add}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}
