import { ProjectBoard } from './ProjectBoard.client.tsx'
import { ProjectCards } from './ProjectCards.client.tsx'
import { ProjectBank, ProjectLibrary } from './ProjectLists.client.tsx'
import { ProjectPage } from './ProjectPage.client.tsx'
import { ProjectTimeline } from './ProjectTimeline.client.tsx'

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
