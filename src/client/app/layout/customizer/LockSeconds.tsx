import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { chooseLockSeconds, useSession, useSetting } from '#src/client/platform/session/index.ts'

/** Shorter, the screen would lock while its owner reads. */
const MIN_LOCK_SECONDS = 30
/** A day, where the settings never lock. */
const MAX_LOCK_SECONDS = 86_400

/** The auto screen-lock time of specification §4, in seconds: a person may only shorten what the settings say. */
export function LockSeconds() {
  const t = useT()
  const set = Number(useSetting('base.lockSeconds') ?? 0)
  const own = useSession((moment) => moment.context.ownLockSeconds)
  const [typed, setTyped] = useState<string | null>(null)
  const longest = set > 0 ? set : MAX_LOCK_SECONDS
  const text = typed ?? (own === null ? '' : String(own))
  const seconds = Number(text)
  const isFaulty = text !== '' && (!Number.isSafeInteger(seconds) || seconds < MIN_LOCK_SECONDS || seconds > longest)
  const apply = (): void => {
    if (typed === null || isFaulty) return
    chooseLockSeconds(text === '' ? null : seconds)
    setTyped(null)
  }
  return (
    <FormGroup
      label={t('layout.customizer.lockSeconds')}
      labelFor="lockSeconds"
      intent={isFaulty ? 'danger' : 'none'}
      helperText={
        <span id="lockSeconds-note">
          {isFaulty
            ? t('layout.customizer.lockRange', [MIN_LOCK_SECONDS, longest])
            : set > 0
              ? t('layout.customizer.lockHint', [set])
              : t('layout.customizer.lockHintNever')}
        </span>
      }
    >
      <InputGroup
        id="lockSeconds"
        name="lockSeconds"
        inputMode="numeric"
        value={text}
        placeholder={set > 0 ? String(set) : ''}
        aria-describedby="lockSeconds-note"
        aria-invalid={isFaulty}
        onValueChange={(value) => setTyped(value.trim())}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
    </FormGroup>
  )
}
