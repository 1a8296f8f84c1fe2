/** Name of the script this page was started with, as the server names its build; null while developing. */
export function ownBuild(): string | null {
  const source = document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')?.src ?? ''
  return /\/assets\/([\w-]+)\.js$/.exec(source)?.[1] ?? null
}
