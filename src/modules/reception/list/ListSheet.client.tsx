import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { ReceptionList } from './list.types.ts'

interface SheetProps {
  readonly list: ReceptionList
}

/** 公务接待清单 on paper, as it is signed and filed with the letter. */
export function ListSheet({ list, onClose }: SheetProps & { readonly onClose: () => void }) {
  const t = useT()
  const title = t('receptionList.title')
  return (
    <Paper title={title} onClose={onClose}>
      <article className="paper reception-sheet">
        <h1>{title}</h1>
        <Facts list={list} />
        <h2>{t('receptionList.guests')}</h2>
        <GuestTable list={list} />
        <h2>{t('receptionList.escorts')}</h2>
        <p>{list.escorts.join(t('receptionList.separator'))}</p>
        {list.ownCost.length === 0 ? null : <OwnCostTable list={list} />}
        <dl className="print-blanks">
          {(['handler', 'signer', 'finance', 'date'] as const).map((blank) => (
            <div key={blank}>
              <dt>{t(`receptionList.${blank}`)}</dt>
              <dd>{blank === 'signer' ? (list.signer ?? '') : ''}</dd>
            </div>
          ))}
        </dl>
      </article>
    </Paper>
  )
}

function Facts({ list }: SheetProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const where = list.vendor ?? label('receptionPlace', list.place)
  const heads = [list.actualGuests ?? list.approvedGuests, list.actualEscorts ?? list.approvedEscorts]
  const cost =
    list.actualAmount === null
      ? t('receptionList.approvedCost', [list.amount, list.standard])
      : `${t('receptionList.actualCost', [list.actualAmount, list.perHead ?? '0.00'])}${t('receptionList.stop')}${t('receptionList.approvedCost', [list.amount, list.standard])}`
  const facts: readonly (readonly [name: string, value: string, isWide?: true])[] = [
    [t('receptionList.ticketNo'), list.ticketNo],
    [t('receptionList.applicant'), `${list.dept} ${list.applicant}`],
    [t('receptionList.letter'), t('receptionList.letterText', [list.letterOrg, list.letterNo, list.letterDate]), true],
    [t('applications.officialReception.fields.activity'), list.activity, true],
    [t('receptionList.meal'), `${list.mealAt.slice(0, 16)} ${label('mealType', list.mealType)} ${where}`],
    [t('receptionList.heads'), t('receptionList.headsText', heads)],
    [t('receptionList.cost'), cost, true],
    ...(list.difference === null
      ? []
      : [[t('applications.officialReception.fields.differenceNote'), list.difference, true] as const]),
  ]
  return (
    <dl className="print-fields">
      {facts.map(([name, value, isWide]) => (
        <div key={name} className={isWide ? 'is-wide' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function GuestTable({ list }: SheetProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const field = (name: 'name' | 'org' | 'position' | 'rankLevel'): string =>
    t(`applications.officialReception.fields.guests.${name}`)
  const attended = ({ isAbsent, isExtra }: (typeof list.guests)[number]): string =>
    isAbsent
      ? t('receptionList.absent')
      : isExtra
        ? t('receptionList.extra')
        : list.actualGuests === null
          ? ''
          : t('receptionList.came')
  const rows = list.guests.map((guest, index) => ({ ...guest, no: index + 1 }))
  return (
    <DataTable
      look={{ compact: true }}
      region={{ className: 'reception-scroll', label: t('receptionList.guests') }}
      rows={rows}
      keyOf={({ no }) => no}
      columns={[
        { name: 'no', head: t('receptionList.no'), cell: ({ no }) => no },
        { name: 'name', head: field('name'), isRowHead: true, cell: ({ name }) => name },
        { name: 'org', head: field('org'), cell: ({ org }) => org },
        { name: 'position', head: field('position'), cell: ({ position }) => position },
        { name: 'rank', head: field('rankLevel'), cell: ({ rankLevel }) => label('rankLevel', rankLevel) },
        { name: 'attendance', head: t('receptionList.attendance'), cell: attended },
      ]}
    />
  )
}

function OwnCostTable({ list }: SheetProps) {
  const t = useT()
  const field = (name: 'name' | 'amount' | 'receiptNo' | 'paidOn'): string =>
    t(`applications.officialReception.fields.ownCost.${name}`)
  return (
    <>
      <h2>{t('receptionList.ownCost')}</h2>
      <DataTable
        look={{ compact: true }}
        region={{ className: 'reception-scroll', label: t('receptionList.ownCost') }}
        rows={list.ownCost}
        keyOf={({ receiptNo, name }) => `${receiptNo} ${name}`}
        columns={[
          { name: 'name', head: field('name'), isRowHead: true, cell: ({ name }) => name },
          { name: 'amount', head: field('amount'), cell: ({ amount }) => <MoneyText value={amount} /> },
          { name: 'receiptNo', head: field('receiptNo'), cell: ({ receiptNo }) => receiptNo },
          { name: 'paidOn', head: field('paidOn'), cell: ({ paidOn }) => paidOn },
        ]}
      />
    </>
  )
}
