import type { MessageTree } from '#src/define/messages.ts'
import common from './first/common.zhHans.ts'
import http from './first/http.zhHans.ts'
import layout from './first/layout.zhHans.ts'
import login from './first/login.zhHans.ts'
import misc from './first/misc.zhHans.ts'
import toast from './first/toast.zhHans.ts'

/** What is said before the sign-in. */
export default { common, http, layout, login, misc, toast } satisfies MessageTree
