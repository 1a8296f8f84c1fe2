import '@fontsource-variable/public-sans/wght.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import './tokens.css'
import './base.css'
import './blueprint.css'
import './ui.css'

export { chosenTheme, setTheme, startTheme, type Theme } from './theme.ts'
