import type { PickerChoice } from '#src/define/answers/choices.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/procurement/purchase/authorisations/': readonly PickerChoice[]
    'GET /api/procurement/bulk/lines/': readonly PickerChoice[]
    'GET /api/procurement/purchase/seals/': readonly PickerChoice[]
    'GET /api/procurement/purchase/demands/': readonly PickerChoice[]
  }
}
