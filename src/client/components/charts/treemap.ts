/** A part of a treemap, in percent of the whole. */
export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Halves the values, largest first, again and again, always across the longer side, so that no tile grows thin; areas are as the values. `ratio`: width of the whole over its height. */
export function tilesOf(values: readonly number[], ratio: number): readonly Tile[] {
  const tiles: Tile[] = []
  const place = (from: number, to: number, tile: Tile): void => {
    if (to - from <= 1) {
      if (to > from) tiles[from] = tile
      return
    }
    const total = sum(values, from, to)
    let split = from + 1
    while (split < to - 1 && sum(values, from, split) < total / 2) split += 1
    const share = total === 0 ? (split - from) / (to - from) : sum(values, from, split) / total
    const isWide = tile.width * ratio >= tile.height
    const first = isWide ? { ...tile, width: tile.width * share } : { ...tile, height: tile.height * share }
    const second = isWide
      ? { ...tile, x: tile.x + first.width, width: tile.width - first.width }
      : { ...tile, y: tile.y + first.height, height: tile.height - first.height }
    place(from, split, first)
    place(split, to, second)
  }
  place(0, values.length, { x: 0, y: 0, width: 100, height: 100 })
  return tiles
}

const sum = (values: readonly number[], from: number, to: number): number => {
  let total = 0
  for (let index = from; index < to; index += 1) total += values[index] ?? 0
  return total
}
