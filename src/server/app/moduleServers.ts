import type { ModuleDefinition } from '#src/define/module.ts'
import type { ModuleServer } from '#src/define/server.ts'

/** Only `<module>.server.ts` has a default export; the other files are its parts. */
const found = import.meta.glob<{ readonly default?: ModuleServer }>('/src/modules/*/*.server.ts', { eager: true })

/** The server parts of the modules in THE list, by module name; a module without one has none. */
export function moduleServers(modules: readonly ModuleDefinition[]): ReadonlyMap<string, ModuleServer> {
  const servers = new Map<string, ModuleServer>()
  for (const { name } of modules) {
    const server = found[`/src/modules/${name}/${name}.server.ts`]?.default
    if (server) servers.set(name, server)
  }
  return servers
}
