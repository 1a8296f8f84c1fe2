/** Modules the build makes out of `cut.ts`. */
declare module 'virtual:first-texts' {
  export const firstTexts: import('./kinds.ts').TextSource
}
declare module 'virtual:parts' {
  export const index: import('./kinds.ts').PartsIndex
  export const texts: Readonly<Record<string, import('./kinds.ts').TextSource>>
  export const definitions: Readonly<
    Record<string, () => Promise<{ readonly default: import('./kinds.ts').Definitions }>>
  >
}
