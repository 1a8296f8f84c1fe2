import '@fontsource-variable/public-sans/wght.css'
import './blueprint/entry.blueprint.scss'
import './tokens.css'
import './base.css'
import './blueprint/entry.css'
import './ui.css'

export { type Appearance, PRIMARY, type Theme } from './appearance.ts'
export {
  appearance,
  chooseAppearance,
  isDark,
  onAppearance,
  restoreAppearance,
  setTheme,
  startTheme,
  useAppearance,
} from './theme.ts'
