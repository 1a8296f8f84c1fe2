/** The texts of the frame's own pages, each loaded in the language in use when it is first needed; those of a module lie in its folder. */

export const firstTexts = {
  zhHans: () => import('./first.zhHans.ts'),
  en: () => import('./first.en.ts'),
}

export const frameTexts = {
  zhHans: () => import('./frame.zhHans.ts'),
  en: () => import('./frame.en.ts'),
}

/** Each under its name; a page says which it needs. */
export const pageTexts = {
  apiDocs: { zhHans: () => import('./pages/apiDocs.zhHans.ts'), en: () => import('./pages/apiDocs.en.ts') },
  board: { zhHans: () => import('./pages/board.zhHans.ts'), en: () => import('./pages/board.en.ts') },
  catalogue: { zhHans: () => import('./pages/catalogue.zhHans.ts'), en: () => import('./pages/catalogue.en.ts') },
  designer: {
    zhHans: () => import('./pages/designer/designer.zhHans.ts'),
    en: () => import('./pages/designer/designer.en.ts'),
  },
  home: { zhHans: () => import('./pages/home.zhHans.ts'), en: () => import('./pages/home.en.ts') },
  homeViews: {
    zhHans: () => import('./pages/homeViews.zhHans.ts'),
    en: () => import('./pages/homeViews.en.ts'),
  },
  palette: { zhHans: () => import('./pages/palette.zhHans.ts'), en: () => import('./pages/palette.en.ts') },
  personal: { zhHans: () => import('./pages/personal.zhHans.ts'), en: () => import('./pages/personal.en.ts') },
  release: { zhHans: () => import('./pages/release.zhHans.ts'), en: () => import('./pages/release.en.ts') },
  workflowImpact: {
    zhHans: () => import('./pages/workflowImpact.zhHans.ts'),
    en: () => import('./pages/workflowImpact.en.ts'),
  },
  workflowMoves: {
    zhHans: () => import('./pages/workflowMoves.zhHans.ts'),
    en: () => import('./pages/workflowMoves.en.ts'),
  },
  workflowTests: {
    zhHans: () => import('./pages/workflowTests.zhHans.ts'),
    en: () => import('./pages/workflowTests.en.ts'),
  },
  workflowUse: { zhHans: () => import('./pages/workflowUse.zhHans.ts'), en: () => import('./pages/workflowUse.en.ts') },
  workflows: { zhHans: () => import('./pages/workflows.zhHans.ts'), en: () => import('./pages/workflows.en.ts') },
}

/** The trees of the pages in the first language, by name. */
export type PageTrees = {
  readonly [N in keyof typeof pageTexts]: Awaited<ReturnType<(typeof pageTexts)[N]['zhHans']>>['default']
}
