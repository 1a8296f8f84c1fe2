import { Button } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for who cannot see beside what the button stands. */
  readonly label?: string
}

/** Copies a text; only its icon shows where it stands in the corner of an example. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useT()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast('success', t('apiDocs.copied'))
  }
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<DuplicateIcon />}
      {...(label === undefined ? { text: t('apiDocs.copy') } : { 'aria-label': label, title: label })}
      onClick={() => void copy()}
    />
  )
}
