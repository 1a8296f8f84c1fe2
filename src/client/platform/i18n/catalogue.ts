/** What the sign-in page and the frame say, each file under its name; the other pages' texts come with the start-up data and the pages (`pageTexts.ts`). Their keys are types in the browser; the texts come in one language (`parts/cut.ts`). */
import common from '#src/client/messages/common.messages.ts'
import http from '#src/client/messages/http.messages.ts'
import layout from '#src/client/messages/layout.messages.ts'
import login from '#src/client/messages/login.messages.ts'
import misc from '#src/client/messages/misc.messages.ts'
import toast from '#src/client/messages/toast.messages.ts'

export const firstMessages = { common, http, layout, login, misc, toast }

/** What is said of the frame before it is here; its other words come with it. */
export const layoutFirst: readonly string[] = [
  'languages',
  'toLight',
  'toDark',
  'shippedSite',
  'locked',
  'wrongPassword',
  'unlock',
  'signOut',
]
