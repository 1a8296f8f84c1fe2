import { defineModuleServer } from '#src/define/server.ts'
import { demoRowJobs, demoRowRoutes, resetRows } from './rows/rows.server.ts'

export default defineModuleServer({ routes: demoRowRoutes, jobs: demoRowJobs, seedDemo: resetRows })
