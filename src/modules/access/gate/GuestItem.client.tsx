import { Button } from '@blueprintjs/core'
import { HistoryIcon, LogInIcon, LogOutIcon, PrintIcon } from '@blueprintjs/icons'
import { Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { Chip, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'
import type { GateGuest } from './gate.types.ts'

export type Step = 'enter' | 'leave'

interface GuestItemProps {
  readonly guest: GateGuest
  readonly step: Step
  readonly onTake: (guest: GateGuest) => void
  readonly onBackdate: (guest: GateGuest) => void
  readonly onPrint: (guest: GateGuest) => void
}

/** A line of the guard's lists: who, for whom, until when, and one button. */
export function GuestItem({ guest, step, onTake, onBackdate, onPrint }: GuestItemProps) {
  const t = useT()
  return (
    <li className={guest.visit?.isLate === true ? 'gate-guest is-late' : 'gate-guest'}>
      <GuestAbout guest={guest} />
      <div className="gate-steps">
        <Button
          icon={step === 'enter' ? <LogInIcon /> : <LogOutIcon />}
          text={t(step === 'enter' ? 'accessGate.enter' : 'accessGate.leave')}
          aria-label={t(step === 'enter' ? 'accessGate.enterOf' : 'accessGate.leaveOf', [guest.name])}
          onClick={() => onTake(guest)}
        />
        <Button
          variant="minimal"
          icon={<HistoryIcon />}
          title={t('accessGate.backdate')}
          aria-label={`${t('accessGate.backdate')} ${guest.name}`}
          onClick={() => onBackdate(guest)}
        />
        <Button
          variant="minimal"
          icon={<PrintIcon />}
          title={t('accessPass.print')}
          aria-label={`${t('accessPass.print')} ${guest.name}`}
          onClick={() => onPrint(guest)}
        />
      </div>
    </li>
  )
}

/** What the guard compares: the face, the host to call, and how long it holds. */
export function GuestAbout({ guest }: { readonly guest: GateGuest }) {
  const t = useT()
  const areas = useDictionary('accessArea')
  const wordOf = (area: string): string => entryOf(areas, area)?.label ?? area
  const [photo] = guest.photo
  return (
    <div className="gate-about">
      {photo === undefined ? null : <Thumbnail id={photo} name={guest.name} />}
      <div>
        <div className="gate-name">
          <strong>{guest.name}</strong>
          <StateChip dictionary="accessVisitorType" value={guest.visitorType} />
          {guest.visit?.isLate === true ? <Chip color="error">{t('accessGate.isLate')}</Chip> : null}
        </div>
        <p>{guest.org}</p>
        <p className="gate-soft">
          {t('accessGate.host', [guest.host, guest.dept])}{' '}
          {guest.hostMobile === '' ? null : <a href={`tel:${guest.hostMobile}`}>{guest.hostMobile}</a>}
        </p>
        {guest.hostGone ? <p className="gate-warning">{t('accessGate.hostGone')}</p> : null}
        <p className="gate-soft">
          {guest.visit === null
            ? t('accessGate.until', [guest.validTo])
            : `${t('accessGate.enteredAt', [guest.visit.enteredAt.slice(5, 16), wordOf(guest.visit.area)])} · ${t('accessGate.due', [guest.visit.dueAt.slice(5, 16)])}`}
          {guest.cardNo === null ? null : ` · ${t('accessGate.card', [guest.cardNo])}`}
        </p>
        <p className="gate-soft">{guest.areas.map(wordOf).join(' · ')}</p>
      </div>
    </div>
  )
}
