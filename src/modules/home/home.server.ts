import { defineModuleServer } from '#src/define/server.ts'
import { boardRoutes } from './board/routes.server.ts'
import { layoutRoutes } from './layouts/routes.server.ts'

export default defineModuleServer({ routes: [...layoutRoutes, ...boardRoutes] })
