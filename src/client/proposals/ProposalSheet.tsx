import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import './proposals.css'
import { Button, FormGroup, TextArea } from '@blueprintjs/core'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, confirmDialog, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { OwnPassword } from '#src/client/records/form/OwnPassword.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { ProposalDetail, ProposalSeat, ProposalState, ProposedChange } from '#src/define/workflows/proposals.ts'
import { useDecision, useProposal } from './calls.ts'

const Difference = lazy(async () => ({ default: (await import('#src/client/workflows/Difference.tsx')).Difference }))

const colors: Readonly<Record<ProposalState, string | null>> = {
  open: 'warning',
  confirmed: 'success',
  refused: 'error',
  withdrawn: null,
  void: null,
  expired: null,
}

export function ProposalChip({ state }: { readonly state: ProposalState }) {
  const t = useT()
  return <Chip color={colors[state]}>{t(`proposals.state.${state}`)}</Chip>
}

interface SheetProps {
  readonly id: number
  readonly onClose: () => void
}

/** One change that waits: what it does, who gains by it, and the decision of whoever is asked (SYS-132, SYS-137). */
export function ProposalSheet({ id, onClose }: SheetProps) {
  const t = useT()
  const { data, error, refetch } = useProposal(id)
  if (data === undefined)
    return (
      <Sheet isLight shape="drawer" title={t('proposals.pageTitle')} onClose={onClose}>
        {error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  return <Shown key={data.id} proposal={data} onClose={onClose} />
}

function Shown({ proposal, onClose }: { readonly proposal: ProposalDetail; readonly onClose: () => void }) {
  const t = useT()
  const decide = useDecision(proposal.id)
  const [isRefusing, setRefusing] = useState(false)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const busily = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true)
    try {
      toast('success', await work())
      onClose()
    } finally {
      setBusy(false)
    }
  }
  const confirm = async (): Promise<void> => {
    const text = t('proposals.confirmAsk', [proposal.title])
    if (!(await confirmDialog({ text, confirmText: t('proposals.confirm') }))) return
    await busily(async () => {
      const { done } = await decide<{ readonly done: boolean }>(
        'confirm',
        proposal.requiresPassword ? { password } : {},
      )
      return t(done ? 'proposals.confirmDone' : 'proposals.confirmPart')
    })
  }
  const withdraw = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('proposals.withdrawAsk', [proposal.title]), intent: 'warning' }))) return
    await busily(async () => {
      await decide('withdraw')
      return t('proposals.withdrawDone')
    })
  }
  const footer =
    proposal.mayDecide || proposal.mayWithdraw ? (
      <>
        {proposal.mayWithdraw ? (
          <BusyButton text={t('proposals.withdraw')} isBusy={isBusy} onClick={() => ignoreApiError(withdraw())} />
        ) : null}
        {proposal.mayDecide && !isRefusing ? (
          <>
            <Button
              intent="danger"
              variant="outlined"
              text={t('proposals.refuse')}
              disabled={isBusy}
              onClick={() => setRefusing(true)}
            />
            <BusyButton
              intent="primary"
              text={t('proposals.confirm')}
              isBusy={isBusy}
              disabled={proposal.requiresPassword && password === ''}
              onClick={() => ignoreApiError(confirm())}
            />
          </>
        ) : null}
      </>
    ) : undefined
  return (
    <Sheet
      isLight
      shape="drawer"
      title={`${t(`proposals.kind.${proposal.kind}`)} · ${proposal.title}`}
      onClose={onClose}
      footer={footer}
    >
      <div className="proposal">
        <Head proposal={proposal} />
        {proposal.gains.length === 0 ? null : (
          <section>
            <h3>{t('proposals.gains')}</h3>
            <ul>
              {proposal.gains.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        )}
        {proposal.changes.length === 0 ? null : <Changes changes={proposal.changes} />}
        {proposal.diff === null ? null : (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Difference diff={proposal.diff} />
          </Suspense>
        )}
        {proposal.requiresPassword && !isRefusing ? <OwnPassword value={password} onChange={setPassword} /> : null}
        {isRefusing ? (
          <Refusal
            title={proposal.title}
            isBusy={isBusy}
            onCancel={() => setRefusing(false)}
            onRefuse={(reason) =>
              busily(async () => {
                await decide('refuse', { reason })
                return t('proposals.refuseDone')
              })
            }
          />
        ) : null}
      </div>
    </Sheet>
  )
}

/** How long the server wants a reason to be. */
const REASON = { min: 5, max: 200 }

function Refusal({
  title,
  isBusy,
  onCancel,
  onRefuse,
}: {
  readonly title: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onRefuse: (reason: string) => Promise<void>
}) {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const isComplete = visibleLength(reason) >= REASON.min
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete && !isBusy) ignoreApiError(onRefuse(reason.trim()))
  }
  return (
    <form onSubmit={submit} aria-label={t('proposals.refuseTitle', [title])}>
      <FormGroup label={t('proposals.refuseReason')} labelFor={id}>
        <TextArea
          id={id}
          fill
          autoFocus
          required
          minLength={REASON.min}
          maxLength={REASON.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormGroup>
      <div className="proposal-buttons">
        <Button text={t('common.cancel')} disabled={isBusy} onClick={onCancel} />
        <BusyButton type="submit" intent="danger" text={t('proposals.refuse')} isBusy={isBusy} />
      </div>
    </form>
  )
}

function Head({ proposal }: { readonly proposal: ProposalDetail }) {
  const t = useT()
  const { proposedBy, proposedAt, expiresAt, decidedBy, decidedAt, reason, state, seats } = proposal
  return (
    <section className="proposal-head">
      <p>
        <ProposalChip state={state} /> {t('proposals.proposedBy', [proposedBy, proposedAt])}
      </p>
      {state === 'open' ? <p className="ticket-soft">{t('proposals.expiresAt', [expiresAt])}</p> : null}
      {decidedBy !== null && decidedAt !== null && state !== 'withdrawn' ? (
        <p>{t('proposals.decidedBy', [decidedBy, decidedAt])}</p>
      ) : null}
      {reason === '' ? null : <p>{t('proposals.reason', [reason])}</p>}
      {state === 'open' ? (
        <ul>
          {seats.map((seat) => (
            <li key={seat.seat}>
              <SeatText seat={seat} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function SeatText({ seat }: { readonly seat: ProposalSeat }) {
  const t = useT()
  const { people, confirmedBy, confirmedAt } = seat
  const waiting =
    people.length === 0 ? t('proposals.nobody') : t('proposals.waitingFor', [people.join(t('common.listSeparator'))])
  const confirmation =
    confirmedBy === null || confirmedAt === null ? waiting : t('proposals.confirmedBy', [confirmedBy, confirmedAt])
  return (
    <>
      <strong>{t('proposals.seatLine', [t(`proposals.seat.${seat.seat}`)])}</strong> {confirmation}
    </>
  )
}

function Changes({ changes }: { readonly changes: readonly ProposedChange[] }) {
  const t = useT()
  const shown = (text: string): string => (text === '' ? t('proposals.nothing') : text)
  return (
    <section>
      <h3>{t('proposals.changes')}</h3>
      <DataTable
        look={{ compact: true }}
        region={{ className: 'proposal-changes', label: t('proposals.changes') }}
        rows={changes}
        keyOf={({ label, before, after }) => `${label} ${before} ${after}`}
        rowClass={({ before, after }) => (before === after ? 'is-same' : undefined)}
        columns={[
          { name: 'what', head: t('proposals.what'), isRowHead: true, cell: ({ label }) => label },
          { name: 'before', head: t('proposals.before'), cell: ({ before }) => shown(before) },
          { name: 'after', head: t('proposals.after'), cell: ({ after }) => shown(after) },
        ]}
      />
    </section>
  )
}
