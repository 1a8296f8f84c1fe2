import { Bell } from './Bell.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { LineDot } from './LineDot.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** What stands at the end of the bar. Loaded after the page's first drawing: popovers weigh as much as the frame. */
export default function NavbarTools() {
  return (
    <>
      <LineDot />
      <LanguageMenu />
      <ThemeMenu />
      <Bell />
      <UserMenu />
    </>
  )
}
