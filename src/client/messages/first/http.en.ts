import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './http.zhHans.ts'

export default {
  timeout: 'Network timeout',
  network: 'Network connection error',
  noPath: 'API path not found',
  status: 'The server returned status {0}',
  badFormat: 'Unexpected server response',
  swagger: 'Swagger API page',
  headerText: 'File names must not contain Chinese or special characters',
  failed: 'Operation failed. Please try again.',
} satisfies SameKeys<typeof zhHans>
