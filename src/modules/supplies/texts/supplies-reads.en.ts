import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './supplies-reads.zhHans.ts'

export default {
  reads: {
    '/api/supplies/counter/': 'Lists the tickets that wait at the issue counter',
    '/api/supplies/counter/code/': 'Finds a ticket by its pick-up code',
    '/api/supplies/ticket/:id/': 'Shows how far a supply ticket has been issued',
    '/api/supplies/catalogue/': 'Shows the catalogue of items to apply for',
    '/api/supplies/return/own/': 'Lists what the caller may return',
    '/api/clothing/own/': 'Shows the caller’s clothing and sizes',
    '/api/clothing/own/card/': 'Shows the caller’s clothing card',
    '/api/clothing/matrix/': 'Shows the entitlement matrix of clothing',
    '/api/clothing/matrix/sizes/': 'Counts the sizes needed by department',
    '/api/clothing/survey/': 'List seasonal size surveys',
    '/api/clothing/survey/own/': 'Show surveys that ask for your sizes',
    '/api/clothing/survey/:id/': 'Show the size matrix of a survey',
    '/api/clothing/survey/:id/sheet/': 'Download the size table of a survey',
  },
} satisfies SameKeys<typeof zhHans>
