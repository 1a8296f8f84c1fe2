import { Button } from '@blueprintjs/core'
import { Cog, Lock, LogOut, Person } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { Avatar } from '#src/client/components/ui/index.ts'
import { Menu, MenuDivider, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { session, useUser } from '#src/client/platform/session/index.ts'
import { open } from '../openings.ts'
import { askSignOut } from '../signOut.ts'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      popoverClassName="navbar-popover"
      content={
        <Menu className="user-menu">
          <li className="user-about" role="none">
            <Avatar name={user.name} src={user.avatar ?? ''} size={36} />
            <span>
              <strong>{user.name}</strong>
              <small>{user.dept_info?.dept_name ?? ''}</small>
            </span>
          </li>
          <li className="user-roles" role="none">
            {user.role_info.map((role) => role.name).join(' · ')}
          </li>
          <MenuDivider />
          <MenuItem icon={<Person />} text={t('layout.personal')} onClick={() => void navigate('/personal-center')} />
          <MenuItem icon={<Cog />} text={t('layout.customizer.title')} onClick={() => open('customizer')} />
          <MenuItem icon={<Lock />} text={t('layout.lock')} onClick={() => session.send({ type: 'LOCK' })} />
          <MenuItem icon={<LogOut />} text={t('layout.signOut')} onClick={() => void askSignOut()} />
        </Menu>
      }
    >
      <Button variant="minimal" className="user-button" aria-label={t('layout.account', [user.name])}>
        <Avatar name={user.name} src={user.avatar ?? ''} size={28} />
      </Button>
    </PopoverNext>
  )
}
