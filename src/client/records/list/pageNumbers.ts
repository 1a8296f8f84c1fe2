/** Pages offered around the current one: first, last, and two on either side; null is a gap of more than one page. */
export function pagesAround(page: number, last: number): readonly (number | null)[] {
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (place) => place === 1 || place === last || Math.abs(place - page) <= 2,
  )
  return near.flatMap((place, index) => {
    const before = near[index - 1] ?? place - 1
    if (place - before === 1) return [place]
    return place - before === 2 ? [place - 1, place] : [null, place]
  })
}
