/** Blueprint's popovers and menus together with their styles, which are loaded with whatever opens the first one. */
import '#src/client/platform/theme/blueprint/popups.blueprint.scss'
import '#src/client/platform/theme/blueprint/popups.css'

export { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
