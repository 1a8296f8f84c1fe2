import type { SameKeys } from '#src/define/messages.ts'
import common from './first/common.en.ts'
import http from './first/http.en.ts'
import layout from './first/layout.en.ts'
import login from './first/login.en.ts'
import misc from './first/misc.en.ts'
import toast from './first/toast.en.ts'
import type zhHans from './first.zhHans.ts'

/** What is said before the sign-in. */
export default { common, http, layout, login, misc, toast } satisfies SameKeys<typeof zhHans>
