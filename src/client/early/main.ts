/** Runs while the program is still on its way: the start calls need nothing of it but the token and the language. */
import { storedLanguage, tagOf } from '#src/client/platform/i18n/language.ts'
import { readCookie, TOKEN } from '#src/client/platform/preference.ts'
import { askEarly } from './answers.ts'
import { startCalls } from './startCalls.ts'

const token = readCookie(TOKEN)
const headers = { 'Accept-Language': tagOf(storedLanguage()) }
if (token === null || token === '') {
  if (location.pathname === '/login') askEarly(startCalls.settings, headers)
} else for (const path of Object.values(startCalls)) askEarly(path, { ...headers, Authorization: `Bearer ${token}` })
