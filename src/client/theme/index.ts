import '@fontsource-variable/public-sans/wght.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import './tokens.css'
import './base.css'
import './blueprint.css'
import './ui.css'

export { type Theme, chosenTheme, setTheme, startTheme } from './theme.ts'
