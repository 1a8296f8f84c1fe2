/** Hears every fault of the page from its first line on; what is done with them is loaded with the first. */

/** Reports a fault that something caught: the person sees a page in its place (HOM-05). */
export function tellFault(error: unknown): void {
  void import('./report.ts').then(({ report }) => report(error))
}

export function startFaults(): void {
  addEventListener('error', (event) => {
    // Without an error object it is a script of somebody else, of which nothing is told.
    if (event.error !== null && event.error !== undefined) tellFault(event.error)
  })
  addEventListener('unhandledrejection', (event) => tellFault(event.reason))
}
