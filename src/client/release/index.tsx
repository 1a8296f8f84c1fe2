/** Looks for newer releases and offers them; loaded once the first page stands, and whole, since a newer release takes the code of this one away. */
import { createRoot } from 'react-dom/client'
import { addMessages } from '#src/client/i18n/index.ts'
import releaseMessages from '#src/client/messages/release.messages.ts'
import { ReleasePrompt } from './ReleasePrompt.tsx'
import { startRelease } from './release.ts'

export function start(): void {
  addMessages({ release: releaseMessages })
  startRelease()
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ReleasePrompt />)
}
