/** The words for true and false: a field called `state` says whether something is enabled. */
export const dictionaryOf = (name: string): string => (name === 'state' ? 'enableStatus' : 'yesNo')
