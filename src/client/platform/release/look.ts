/** Others may know that there could be a newer release; they say so here, whether or not somebody listens yet. */
let listener: () => void = () => undefined

/** Asks for a look at what the server has. */
export function lookForRelease(): void {
  listener()
}

export function onLook(look: () => void): void {
  listener = look
}
