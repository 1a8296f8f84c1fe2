import { Unreadable } from './unreadable.ts'

/** Lists and objects inside each other. */
const MAX_DEPTH = 30
/** Commas, lists and objects: about as many values. */
const MAX_VALUES = 100_000

/** Depth and number of values, before anything is built. */
function checkShape(text: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    } else if (sign === '[' || sign === '{') {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH) throw new Unreadable('upload.tooDeep', MAX_DEPTH)
    } else if (sign === ']' || sign === '}') depth -= 1
    else if (sign === ',') values += 1
    if (values > MAX_VALUES) throw new Unreadable('upload.tooManyElements', MAX_VALUES)
  }
}

/** The value of a JSON file. @throws Unreadable */
export function readJson(content: Buffer): unknown {
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  checkShape(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('upload.notJson')
  }
}
