/** The paths of the server's menu. */
import type { MenuItem } from '#machines/session/session.ts'

/** A path of the server as the router wants it: `workflow/ticket/{id}` -> `/workflow/ticket/:id`. */
export function routePath(path: string): string {
  return `/${path}`.replace(/^\/+/, '/').replace(/\{(\w+)\}/g, ':$1')
}

export function pathOf(item: MenuItem): string {
  return routePath(item.web_path || item.path)
}

/** Path of the shipped page an item leads to: its own, or the one that was picked for it. */
export function targetIn(item: MenuItem): string {
  return item.component ? routePath(item.component) : pathOf(item)
}
