const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:QQBrowser|MQQBrowser)\/(\d+)/, 'QQ'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Linux/, 'Linux'],
]

/** A browser and its system out of a User-Agent, `Chrome 140 · Windows`; the text itself, cut, when it is something else. */
export function deviceOf(agent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(agent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  const parts = [browser, system].filter((part) => part !== undefined)
  return parts.length === 0 ? agent.slice(0, 40) : parts.join(' · ')
}
