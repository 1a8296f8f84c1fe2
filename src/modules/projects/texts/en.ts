import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import projectParts from './project-parts.en.ts'
import projects from './projects.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(projects, projectParts) satisfies SameKeys<typeof zhHans>
