import { type RefObject, useEffect } from 'react'

/**
 * Columns of a long table keep the room they once took: rows that come and go while it is scrolled do not move them to
 * and fro. The widest is left to give way, as long as the table fits. Widths are read when a turn of the wheel arrives
 * and nothing has changed since the last picture, so that the table is not laid out for it.
 */
export function useSteadyColumns(scroll: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = scroll.current
    if (view === null) return
    let room = 0
    const keep = ({ target }: Event): void => {
      const table = view.querySelector('table')
      const heads = [...(table?.tHead?.rows[0]?.cells ?? [])]
      if (target !== view || table === null) return
      if (view.clientWidth !== room) for (const head of heads) head.style.minWidth = ''
      room = view.clientWidth
      const widths = heads.map((head) => head.getBoundingClientRect().width)
      const yielding = table.offsetWidth > room ? -1 : widths.indexOf(Math.max(...widths))
      heads.forEach((head, at) => {
        const width = widths[at] ?? 0
        if (at !== yielding && width > Number.parseFloat(head.style.minWidth || '0')) head.style.minWidth = `${width}px`
      })
    }
    // Before who draws other rows for the place that is scrolled to.
    view.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => view.removeEventListener('scroll', keep, { capture: true })
  }, [scroll])
}
