import type { FormData } from '#src/fields/field.ts'

/** Goods of the stores that are requested, not bought. */
export interface StockedGoods {
  readonly itemId: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly available: number
  /** The application that hands it out. */
  readonly type: string
}

export interface BuyingGuideStep {
  readonly title: string
  /** Who takes it, in words. */
  readonly who: string
  readonly papers: readonly string[]
  /** The application that it files; null for work without one. */
  readonly type: string | null
  /** A page for it that the reader may open; null for none. */
  readonly page: string | null
}

/** An application that the reader begins with, and the first values of its form. */
export interface BuyingGuideStart {
  readonly type: string
  readonly formData: FormData
}

/** How something may be bought, in the reader's language (E14). */
export interface BuyingGuide {
  /** What the stores hold of that name, what is available first. */
  readonly stock: readonly StockedGoods[]
  /** Entry of dictionary purchaseMethod. */
  readonly method: string
  readonly why: string
  readonly alternatives: readonly { readonly method: string; readonly when: string }[]
  readonly steps: readonly BuyingGuideStep[]
  readonly warnings: readonly string[]
  readonly start: BuyingGuideStart | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/procurement/guide/': BuyingGuide
  }
}
