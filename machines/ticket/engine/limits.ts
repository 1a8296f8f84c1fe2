/** Limits that a refusal names: rules, texts and dialogs read them here. */

/** Shortest comment of a reject, return or refusal (WF-09), in visible characters. */
export const MIN_REASON_LENGTH = 5
/** Shortest reason of a void (20.7), in visible characters. */
export const MIN_VOID_REASON_LENGTH = 10
/** How often a place changes hands at most (WF-10). */
export const MAX_TRANSFERS = 5
/** People added to one place at once (WF-10). */
export const MAX_ADDED = 5
