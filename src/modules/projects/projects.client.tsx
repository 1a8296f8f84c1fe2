import { ProjectBoard } from './board/ProjectBoard.client.tsx'
import { ProjectCards } from './board/ProjectCards.client.tsx'
import { ProjectBank, ProjectLibrary } from './board/ProjectLists.client.tsx'
import { ProjectTimeline } from './board/ProjectTimeline.client.tsx'
import { ProjectPage } from './ProjectPage.client.tsx'

export default {
  pages: {
    '/business/project-library': ProjectLibrary,
    '/business/project-library/{id}': ProjectPage,
    '/business/project-library/indexCopy': ProjectBoard,
    '/projectbank': ProjectBank,
    '/projectbank/indexCopy': ProjectTimeline,
    '/projectbank/indexCopy1': ProjectCards,
  },
}
