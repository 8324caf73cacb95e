import type { PlacedSource } from './place-store.ts'
import type { RowState } from './rows-store.ts'

/** Where sources and episodes come to, by id. */
export interface Placement {
  source: Record<string, RowState>
  episode: Record<string, RowState>
}

/** `云播 2`: the first name that none of the sources has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 2; ; at++) {
    const candidate = `${name} ${at}`
    if (!taken.has(candidate)) return candidate
  }
}

/**
 * How the sources of a title join those of another. Episodes come to the source of the same name; those whose number it
 * has already stay together as a further source, so that nothing is lost. An emptied source stays behind.
 */
export function placeSources(moved: readonly PlacedSource[], stored: readonly PlacedSource[], into: number): Placement {
  const placement: Placement = { source: {}, episode: {} }
  const taken = new Set(stored.map(({ name }) => name))
  let position = Math.max(-1, ...stored.map((source) => source.position))
  for (const { id, name, episodes } of moved) {
    const same = stored.find((source) => source.name === name)
    const levels = new Set(same?.episodes.map(({ level }) => level))
    const joining = same ? episodes.filter(({ level }) => !levels.has(level)) : []
    for (const episode of joining) placement.episode[episode.id] = { source_id: same?.id, level: episode.level }
    if (same && joining.length === episodes.length) continue
    const placed = same ? freeName(name, taken) : name
    taken.add(placed)
    placement.source[id] = { title_id: into, name: placed, position: ++position }
  }
  return placement
}
