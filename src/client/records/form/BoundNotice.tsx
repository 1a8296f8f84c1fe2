import { Button, Callout } from '@blueprintjs/core'

/** What happened to the object of a dialog while it was open. The dialog stays; its button is off. */
export interface BoundNotice {
  /** In words, e.g. who withdrew it and when; empty while that is being asked. */
  readonly text: string
  /** Nothing more can be done here: the dialog is left. False where the person may go on with the newest version. */
  readonly isOver: boolean
  readonly continueText?: string
  readonly onContinue?: () => void
}

/** Says it at the top of the dialog, announced at once. */
export function BoundCallout({ notice }: { readonly notice: BoundNotice }) {
  return (
    <Callout intent="warning" role="alert" className="form-notice bound-notice">
      <p>{notice.text}</p>
      {notice.onContinue === undefined ? null : (
        <Button size="small" text={notice.continueText} onClick={notice.onContinue} />
      )}
    </Callout>
  )
}
