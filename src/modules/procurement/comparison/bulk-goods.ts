/** PRC-24: what is bought in bulk, recognised by how goods are called. Pure. */
import { bulkGoodsWords } from './bulk-goods.messages.ts'

export type BulkGoods = keyof typeof bulkGoodsWords

/** The category of the bulk list that goods of this name belong to; null for none. What is said in brackets does not count. */
export function bulkGoodsOf(name: string): BulkGoods | null {
  const plain = name
    .replace(/[（(【[].*?[）)】\]]/g, '')
    .trim()
    .toLowerCase()
  const found = Object.entries(bulkGoodsWords).find(([, words]) => words.some((word) => plain.endsWith(word)))
  return found === undefined ? null : (found[0] as BulkGoods)
}
