/** The server is being maintained (10.1): heard of with any refused call. */

/** Error key of the refusal. */
export const MAINTENANCE = 'maintenance'

let listener = (): void => {}

/** Called with every call the maintenance refuses. */
export function onMaintenance(listen: () => void): void {
  listener = listen
}

export function tellMaintenance(): void {
  listener()
}
