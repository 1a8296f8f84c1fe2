/** The watermark of specification §4: `{name}` and the last four digits of the mobile number, `{mobile4}`. */
export function watermarkText(
  template: string,
  person: { readonly name: string; readonly mobile: string | null },
): string {
  return template
    .replaceAll('{name}', person.name)
    .replaceAll('{mobile4}', (person.mobile ?? '').slice(-4))
    .trim()
}

/** One tile of the pattern, as an image address. */
export function watermarkTile(text: string): string {
  const safe = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="280" height="190"><text x="140" y="95" text-anchor="middle" transform="rotate(-22 140 95)" font-family="sans-serif" font-size="15" fill="#808390" fill-opacity="0.13">${safe}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(tile)}`
}

/** Over the page and its bars; `z-index` is one below `--above-popups`. */
export const watermarkLook =
  'position:fixed;inset:0;pointer-events:none;z-index:9998;print-color-adjust:exact;-webkit-print-color-adjust:exact;'
