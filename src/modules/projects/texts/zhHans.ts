import { joinTexts } from '#src/define/messages.ts'
import projectParts from './project-parts.zhHans.ts'
import projects from './projects.zhHans.ts'

export default joinTexts(projects, projectParts)
