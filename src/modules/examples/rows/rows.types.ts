declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/demo_row/reset/': null
    'POST /api/system/demo_row/move/': null
  }
}

export {}
