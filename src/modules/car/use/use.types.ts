declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/cars/use/article/': { readonly articleId: number; readonly cars: number }
  }
}

export {}
