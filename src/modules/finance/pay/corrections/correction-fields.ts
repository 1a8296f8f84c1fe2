import { type Fields, text } from '#src/fields/field.ts'

/** FIN-93: what the applicant may say anew. */
export const correctionFields: Fields = {
  payeeName: text(50, { required: true, min: 2 }),
  bankName: text(60, { required: true, min: 2 }),
  bankAccount: text(30, { required: true, pattern: 'bankAccount' }),
  reason: text(200, { required: true, min: 2 }),
}
