/** The statements whose result nobody reads, by their text, which never changes. */
const texts = new Set<string>()

/** Says of a statement that it need not be answered before the next one is sent. */
export const defer = (text: string): unknown => texts.add(text)

/** Whether a statement need not be answered before the next one is sent. */
export const isDeferred = (text: string): boolean => texts.has(text)
