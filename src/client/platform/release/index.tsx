/** Looks for newer releases and offers them; loaded once the first page stands, and whole, since a newer release takes the code of this one away. */
import { showDialog } from '#src/client/components/ui/popups/DialogHost.tsx'
import { needPageTexts } from '#src/client/platform/parts/index.ts'
import { ReleasePrompt } from './ReleasePrompt.tsx'
import { startRelease } from './release.ts'

export async function start(): Promise<void> {
  await needPageTexts(['release'])
  startRelease()
  showDialog(<ReleasePrompt />)
}
