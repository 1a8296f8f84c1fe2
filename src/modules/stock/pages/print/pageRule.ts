/** How the printer cuts its paper: one label to a sheet, or A4 with margins. */
export const pageRule = (size: readonly [width: number, height: number] | undefined): string =>
  size === undefined ? '@page { size: A4; margin: 12mm; }' : `@page { size: ${size[0]}mm ${size[1]}mm; margin: 0; }`
