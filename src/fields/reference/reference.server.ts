import { z } from 'zod'
import { code } from '#src/fields/shapes.server.ts'
import { byId, kindServer } from '../kind.server.ts'

export const referenceServer = kindServer('reference', {
  settings: {
    record: code(64),
    options: z
      .string()
      .regex(/^\/api\/[A-Za-z0-9_/-]{1,120}(\?[A-Za-z0-9_=&,.-]{1,300})?$/)
      .exactOptional(),
  },
  ...byId,
})
