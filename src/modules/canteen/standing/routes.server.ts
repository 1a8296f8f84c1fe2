/** Calls of a person about standing orders, several days at once and waiting lists. */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { joinWaiting, leaveWaiting } from '../waiting/waiting.server.ts'
import { changeDays } from './days.server.ts'
import { changeStanding } from './standing.server.ts'
import { MAKE_UP_DAY } from './standing.ts'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const days = z.array(z.number().int().min(1).max(MAKE_UP_DAY)).max(MAKE_UP_DAY).optional()
const meals = z
  .strictObject({ breakfast: days, lunch: days, dinner: days, night: days })
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, chosen]) => chosen !== undefined)))

// F2: when a call arrived is taken before it waits for a lock.
export const standingRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/canteen/standing/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.standing'),
    ownTransaction: true,
    body: z.strictObject({ isOn: z.boolean(), meals }),
    handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write((writing) => changeStanding(writing, access.userId, body, at))
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/orders/days/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.days'),
    ownTransaction: true,
    body: z.strictObject({ action: z.enum(['order', 'cancel']), meals }),
    handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write((writing) => changeDays(writing, body, { at, access }))
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/waiting/join/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.joinWaiting'),
    ownTransaction: true,
    body: z.strictObject({ menuId: id }),
    handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write(async (writing) => ({ place: await joinWaiting(writing, body.menuId, access.userId, at) }))
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/waiting/leave/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.leaveWaiting'),
    body: z.strictObject({ menuId: id }),
    async handle({ unit, access, body }) {
      await leaveWaiting(unit, body.menuId, access.userId)
      return null
    },
  }),
]
